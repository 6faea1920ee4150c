import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchPace } from "./pace.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** After how many pauses something is told to be slow whose length after each is given by `lengthAfter`. */
function toldAfter(lengthAfter: (pauses: number) => number): number | undefined {
  let pauses = 0;
  let told: number | undefined;
  const pace = watchPace(
    () => lengthAfter(pauses),
    1_000,
    () => {
      told ??= pauses;
    },
  );
  while (pauses < 30 && told === undefined) {
    pauses++;
    vi.advanceTimersByTime(1_000);
  }
  clearInterval(pace);
  return told;
}

test.each([
  ["nothing at all", () => 0, 1],
  ["much, and then nothing", () => 7_900_000, 2],
  ["much, and then a trickle", (pauses: number) => 7_900_000 + pauses, 2],
  ["a trickle from the beginning, which is little", (pauses: number) => pauses * 10, 18],
  ["a slow line, for as many pauses as anything has", (pauses: number) => pauses * 500_000, 18],
])("%s", (_what, lengthAfter, pauses) => {
  expect(toldAfter(lengthAfter)).toBe(pauses);
});

test("what grows as it should isn't disturbed", () => {
  expect(toldAfter((pauses) => 1.07 ** pauses)).toBeUndefined();
});
