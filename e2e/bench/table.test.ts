import { expect, test } from "vitest";
import { percentile, printTable, ratio } from "./table.ts";

test("percentiles by nearest rank, whatever the order", () => {
  const values = [5, 1, 4, 2, 3];
  expect([percentile(values, 0), percentile(values, 0.5), percentile(values, 0.95)]).toEqual([1, 3, 5]);
  expect(() => percentile([], 0.5)).toThrow("no values");
});

test("a ratio names a peer that wasn't there", () => {
  expect(ratio(5, 4)).toBe("1.25 ×");
  expect(ratio(5, undefined)).toBe("not installed");
});

test("columns line up, missing cells stay empty", () => {
  expect(
    printTable([
      { what: "proxy", ms: 12 },
      { what: "a", ratio: "1 ×" },
    ]),
  ).toBe(["what   ms  ratio", "proxy  12", "a            1 ×"].join("\n"));
});
