import { describe, expect, it } from "vitest";
import { variationSource } from "./variation.ts";

const spread = (amount: number) => {
  const vary = variationSource(amount, 7);
  const widths = Array.from({ length: 200 }, () => vary().width);
  return Math.max(...widths) - Math.min(...widths);
};

describe("variation of prosody", () => {
  it("is none at 0, whatever the seed", () => {
    expect(variationSource(0, 1)()).toEqual({ pitch: 1, width: 1, speed: 1 });
  });

  it("is what the seed says, sentence after sentence", () => {
    const [one, same, other] = [variationSource(0.5, 1), variationSource(0.5, 1), variationSource(0.5, 2)];
    const first = one();
    expect(first).toEqual(same());
    expect(first).not.toEqual(other());
    expect(first).not.toEqual(one());
  });

  it("grows with the amount and stays within what the ear takes for the same voice", () => {
    expect(spread(0.1)).toBeGreaterThan(0.05);
    expect(spread(0.4)).toBeGreaterThan(spread(0.1) * 2);
    expect(spread(0.8)).toBeGreaterThan(spread(0.4) * 1.5);
    const vary = variationSource(0.8, 3);
    for (let run = 0; run < 500; run++) {
      const { pitch, speed } = vary();
      expect(Math.abs(pitch - 1)).toBeLessThanOrEqual(0.041);
      expect(Math.abs(speed - 1)).toBeLessThanOrEqual(0.025);
    }
  });
});
