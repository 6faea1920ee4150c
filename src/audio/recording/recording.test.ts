import { describe, expect, test } from "vitest";
import { faultOfOwnRecording, ownRecording } from "../../contract/own-recordings.ts";
import type { Samples } from "../decoders/decoder.ts";
import { joinAtOwnRate, ownWav, partFrom } from "./own-wav.ts";
import { faultsOf, isUsable, speechBegin } from "./recording-faults.ts";

const { sampleRate } = ownRecording;

/** A tone at `rate` hertz. */
function tone(seconds: number, peak = 0.3, rate: number = sampleRate): Samples {
  return Float32Array.from({ length: Math.round(seconds * rate) }, (_, at) => {
    return peak * Math.sin((2 * Math.PI * 220 * at) / rate);
  });
}

describe("what is wrong with a recording", () => {
  test.each([
    ["six seconds at a good level", tone(6), []],
    ["what is too short", tone(4.9), ["short"]],
    ["what is too long", tone(30.1), ["long"]],
    ["nothing at all", new Float32Array(0), ["short", "silent"]],
    ["digital silence", new Float32Array(6 * sampleRate), ["silent"]],
    ["the noise of a room", tone(6, 0.001), ["silent"]],
    ["a voice far away", tone(6, 0.008), ["quiet"]],
    ["a voice too near", tone(6, 1.5), ["clipped"]],
  ])("%s", (_what, samples, faults) => {
    const clamped = samples.map((sample) => Math.max(-1, Math.min(1, sample)));
    expect(faultsOf(clamped)).toEqual(faults);
  });

  test("what is quiet or crackles can be used all the same", () => {
    expect((["short", "long", "silent", "quiet", "clipped"] as const).filter(isUsable)).toEqual(["quiet", "clipped"]);
  });
});

test("a cut begins a moment before the first words", () => {
  const samples = new Float32Array(40 * sampleRate);
  samples.set(tone(30), 7 * sampleRate);
  expect(speechBegin(samples)).toBeCloseTo(6.8, 1);
  expect(speechBegin(tone(6))).toBe(0);
});

test("a part is 30 seconds at most, from where it was cut", () => {
  const samples = Float32Array.from({ length: 42 * sampleRate }, (_, at) => at);
  const part = partFrom(samples, 10);
  expect([part.length / sampleRate, part[0]]).toEqual([30, 10 * sampleRate]);
  expect(partFrom(samples, 20).length / sampleRate).toBe(22);
});

test.each([44_100, 48_000, 16_000, sampleRate])(
  "pieces at %i Hz become one sound of the same length and pitch",
  (rate) => {
    const whole = tone(6, 0.3, rate);
    const pieces = Array.from({ length: Math.ceil(whole.length / 512) }, (_, at) =>
      whole.slice(at * 512, (at + 1) * 512),
    );
    const joined = joinAtOwnRate(pieces, rate);
    expect(joined.length).toBe(6 * sampleRate);
    const crossings = joined.reduce(
      (count, sample, at) => count + Number(at > 0 && sample >= 0 && (joined[at - 1] ?? 0) < 0),
      0,
    );
    expect(crossings / 6).toBeCloseTo(220, 0);
  },
);

test("a WAV file is of the form that the server takes, and never wraps around", async () => {
  const bytes = new Uint8Array(await ownWav(tone(6, 2)).arrayBuffer());
  expect(faultOfOwnRecording(bytes)).toBeUndefined();
  const samples = new Int16Array(bytes.buffer.slice(44));
  expect([samples.includes(32_767), samples.includes(-32_767), samples.includes(-32_768)]).toEqual([true, true, false]);
});
