import { expect, test } from "vitest";
import { speakLongText } from "./long-text.ts";

test("15,000 characters are spoken with flat memory, growing progress and times that don't drift", async () => {
  const report = await speakLongText(15_000);
  expect(report.decodedSeconds).toBeCloseTo(report.soundSeconds, 2);
  expect(report.soundSeconds).toBeGreaterThan(250);
  if (report.memoryGrowth !== undefined) expect(report.memoryGrowth).toBeLessThan(64e6);
  expect(report.progress).toEqual(report.progress.toSorted((a, b) => a - b));
  expect(new Set(report.progress).size).toBeGreaterThan(5);
  expect(report.progress.at(-1)).toBe(100);
  expect(report.lateErrors).toHaveLength(20);
  for (const error of report.lateErrors) expect(Math.abs(error)).toBeLessThan(0.03);
}, 300_000);
