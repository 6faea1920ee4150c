import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { createMp3Encoder, createOggEncoder } from "wasm-media-encoders";
import { joinBytes } from "../../../contract/bytes.ts";
import type { AudioFormat } from "../../base/format.ts";
import type { AudioBytes } from "../../base/source.ts";
import { wavHeader } from "../../formats/wav.ts";
import { createRecorder } from "../../players/recorder.ts";
import { cut } from "../../players/tone.fixture.ts";
import type { Peaks } from "./peak-meter.ts";
import { createPeaksReader, type PeaksReader } from "./peaks-reader.ts";

const sampleRate = 22_050;
const height = 0.5;
const seconds = 3;
const readers: PeaksReader[] = [];
let mp3: AudioBytes;

/** A sine of `seconds`, as loud from its start to its end. */
function sine(length = seconds): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: length * sampleRate }, (_, at) => height * Math.sin(at * 0.2));
}

beforeAll(async () => {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 1, bitrate: 128 });
  mp3 = joinBytes([encoder.encode([sine()]).slice(), encoder.finalize().slice()]);
});

afterEach(() => {
  for (const reader of readers.splice(0)) reader.dispose();
});

/** The first peaks that cover `covered` seconds. */
function peaksOver(reader: PeaksReader, covered: number): Promise<Peaks> {
  return new Promise((resolve) => {
    const look = (): void => {
      const peaks = reader.getSnapshot();
      if (peaks !== undefined && peaks.seconds >= covered) resolve(peaks);
    };
    reader.subscribe(look);
    look();
  });
}

function open(format: AudioFormat) {
  const reader = createPeaksReader();
  readers.push(reader);
  const recorder = createRecorder(format);
  reader.begin(format, recorder);
  return {
    reader,
    append(...pieces: readonly AudioBytes[]) {
      for (const piece of pieces) {
        recorder.append(piece);
        reader.more();
      }
    },
  };
}

/** The peaks of all `pieces`, once they are known to cover `covered` seconds. */
function readAll(format: AudioFormat, pieces: readonly AudioBytes[], covered = seconds - 0.1): Promise<Peaks> {
  const { reader, append } = open(format);
  append(...pieces);
  reader.end();
  return peaksOver(reader, covered);
}

/** Without the encoder's silence in front and its fading at the ends. */
function middle({ values, secondsPerPeak }: Peaks): number[] {
  return [...values.slice(Math.round(0.2 / secondsPerPeak), Math.round((seconds - 0.2) / secondsPerPeak))];
}

describe("a sine", () => {
  const samples = Int16Array.from(sine(), (sample) => sample * 32_767);
  const bytes = new Uint8Array(samples.buffer);
  const format = { codec: "pcm_s16le", sampleRate, channels: 1 } as const;

  test("as MP3 is flat and as high as it was made", async () => {
    const peaks = middle(await readAll({ codec: "mp3" }, [mp3]));
    expect(peaks.length).toBeGreaterThan(200);
    // The encoder takes 5 % off, so that nothing clips.
    expect(Math.min(...peaks)).toBeGreaterThan(height * 0.95 * 0.98);
    expect(Math.max(...peaks)).toBeLessThan(height * 0.95 * 1.02);
  });

  test.each([
    ["headerless samples", format, bytes],
    ["WAV", { codec: "wav" }, joinBytes([wavHeader(format, bytes.length), bytes])],
  ] as const)("as %s is flat and as high as it was made", async (_, as, file) => {
    const peaks = await readAll(as, cut(file, 9_999), seconds);
    expect(peaks.seconds).toBeCloseTo(seconds, 3);
    expect(Math.min(...middle(peaks))).toBeGreaterThan(height * 0.98);
    expect(Math.max(...middle(peaks))).toBeLessThanOrEqual(height);
  });

  test("in a format that only the browser reads is looked at when it is whole", async () => {
    const encoder = await createOggEncoder();
    encoder.configure({ sampleRate, channels: 1 });
    const ogg = joinBytes([encoder.encode([sine()]).slice(), encoder.finalize().slice()]);
    const peaks = middle(await readAll({ codec: "ogg" }, [ogg]));
    expect(Math.min(...peaks)).toBeGreaterThan(height * 0.85);
    expect(Math.max(...peaks)).toBeLessThan(height * 1.15);
  });
});

test.each([1, 333, 4_097, 70_000])("pieces of %i bytes give the same peaks as the whole", async (size) => {
  const short = mp3.slice(0, 20_000);
  // All of the 47 frames that are whole: 1.228 s.
  const covered = 1.22;
  const whole = await readAll({ codec: "mp3" }, [short], covered);
  expect(await readAll({ codec: "mp3" }, cut(short, size), covered)).toEqual(whole);
});

test("they grow while the sound comes, and what was there stays", async () => {
  const { reader, append } = open({ codec: "mp3" });
  append(mp3.slice(0, 12_000));
  const first = await peaksOver(reader, 0.5);
  expect(first.seconds).toBeLessThan(1);
  append(mp3.slice(12_000, 30_000));
  const second = await peaksOver(reader, 1.5);
  expect([...second.values.slice(0, first.values.length - 1)]).toEqual([...first.values.slice(0, -1)]);
});

test("bytes that are no sound give no peaks, and harm nothing", async () => {
  const { reader, append } = open({ codec: "wav" });
  append(new Uint8Array(5_000).fill(0x57));
  reader.end();
  const good = await readAll({ codec: "mp3" }, [mp3]);
  expect(good.seconds).toBeGreaterThan(2);
  expect(reader.getSnapshot()).toBeUndefined();
});

test.each([
  [
    "a browser without workers",
    () => {
      throw new DOMException("no workers here", "SecurityError");
    },
  ],
  ["a worker that doesn't come", () => new Worker("/gone.js", { type: "module" })],
])("%s: no peaks, said at once, and nothing else is lost", async (_, createWorker) => {
  const reader = createPeaksReader(createWorker);
  const recorder = createRecorder({ codec: "mp3" });
  reader.prepare();
  reader.begin({ codec: "mp3" }, recorder);
  recorder.append(mp3);
  reader.more();
  reader.end();
  await reader.over;
  expect(reader.getSnapshot()).toBeUndefined();
});

test("the worker goes with the end of the sound, and with the reader", async () => {
  const ended: string[] = [];
  const counted = (name: string) => () => {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    const terminate = worker.terminate.bind(worker);
    worker.terminate = () => {
      ended.push(name);
      terminate();
    };
    return worker;
  };
  const finished = createPeaksReader(counted("finished"));
  const recorder = createRecorder({ codec: "mp3" });
  finished.begin({ codec: "mp3" }, recorder);
  recorder.append(mp3);
  finished.more();
  finished.end();
  await finished.over;
  expect(ended).toEqual(["finished"]);
  expect(finished.getSnapshot()?.seconds).toBeGreaterThan(seconds - 0.1);

  const left = createPeaksReader(counted("left"));
  left.prepare();
  left.dispose();
  left.prepare();
  expect(ended).toEqual(["finished", "left"]);
});
