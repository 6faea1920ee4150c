import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { performance } from "node:perf_hooks";
import { promisify } from "node:util";
import { cloudVoices } from "../../src/contract/models/cloud-tts-voices.ts";
import { createSynthesizer, type SpeechFormat, type Synthesizer } from "../../src/service/synthesis/synthesizer.ts";
import { planVoice } from "../../src/service/synthesis/voices/plan.ts";
import buildPrograms from "../build-programs.ts";
import { percentile, type Row, ratio } from "./table.ts";

const runs = 5;
const text = "The quick brown fox jumps over the lazy dog near the river bank, and then it sleeps until noon. ".repeat(
  20,
);
const workerFile = new URL("../../dist/programs/synthesis-worker.js", import.meta.url);

const formats = [
  { codec: "pcm_s16le", sampleRate: 22_050 },
  { codec: "pcm_s16le", sampleRate: 24_000 },
  { codec: "pcm_mulaw", sampleRate: 22_050 },
  { codec: "mp3", bitrate: 16 },
  { codec: "mp3", bitrate: 64 },
  { codec: "mp3", bitrate: 192 },
  { codec: "mp3", bitrate: 320 },
] as const satisfies readonly SpeechFormat[];

const nameOf = (format: SpeechFormat) =>
  format.codec === "mp3" ? `mp3 ${format.bitrate}k` : `${format.codec} ${format.sampleRate}`;

/**
 * Seconds of speech made in one second, by one thread and by the whole pool, beside the native `espeak-ng`, for MP3
 * piped into `lame` at 192 kbit/s, in the same run; and the time from `speak()` to the first byte, warm. All medians.
 */
export async function benchSynthesis(): Promise<Row[]> {
  await buildPrograms();
  const single = await createSynthesizer({ workerFile, threads: 1 });
  const pool = await createSynthesizer({ workerFile });
  try {
    const native = { samples: await nativeSpeed(false), mp3: await nativeSpeed(true) };
    const rows: Row[] = [];
    for (const format of formats) {
      const one = await measure(single, format, 1);
      const all = await measure(pool, format, threads());
      const peer = format.codec === "mp3" ? native.mp3 : native.samples;
      rows.push({
        "synthesis × real time": nameOf(format),
        "one thread": one.speed.toFixed(0),
        [`${threads()} threads`]: all.speed.toFixed(0),
        native: peer?.toFixed(0) ?? "not installed",
        "one thread / native": ratio(one.speed, peer),
        "first byte ms": one.firstByte.toFixed(1),
      });
    }
    return rows;
  } finally {
    await Promise.all([single.close(), pool.close()]);
  }
}

/** As many as the synthesizer starts by itself. */
const threads = () => Math.min(4, Math.max(1, availableParallelism()));

async function measure(synthesizer: Synthesizer, format: SpeechFormat, jobs: number) {
  const speeds: number[] = [];
  const firstBytes: number[] = [];
  for (let run = 0; run < runs + 1; run++) {
    const start = performance.now();
    const spoken = await Promise.all(Array.from({ length: jobs }, () => speak(synthesizer, format)));
    const seconds = (performance.now() - start) / 1_000;
    // The first run warms up.
    if (run === 0) continue;
    speeds.push(spoken.reduce((sum, each) => sum + each.durationSeconds, 0) / seconds);
    firstBytes.push(...spoken.map((each) => each.firstByte));
  }
  return { speed: percentile(speeds, 0.5), firstByte: percentile(firstBytes, 0.5) };
}

async function speak(synthesizer: Synthesizer, format: SpeechFormat) {
  const voice = cloudVoices.find(({ name }) => name === "en-US-AriaNeural");
  const plan = voice && planVoice(voice, cloudVoices);
  if (plan === undefined) throw new Error("The catalogue has lost its best-known voice.");
  const start = performance.now();
  let firstByte: number | undefined;
  const pitch = { multiplier: 1, offset: 0 };
  const utterance = { text, voice: plan, speed: 1, pitch, volume: 1, variation: 0, format };
  const synthesis = synthesizer.speak(utterance, new AbortController().signal);
  for await (const _ of synthesis) firstByte ??= performance.now() - start;
  return { firstByte: firstByte ?? Number.NaN, durationSeconds: (await synthesis.result).durationSeconds };
}

/** Seconds of speech per second of the installed programs; undefined where one is missing. */
export async function nativeSpeed(withMp3: boolean): Promise<number | undefined> {
  if (!(await isInstalled("espeak-ng")) || (withMp3 && !(await isInstalled("lame")))) return undefined;
  const speeds: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    const engine = spawn("espeak-ng", ["-v", "en-us", "--stdout", text], { stdio: ["ignore", "pipe", "ignore"] });
    let bytes = 0;
    engine.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    if (withMp3) {
      const lame = spawn("lame", ["--quiet", "-m", "m", "-b", "192", "--resample", "44.1", "-", "-"], {
        stdio: ["pipe", "ignore", "ignore"],
      });
      engine.stdout.pipe(lame.stdin);
      await once(lame, "close");
    } else await once(engine, "close");
    speeds.push(bytes / 44_100 / ((performance.now() - start) / 1_000));
  }
  return percentile(speeds, 0.5);
}

async function isInstalled(program: string): Promise<boolean> {
  try {
    await promisify(execFile)(program, ["--version"]);
    return true;
  } catch {
    return false;
  }
}
