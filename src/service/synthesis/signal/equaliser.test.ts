import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Equaliser, equaliserBands } from "./equaliser.ts";

const sampleRate = 22_050;

function tone(frequency: number, length = sampleRate): Float32Array {
  return Float32Array.from({ length }, (_, index) => 0.1 * Math.sin((2 * Math.PI * frequency * index) / sampleRate));
}

function filtered(samples: Float32Array, gains: readonly number[], cuts: readonly number[] = []): Float32Array {
  const equaliser = new Equaliser(gains, sampleRate);
  const output: number[] = [];
  let offset = 0;
  for (const cut of [...cuts, samples.length]) {
    output.push(...equaliser.push(samples.subarray(offset, offset + cut)));
    offset = Math.min(samples.length, offset + cut);
  }
  output.push(...equaliser.finish());
  return Float32Array.from(output);
}

/** Level of the middle half, in dB, where nothing is cut off. */
function level(samples: Float32Array): number {
  const middle = samples.subarray(samples.length / 4, (samples.length * 3) / 4);
  return 10 * Math.log10(middle.reduce((sum, sample) => sum + sample ** 2, 0) / middle.length);
}

const slope = equaliserBands.map((_, band) => band - 10);

describe("the equaliser", () => {
  test.each([4, 7, 10, 13, 16, 19])("gives band %i its gain within half a decibel", (band) => {
    const input = tone(equaliserBands[band] ?? 0);
    expect(level(filtered(input, slope)) - level(input)).toBeCloseTo(band - 10, 0.5);
  });

  test("leaves sound as it is, in place, where every gain is 0", () => {
    const input = tone(440, 9_000);
    const output = filtered(input, new Array<number>(20).fill(0));
    expect(output.length).toBe(input.length);
    const worst = output.reduce((most, sample, index) => Math.max(most, Math.abs(sample - (input[index] ?? 0))), 0);
    expect(worst).toBeLessThan(1e-6);
  });

  test("an impulse stays where it is", () => {
    const input = new Float32Array(6_000);
    input[2_500] = 1;
    const output = filtered(input, slope);
    const largest = output.reduce((best, sample, index) => (sample > (output[best] ?? 0) ? index : best), 0);
    expect(largest).toBe(2_500);
  });

  test("gives the same samples however the input is cut, as many as went in", () => {
    const input = Float32Array.from({ length: 7_777 }, (_, index) => Math.sin(index * index * 0.001));
    const whole = filtered(input, slope);
    expect(whole.length).toBe(input.length);
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 5_000 }), { maxLength: 6 }), (cuts) => {
        expect(filtered(input, slope, cuts)).toEqual(whole);
      }),
      { numRuns: 15 },
    );
  });

  test.each([0, 1, 510, 511, 512, 3_074, 3_075])("returns %i samples for as many", (length) => {
    expect(filtered(tone(300, length), slope).length).toBe(length);
  });
});
