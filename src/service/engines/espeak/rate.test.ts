import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rateForSpeed } from "./rate.ts";

describe("the engine's rate for a speed", () => {
  it("is natural at 1 and stays within what the engine can do", () => {
    expect(rateForSpeed(1)).toBe(175);
    expect(rateForSpeed(0.25)).toBe(80);
    expect(rateForSpeed(4)).toBe(450);
    expect(rateForSpeed(2)).toBe(350);
  });

  it("never falls when the speed grows", () => {
    const speed = fc.double({ min: 0.1, max: 5, noNaN: true });
    fc.assert(
      fc.property(speed, speed, (one, other) => {
        expect(rateForSpeed(Math.min(one, other))).toBeLessThanOrEqual(rateForSpeed(Math.max(one, other)));
      }),
    );
  });
});
