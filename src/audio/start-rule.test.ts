import { expect, test } from "vitest";
import { createStartRule } from "./start-rule.ts";

/** The rule after pieces that came at `at` milliseconds, with so much sound in all (seconds). */
function after(...pieces: readonly (readonly [at: number, total: number])[]) {
  const rule = createStartRule();
  for (const [at, total] of pieces) rule.came(total, at);
  return rule;
}

test("600 ms may start at any pace, the end at any length", () => {
  expect(after([0, 0.6]).mayStart({ available: 0.6, ended: false })).toBe(true);
  expect(after([0, 0.59]).mayStart({ available: 0.59, ended: false })).toBe(false);
  expect(after([0, 0.01]).mayStart({ available: 0.01, ended: true })).toBe(true);
});

test("100 ms may start at twice real time, seen at three moments", () => {
  const even = (pace: number) => after(...[0, 30, 60].map((at) => [at, ((at + 30) * pace) / 1_000] as const));
  expect(even(2.1).mayStart({ available: 0.12, ended: false })).toBe(true);
  expect(even(1.9).mayStart({ available: 0.12, ended: false })).toBe(false);
  expect(even(9).mayStart({ available: 0.09, ended: false })).toBe(false);
});

test("one moment shows no pace, however much came in it", () => {
  const burst = after([0, 0.1], [1, 0.3], [2, 0.5]);
  expect(burst.mayStart({ available: 0.5, ended: false })).toBe(false);
});

test("two moments show it when 300 ms came", () => {
  const two = after([0, 0.15], [50, 0.3]);
  expect(two.mayStart({ available: 0.3, ended: false })).toBe(true);
  expect(after([0, 0.1], [50, 0.2]).mayStart({ available: 0.2, ended: false })).toBe(false);
});

test("after a stall the pace from before counts no more", () => {
  const rule = after([0, 0.15], [50, 0.3]);
  rule.ranDry();
  expect(rule.mayStart({ available: 0.4, ended: false })).toBe(false);
  expect(rule.mayStart({ available: 0.6, ended: false })).toBe(true);
});
