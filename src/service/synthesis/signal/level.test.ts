import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toFloats } from "../../engines/samples.ts";
import { applyLevel, toIntegers } from "./level.ts";

describe("level", () => {
  it("is exact below the knee", () => {
    const levels = applyLevel(Float32Array.of(0.1, -0.3, 0.4), 2);
    for (const [index, expected] of [0.2, -0.6, 0.8].entries()) expect(levels[index]).toBeCloseTo(expected, 6);
  });

  it("never passes full scale, keeps order and sign", () => {
    const sample = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(sample, sample, fc.double({ min: 0, max: 2, noNaN: true }), (one, other, gain) => {
        const [low = 0, high = 0] = applyLevel(Float32Array.of(Math.min(one, other), Math.max(one, other)), gain);
        expect(Math.max(Math.abs(low), Math.abs(high))).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(high);
      }),
    );
  });

  it("goes from 16-bit samples to floats and back without a change", () => {
    const samples = Int16Array.of(-32_768, -1, 0, 1, 1_234, 32_767);
    expect(toIntegers(toFloats(samples))).toEqual(samples);
    expect(toIntegers(Float32Array.of(1, -1, 2))).toEqual(Int16Array.of(32_767, -32_768, 32_767));
  });
});
