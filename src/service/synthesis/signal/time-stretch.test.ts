import { describe, expect, it } from "vitest";
import { joinSamples } from "../../../contract/bytes.ts";
import { medianFundamental } from "../fundamental-frequency.fixture.ts";
import { isNearNatural, TimeStretch } from "./time-stretch.ts";

/** Two seconds that sound a little like a voice: a fundamental with harmonics and a slow tremolo. */
const tone = Float32Array.from({ length: 44_100 }, (_, index) => {
  const time = index / 22_050;
  const wave = [1, 2, 3, 4].reduce(
    (sum, harmonic) => sum + Math.sin(2 * Math.PI * 150 * harmonic * time) / harmonic,
    0,
  );
  return 0.3 * wave * (0.8 + 0.2 * Math.sin(2 * Math.PI * 3 * time));
});

function stretched(tempo: number, portion: number): Float32Array {
  const stretch = new TimeStretch(tempo);
  const parts: Float32Array[] = [];
  for (let offset = 0; offset < tone.length; offset += portion)
    parts.push(stretch.push(tone.subarray(offset, offset + portion)));
  return joinSamples([...parts, stretch.finish()]);
}

describe("stretching in time", () => {
  it.each([0.5, 0.8, 0.97, 1.05, 1.25, 2])("by %d is exact to the sample and leaves the pitch", (tempo) => {
    const result = stretched(tempo, 2_205);
    expect(result.length).toBe(Math.round(tone.length / tempo));
    expect(Math.abs(medianFundamental(result, 22_050) / 150 - 1)).toBeLessThan(0.02);
  });

  it("is exact whatever the portions are, and for less than the library needs", () => {
    expect(stretched(1.1, 137).length).toBe(Math.round(tone.length / 1.1));
    const short = new TimeStretch(0.5);
    expect(short.push(tone.subarray(0, 100)).length + short.finish().length).toBe(200);
  });

  it("gives its first samples long before its last", () => {
    const stretch = new TimeStretch(1.1);
    expect(stretch.push(tone.subarray(0, 6_615)).length).toBeGreaterThan(0);
  });

  it("ends at the total that it is told", () => {
    const stretch = new TimeStretch(1.5);
    const given = stretch.push(tone).length;
    expect(given + stretch.finish(29_500).length).toBe(29_500);
  });

  it("leaves speeds near the natural one to the time-stretcher", () => {
    expect([0.5, 0.79, 0.8, 1, 1.25, 1.26, 2].map(isNearNatural)).toEqual([
      false,
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
