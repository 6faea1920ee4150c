import fc from "fast-check";
import { expect, test } from "vitest";
import { createClockSmoother } from "./clock-smoother.ts";

test("a burst ahead isn't followed", () => {
  const smoother = createClockSmoother();
  for (let at = 5_000; at < 5_200; at += 20) expect(smoother.follow(at / 1_000 - 5, at)).toBeCloseTo(at / 1_000 - 5);
  for (let at = 5_200; at < 5_400; at += 20) expect(smoother.follow(at / 1_000 - 4.94, at)).toBeCloseTo(at / 1_000 - 5);
});

test("a context that stood still is followed at once", () => {
  const smoother = createClockSmoother();
  smoother.follow(1, 5_000);
  expect(smoother.follow(1, 5_300)).toBeCloseTo(1);
  expect(smoother.follow(1.1, 5_400)).toBeCloseTo(1.1);
});

test("a device whose clock is faster is followed within a second, also over an hour", () => {
  const faster = 1.0002;
  const smoother = createClockSmoother();
  for (let at = 0; at < 3_600_000; at += 20) {
    const device = (at / 1_000) * faster;
    const behind = device - smoother.follow(device, at);
    if (behind < -1e-6 || behind > faster - 1) expect.fail(`${behind} s behind at ${at} ms`);
  }
});

test("it never says more than the context has made, nor forgets after a break what is new", () => {
  const jumps = fc.array(fc.tuple(fc.integer({ min: 1, max: 4_000 }), fc.integer({ min: 0, max: 4_000 })));
  fc.assert(
    fc.property(jumps, (steps) => {
      const smoother = createClockSmoother();
      let [time, at] = [0, 0];
      for (const [made, passed] of steps) {
        time += made / 1_000;
        at += passed;
        expect(smoother.follow(time, at)).toBeLessThanOrEqual(time + 1e-9);
      }
      expect(smoother.follow(time, at + 601)).toBeCloseTo(time);
    }),
  );
});
