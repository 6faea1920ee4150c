import { describe, expect, it } from "vitest";
import { stageScale } from "./stage-scale.ts";

const scaleAt = (length: number) => stageScale("a".repeat(length));

describe("the size of letters on the stage", () => {
  it("follows the length without a leap", () => {
    expect(scaleAt(0)).toBe(1);
    expect(scaleAt(12)).toBe(1);
    for (let length = 1; length < 2_000; length += 1) {
      const [one, next] = [scaleAt(length), scaleAt(length + 1)];
      expect(next).toBeLessThanOrEqual(one);
      expect(next / one).toBeGreaterThan(0.99);
    }
    expect(scaleAt(60)).toBeGreaterThan(scaleAt(80));
    expect(scaleAt(600)).toBeGreaterThan(scaleAt(1_200));
    expect(scaleAt(500_000)).toBe(scaleAt(5_000));
  });

  it("counts a Chinese letter as two", () => {
    expect(stageScale("夜".repeat(50))).toBe(scaleAt(100));
  });
});
