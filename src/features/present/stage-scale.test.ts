import { describe, expect, it } from "vitest";
import { stageGrowth, stageScale } from "./stage-scale.ts";

const scaleAt = (length: number) => stageScale("a".repeat(length));

describe("the growth of short texts", () => {
  const room = { size: 146, width: 1_700, height: 780 };
  const growthAt = (length: number, given = room) => stageGrowth("a".repeat(length), given);

  it("falls from its most to nothing as texts get longer, without a leap", () => {
    expect(growthAt(6)).toBe(1.8);
    expect(growthAt(0)).toBe(1.8);
    expect(growthAt(80)).toBe(1);
    for (let length = 1; length < 100; length += 1) {
      expect(growthAt(length + 1)).toBeLessThanOrEqual(growthAt(length));
      // A letter more never makes more of a difference than it does to the text's length.
      expect(growthAt(length + 1) / growthAt(length)).toBeGreaterThan((length / (length + 1)) ** 0.51);
    }
  });

  it("uses the height of an upright screen, counts a Chinese letter as two, and does without any room", () => {
    const upright = { size: 45, width: 350, height: 560 };
    expect(growthAt(31, upright)).toBeGreaterThan(1.35);
    expect(growthAt(31, { ...upright, height: 200 })).toBe(1);
    expect(stageGrowth("夜".repeat(15), room)).toBe(growthAt(30));
    expect(growthAt(5, { size: 45, width: -10, height: 0 })).toBe(1);
  });
});

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
