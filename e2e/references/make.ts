import { mkdirSync, writeFileSync } from "node:fs";
import { recordSpeaker, speakers } from "../../src/service/adaptation/speakers.fixture.ts";
import { builtWorker } from "../../src/service/synthesis/speaking.fixture.ts";
import { createSynthesizer } from "../../src/service/synthesis/synthesizer.ts";
import { Mp3Libraries } from "../../src/service/synthesis/threads/mp3-libraries.ts";

/** Makes the playground's sample references, each with its text: `npx tsx e2e/references/make.ts`, after a build. */
const folder = new URL("../../public/references/", import.meta.url);

async function main(): Promise<void> {
  const synthesizer = await createSynthesizer({ workerFile: builtWorker, threads: 1 });
  const libraries = new Mp3Libraries();
  mkdirSync(folder, { recursive: true });
  for (const [name, speaker] of Object.entries(speakers)) {
    const { samples } = await recordSpeaker(synthesizer, speaker);
    const library = await libraries.acquire();
    library.configure({ sampleRate: 22_050, channels: 1, bitrate: 48, outputSampleRate: 22_050 });
    // Copied, for the library gives out its own memory.
    const body = Uint8Array.from(library.encode([samples]));
    const bytes = Buffer.concat([body, library.finalize()]);
    libraries.release(library);
    writeFileSync(new URL(`${name}.mp3`, folder), bytes);
    writeFileSync(new URL(`${name}.txt`, folder), `${speaker.text}\n`);
    console.log(`${name}.mp3: ${(samples.length / 22_050).toFixed(1)} s, ${bytes.length} bytes`);
  }
  await synthesizer.close();
}

main();
