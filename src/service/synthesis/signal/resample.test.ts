import { describe, expect, it } from "vitest";
import { joinSamples } from "../../../contract/bytes.ts";
import { Resampler } from "./resample.ts";

const sine = (frequency: number, rate: number, length: number) =>
  Float32Array.from({ length }, (_, index) => Math.sin((2 * Math.PI * frequency * index) / rate));

function resampled(input: Float32Array, portion: number, from = 22_050, to = 24_000): Float32Array {
  const resampler = new Resampler(from, to);
  const parts: Float32Array[] = [];
  for (let offset = 0; offset < input.length; offset += portion)
    parts.push(resampler.push(input.subarray(offset, offset + portion)));
  return joinSamples([...parts, resampler.finish()]);
}

/** In dB against the expected, but for 100 samples at either end. */
function errorOf(result: Float32Array, expected: Float32Array): number {
  let [error, power] = [0, 0];
  for (let index = 100; index < expected.length - 100; index++) {
    error += ((result[index] ?? 0) - (expected[index] ?? 0)) ** 2;
    power += (expected[index] ?? 0) ** 2;
  }
  return 10 * Math.log10(error / power);
}

describe("resampling", () => {
  it.each([300, 1_000, 4_000, 8_000])("keeps a sine of %d Hz in frequency, level and phase", (frequency) => {
    const result = resampled(sine(frequency, 22_050, 22_050), 2_205);
    expect(result.length).toBe(24_000);
    expect(errorOf(result, sine(frequency, 24_000, 24_000))).toBeLessThan(-50);
  });

  it.each([8_000, 16_000, 24_000, 44_100, 48_000])("brings %d Hz to 22,050 Hz, and keeps its length", (rate) => {
    const result = resampled(sine(1_000, rate, rate), 960, rate, 22_050);
    expect(Math.abs(result.length - 22_050)).toBeLessThanOrEqual(1);
    expect(errorOf(result, sine(1_000, 22_050, 22_050))).toBeLessThan(-50);
  });

  it("lets nothing through that the lower rate can't hold", () => {
    const result = resampled(sine(18_000, 48_000, 48_000), 4_800, 48_000, 22_050).subarray(100, 21_900);
    expect(Math.max(...result)).toBeLessThan(0.003);
  });

  it("makes the same of any portions", () => {
    const input = sine(700, 22_050, 5_000);
    expect(resampled(input, 97)).toEqual(resampled(input, 5_000));
    expect(resampled(input, 97, 24_000, 22_050)).toEqual(resampled(input, 5_000, 24_000, 22_050));
  });
});
