import { beforeAll, describe, expect, test, vi } from "vitest";
import { joinBytes } from "../../contract/bytes.ts";
import type { AudioBytes } from "../base/source.ts";
import { createMp3FrameSplitter } from "../formats/mp3-frames.ts";
import { cut, infoFrame, toneMp3, toneSamples } from "../players/tone.fixture.ts";
import type { Samples } from "./decoder.ts";
import { decodeAll, mpg123Only, webCodecsOnly } from "./decoding.fixture.ts";
import { startWorkerDecoder } from "./worker-decoder.ts";

const mp3 = { codec: "mp3" } as const;
/** WebCodecs in the worker. */
const besideOnly = { ...webCodecsOnly, mp3Beside: await startWorkerDecoder() };
let tone: AudioBytes;
let finished: AudioBytes;
let frames = 0;
const seconds = 0.4;

beforeAll(async () => {
  tone = await toneMp3({ seconds });
  frames = createMp3FrameSplitter().push(tone).length;
  finished = joinBytes([infoFrame(576, frames * 576 - 576 - seconds * 22_050, frames), tone]);
});

describe.each([
  ["WebCodecs", webCodecsOnly],
  ["WebCodecs beside the page", besideOnly],
  ["mpg123", mpg123Only],
])("%s", (_, capabilities) => {
  const decode = async (...pieces: readonly AudioBytes[]): Promise<Samples> => {
    const { channels, sampleRate } = await decodeAll(mp3, capabilities, pieces);
    expect([channels.length, sampleRate]).toEqual([1, 22_050]);
    return channels[0] ?? new Float32Array();
  };

  test("a stream gives every sample of its frames", async () => {
    expect(await decode(tone)).toHaveLength(frames * 576);
  });

  test("a finished file gives exactly the samples that were encoded, in their place", async () => {
    const decoded = await decode(finished);
    const original = toneSamples(seconds, 22_050);
    expect(decoded).toHaveLength(original.length);
    expect(levelOfDifference(decoded, original)).toBeLessThan(-30);
  });

  test("single bytes and odd pieces give the same samples", async () => {
    const whole = await decode(finished);
    for (const size of [1, 7, 417, 1_000]) expect(await decode(...cut(finished, size))).toEqual(whole);
  });

  test("damage in the middle costs its own frames only", async () => {
    const middle = Math.floor(tone.length / 2);
    const damaged = await decode(tone.slice(0, middle), Uint8Array.of(1, 2, 3), tone.slice(middle));
    const whole = await decode(tone);
    expect(damaged.length).toBeGreaterThan(whole.length - 5 * 576);
    expect(levelOfDifference(damaged.slice(-1_000), whole.slice(-1_000))).toBeLessThan(-60);
  });

  test("an answer cut off in a frame gives the frames before it", async () => {
    expect(await decode(tone.slice(0, -50))).toHaveLength((frames - 1) * 576);
  });

  test("what holds no frame is an error with a code", async () => {
    await expect(decode(new Uint8Array(3_000).fill(9))).rejects.toMatchObject({
      name: "PlaybackError",
      code: "undecodable",
    });
  });

  test("nothing gives nothing", async () => {
    expect((await decodeAll(mp3, capabilities, [])).channels).toEqual([]);
  });
});

test("every place to cut a file gives the same samples", { timeout: 60_000 }, async () => {
  const short = finished.slice(0, 208 * 5 + 100);
  const whole = await decodeAll(mp3, webCodecsOnly, [short]);
  for (let at = 0; at <= short.length; at += 1) {
    const cutHere = await decodeAll(mp3, webCodecsOnly, [short.slice(0, at), short.slice(at)]);
    if (!sameSamples(cutHere.channels[0], whole.channels[0])) expect.fail(`other samples when cut at ${at}`);
  }
});

test("beside the page it is decoded as in the page, by a worker that is there", async () => {
  expect(besideOnly.mp3Beside).toBeDefined();
  const [inPage, beside] = await Promise.all([webCodecsOnly, besideOnly].map((kind) => decodeAll(mp3, kind, [tone])));
  expect(beside).toEqual(inPage);
});

/** A worker that begins by `first`, and breaks as soon as something is wanted of it. */
function breakingWorker(first: Event): () => Worker {
  return () => {
    const worker = Object.assign(new EventTarget(), {
      postMessage: () => queueMicrotask(() => worker.dispatchEvent(new Event("error"))),
      terminate: vi.fn(),
    });
    queueMicrotask(() => worker.dispatchEvent(first));
    return worker as unknown as Worker;
  };
}

test.each([
  ["says no", new MessageEvent("message", { data: false })],
  ["doesn't start", new Event("error")],
])("a worker that %s decodes nothing", async (_, first) => {
  expect(await startWorkerDecoder(breakingWorker(first))).toBeUndefined();
});

test("a worker that breaks is told as what can't decode, so that something else plays", async () => {
  const mp3Beside = await startWorkerDecoder(breakingWorker(new MessageEvent("message", { data: true })));
  const told = decodeAll(mp3, { ...webCodecsOnly, mp3Beside }, [tone]);
  await expect(told).rejects.toMatchObject({ name: "PlaybackError", code: "unsupported" });
});

test("both decoders hear the same", async () => {
  const [first, second] = await Promise.all([webCodecsOnly, mpg123Only].map((kind) => decodeAll(mp3, kind, [tone])));
  const [a, b] = [first?.channels[0] ?? new Float32Array(), second?.channels[0] ?? new Float32Array()];
  expect(levelOfDifference(a, b)).toBeLessThan(-80);
});

function sameSamples(a: Samples | undefined, b: Samples | undefined): boolean {
  return a !== undefined && b !== undefined && a.length === b.length && a.every((sample, index) => sample === b[index]);
}

/** How much two sounds differ, in decibels below full scale. */
function levelOfDifference(a: Float32Array, b: Float32Array): number {
  const power = a.reduce((sum, sample, index) => sum + (sample - (b[index] ?? 0)) ** 2, 0) / a.length;
  return 10 * Math.log10(power);
}
