import { describe, expect, it } from "vitest";
import { Resampler } from "./resample.ts";
import { joinSamples } from "./time-stretch.ts";

const sine = (frequency: number, rate: number, length: number) =>
  Float32Array.from({ length }, (_, index) => Math.sin((2 * Math.PI * frequency * index) / rate));

function resampled(input: Float32Array, portion: number): Float32Array {
  const resampler = new Resampler();
  const parts: Float32Array[] = [];
  for (let offset = 0; offset < input.length; offset += portion)
    parts.push(resampler.push(input.subarray(offset, offset + portion)));
  return joinSamples([...parts, resampler.finish()]);
}

describe("resampling from 22,050 to 24,000 Hz", () => {
  it.each([300, 1_000, 4_000, 8_000])("keeps a sine of %d Hz in frequency, level and phase", (frequency) => {
    const result = resampled(sine(frequency, 22_050, 22_050), 2_205);
    const expected = sine(frequency, 24_000, 24_000);
    expect(result.length).toBe(24_000);
    let error = 0;
    for (let index = 100; index < 23_900; index++) error += ((result[index] ?? 0) - (expected[index] ?? 0)) ** 2;
    expect(10 * Math.log10(error / 23_800 / 0.5)).toBeLessThan(-50);
  });

  it("makes the same of any portions", () => {
    const input = sine(700, 22_050, 5_000);
    expect(resampled(input, 97)).toEqual(resampled(input, 5_000));
  });
});
