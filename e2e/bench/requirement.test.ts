import { expect, test } from "vitest";
import { judge } from "./requirement.ts";

test.each([
  [{ atLeast: 0.9 }, 0.9, true],
  [{ atLeast: 0.9 }, 0.899, false],
  [{ below: 250 }, 249.9, true],
  [{ below: 250 }, 250, false],
  [{ atLeast: 0.9 }, Number.NaN, false],
  [{ below: 250 }, Number.NaN, false],
  [{ atLeast: 0 }, undefined, false],
  [{ below: Number.POSITIVE_INFINITY }, undefined, false],
])("%j and %j: met is %j", (bound, value, met) => {
  expect(judge({ what: "something", value, bound }).met).toBe(met);
});

test("a verdict names what was measured and what was required", () => {
  expect(judge({ what: "memory", value: 12.34567, bound: { below: 10 }, unit: "MB" }).line).toBe(
    "MISSED  memory: 12.346 (required: below 10 MB)",
  );
  expect(judge({ what: "memory", value: undefined, bound: { below: 10 } }).line).toBe(
    "NOT MEASURED  memory: not measured (required: below 10)",
  );
});
