import { expect, it } from "vitest";
import { createTakeIds } from "./take-id.ts";

it("ids sort in the order in which they were made, also within a millisecond", () => {
  let left = 0xffff_ffff;
  const newId = createTakeIds((array) => array.fill(left--));
  const made = [5_000, 5_000, 5_000, 5_001, 5_002, 4_990, 90_000].map(newId);
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
});

it("a clock that was set back holds", () => {
  const newId = createTakeIds((array) => array);
  const [late = "", early = ""] = [7_200_000, 3_600_000].map(newId);
  expect(early < late).toBe(true);
});
