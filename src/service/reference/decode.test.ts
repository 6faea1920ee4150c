import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noise, tone, type WavDepth, wavFile } from "../adaptation/recordings.fixture.ts";
import { decodeRecording } from "./decode.ts";
import { ReferenceUnusableError } from "./unusable.ts";

const sample = new Uint8Array(readFileSync(new URL("../../../public/references/lower.mp3", import.meta.url)));

function worstDifference(first: Float32Array, second: Float32Array): number {
  return first.reduce((most, value, index) => Math.max(most, Math.abs(value - (second[index] ?? 0))), 0);
}

describe("WAV", () => {
  const precision: Readonly<Record<WavDepth, number>> = { 8: 0.02, 16: 1e-4, 24: 1e-6, 32: 1e-6, float: 0, double: 0 };
  const cases = ([8, 16, 24, 32, "float", "double"] as const).flatMap((depth) =>
    [1, 2].flatMap((channels) => [false, true].map((extensible) => ({ depth, channels, extensible }))),
  );

  test.each(cases)("$depth bits, $channels channels, extensible: $extensible", async (shape) => {
    const recording = tone(440, 0.2, 48_000);
    const decoded = await decodeRecording(wavFile(recording, shape));
    expect(decoded.sampleRate).toBe(48_000);
    expect(decoded.samples.length).toBe(recording.samples.length);
    expect(worstDifference(decoded.samples, recording.samples)).toBeLessThanOrEqual(precision[shape.depth]);
  });

  test.each([0, 0xffffffff])("a stream's header that says %i bytes", async (length) => {
    const file = wavFile(tone(440, 0.2));
    new DataView(file.buffer).setUint32(40, length, true);
    expect((await decodeRecording(file)).samples.length).toBe(4_410);
  });

  test("chunks before the samples are skipped, odd ones with their padding", async () => {
    const file = wavFile(tone(440, 0.2));
    const list = Uint8Array.from([...Buffer.from("LIST"), 3, 0, 0, 0, 1, 2, 3, 0]);
    const withList = Buffer.concat([file.subarray(0, 12), list, file.subarray(12)]);
    expect((await decodeRecording(withList)).samples.length).toBe(4_410);
  });

  test("values that aren't numbers become silence", async () => {
    const file = wavFile(
      { sampleRate: 8_000, samples: Float32Array.of(Number.NaN, Infinity, -Infinity, 0.5, 1e30) },
      { depth: "float" },
    );
    expect([...(await decodeRecording(file)).samples]).toEqual([0, 0, 0, 0.5, 4]);
  });

  test.each([
    ["no samples", wavFile(tone(440, 0.2)).subarray(0, 36)],
    ["no format", Buffer.concat([wavFile(tone(440, 0.2)).subarray(0, 12), wavFile(tone(440, 0.2)).subarray(36)])],
    ["a compressed format", wavFile(tone(440, 0.2)).fill(0x55, 20, 22)],
    ["no channels", wavFile(tone(440, 0.2)).fill(0, 22, 24)],
    ["no sample rate", wavFile(tone(440, 0.2)).fill(0, 24, 28)],
    ["a header alone", wavFile(tone(440, 0.2)).subarray(0, 12)],
  ])("with %s it is refused", async (_, bytes) => {
    await expect(decodeRecording(bytes)).rejects.toThrow(ReferenceUnusableError);
  });

  test("only the first minute is decoded", async () => {
    const long = await decodeRecording(wavFile({ sampleRate: 8_000, samples: new Float32Array(8_000 * 61) }));
    expect(long.samples.length).toBe(8_000 * 60);
  });
});

describe("MP3", () => {
  test("a sample reference", async () => {
    const { sampleRate, samples } = await decodeRecording(sample);
    expect(sampleRate).toBe(22_050);
    expect(samples.length / sampleRate).toBeGreaterThan(4);
    expect(samples.length / sampleRate).toBeLessThan(6.2);
  });

  test("behind a tag with a picture", async () => {
    const size = 300_000;
    const header = [0x49, 0x44, 0x33, 4, 0, 0, (size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127];
    const tagged = Buffer.concat([Uint8Array.from(header), new Uint8Array(size), sample]);
    expect((await decodeRecording(tagged)).samples.length).toBe((await decodeRecording(sample)).samples.length);
  });

  test("only the first minute is decoded", async () => {
    const long = await decodeRecording(Buffer.concat(new Array<Uint8Array>(20).fill(sample)));
    expect(long.samples.length).toBe(long.sampleRate * 60);
  });
});

test.each([
  ["HTML", Buffer.from("<!doctype html><title>Not found</title>")],
  ["nothing", new Uint8Array(0)],
  ["noise", Uint8Array.from(noise(0.1).samples, (value) => value * 400)],
  ["AAC", Uint8Array.from([0xff, 0xf1, 0x50, 0x80, 0x2e, 0x7f, 0xfc])],
  ["Ogg", Buffer.from("OggS\0\u0002")],
  ["an MP3 header and nothing", sample.subarray(0, 4)],
  ["a tag and nothing", Buffer.from("ID3\u0004\0\0\0\0\0\0")],
])("%s is no recording", async (_, bytes) => {
  await expect(decodeRecording(bytes)).rejects.toThrow(ReferenceUnusableError);
});

test("whatever follows a WAV's beginning is decoded or refused", async () => {
  const start = wavFile(tone(440, 0.05));
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 60 }), fc.uint8Array({ maxLength: 60 }), async (place, bytes) => {
      const file = start.slice();
      file.set(bytes, Math.min(12 + place, file.length - bytes.length));
      const outcome = await decodeRecording(file).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ReferenceUnusableError);
    }),
    { numRuns: 300 },
  );
});
