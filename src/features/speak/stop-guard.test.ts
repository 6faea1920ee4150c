import { expect, it } from "vitest";
import { createStopGuard, lateStop } from "./stop-guard.ts";

function setUp() {
  let time = 1_000;
  const guard = createStopGuard(() => time);
  const form = {};
  const pass = (milliseconds: number): void => {
    time += milliseconds;
  };
  return { guard, form, pass };
}

it("a press just after the speech ended by itself was meant for Stop; a moment later it means Speak", () => {
  const { guard, form, pass } = setUp();
  guard.show(true, form);
  pass(5_000);
  guard.show(false, form);
  pass(lateStop - 1);
  expect(guard.isLate(form)).toBe(true);
  pass(1);
  expect(guard.isLate(form)).toBe(false);
});

it("nothing is late before anything ran, nor while something runs again", () => {
  const { guard, form, pass } = setUp();
  guard.show(false, form);
  expect(guard.isLate(form)).toBe(false);
  guard.show(true, form);
  expect(guard.isLate(form)).toBe(false);
  guard.show(false, form);
  pass(lateStop);
  guard.show(true, form);
  expect(guard.isLate(form)).toBe(false);
});

it("who stopped it, or has changed what would be spoken, means Speak", () => {
  const { guard, form } = setUp();
  guard.show(true, form);
  guard.stop();
  guard.show(false, form);
  expect(guard.isLate(form)).toBe(false);
  guard.show(true, form);
  guard.show(false, form);
  expect(guard.isLate({})).toBe(false);
  expect(guard.isLate(form)).toBe(true);
});

it("drawn again while it stops, it still knows who stopped it", () => {
  const { guard, form } = setUp();
  guard.show(true, form);
  guard.stop();
  guard.show(true, form);
  guard.show(false, form);
  expect(guard.isLate(form)).toBe(false);
  guard.show(true, form);
  guard.show(false, form);
  expect(guard.isLate(form)).toBe(true);
});

it("what was over before the button has shown it is over all the same; who stopped it means Speak", () => {
  const { guard, form, pass } = setUp();
  guard.begin(form);
  pass(lateStop - 1);
  expect(guard.isLate(form)).toBe(true);
  expect(guard.isLate({})).toBe(false);
  pass(1);
  expect(guard.isLate(form)).toBe(false);
  guard.begin(form);
  guard.show(true, form);
  guard.stop();
  guard.show(false, form);
  expect(guard.isLate(form)).toBe(false);
});
