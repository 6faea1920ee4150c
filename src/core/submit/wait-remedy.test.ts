import { expect, it } from "vitest";
import { secondsLeft } from "./wait-remedy.tsx";

it.each([
  [10_000, 3_000, 7],
  [10_000, 3_001, 7],
  [10_000, 4_000, 6],
  [10_000, 9_999, 1],
  [10_000, 10_000, 0],
  [10_000, 90_000, 0],
])("until %d at %d are %d s", (until, now, left) => {
  expect(secondsLeft(until, now)).toBe(left);
});
