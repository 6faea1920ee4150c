import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isCloning, kindOf, type NeuralModel } from "../../src/service/engines/neural/model.ts";
import { NeuralModels } from "../../src/service/engines/neural/neural-models.ts";
import { makeTinyModel } from "../../src/service/engines/neural/tiny-models.fixture.ts";
import { NaturalVoices } from "../../src/service/synthesis/natural-voices.ts";
import { utteranceOf } from "../../src/service/synthesis/speaking.fixture.ts";
import { createSynthesizer } from "../../src/service/synthesis/synthesizer.ts";
import { usualVoicesFolder } from "../../src/service/voices/catalogue.ts";
import { installedModels } from "../../src/service/voices/installed.ts";
import { babbledReference } from "../../src/service/voices/try-out.ts";
import buildPrograms from "../build-programs.ts";
import type { Part } from "./requirement.ts";
import { percentile, type Row } from "./table.ts";

const usualRuns = 40;
const mostWarmUps = 5;
const text = "The night train leaves at ten, and nobody waits for it. It is late, and so be it.";
const programs = new URL("../../dist/programs/", import.meta.url);

/**
 * From the text to the first byte of MP3, and seconds of speech made in one second, by each model that is installed and
 * speaks, and by a tiny one, whose own time is measured beside it in the same turns: what is left is the way itself.
 */
export async function benchNatural(runs = usualRuns): Promise<Part[]> {
  await buildPrograms();
  const folder = await mkdtemp(join(tmpdir(), "bench-natural-"));
  try {
    const tiny = await makeTinyModel(join(folder, "tiny"), "kokoro");
    const { models } = installedModels(process.env["SERVICE_VOICES_DIR"] || usualVoicesFolder);
    const rows: Row[] = [];
    let way: number | undefined;
    for (const model of [tiny, ...models.filter(({ family }) => kindOf(family) !== "recognition")]) {
      const times = await measure(model, runs);
      way ??= percentile(times.way, 0.5);
      rows.push({
        "natural voices": model.name,
        "first byte ms": percentile(times.first, 0.5).toFixed(1),
        "nine in ten": percentile(times.first, 0.9).toFixed(1),
        "without the model": percentile(times.way, 0.5).toFixed(1),
        "so nine in ten": percentile(times.way, 0.9).toFixed(1),
        "× real time": percentile(times.speeds, 0.5).toFixed(1),
      });
    }
    const what = "from the text to the first byte, without the model, ms";
    return [{ rows, requirements: [{ what, value: way, bound: { below: 25 } }] }];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(model: NeuralModel, runs: number) {
  const neural = new NeuralModels([model], { processFile: new URL("model-process.js", programs) });
  const synthesizer = await createSynthesizer({
    workerFile: new URL("synthesis-worker.js", programs),
    threads: 1,
    natural: new NaturalVoices([neural]),
  });
  const reference = isCloning(model.family) ? { reference: babbledReference() } : {};
  const natural = { model: model.name, speaker: model.speakers[0]?.number ?? 0, ...reference };
  const usual = utteranceOf({ text, format: { codec: "mp3", bitrate: 64 } });
  const utterance = { ...usual, voice: { ...usual.voice, natural } };
  const [first, way, speeds]: [number[], number[], number[]] = [[], [], []];
  try {
    for (let run = -Math.min(mostWarmUps, runs); run < runs; run++) {
      let begun = performance.now();
      let own = Number.NaN;
      const told = (): void => {
        if (Number.isNaN(own)) own = performance.now() - begun;
      };
      await neural.speak(natural, text.slice(0, text.indexOf(".") + 1), told, new AbortController().signal);
      begun = performance.now();
      const synthesis = synthesizer.speak(utterance, new AbortController().signal, { isAwaited: true });
      let firstByte: number | undefined;
      for await (const _ of synthesis) firstByte ??= performance.now() - begun;
      const seconds = (performance.now() - begun) / 1_000;
      const { durationSeconds } = await synthesis.result;
      if (run < 0 || firstByte === undefined) continue;
      first.push(firstByte);
      way.push(firstByte - own);
      speeds.push(durationSeconds / seconds);
    }
  } finally {
    await synthesizer.close();
  }
  return { first, way, speeds };
}
