import { expect, test } from "vitest";
import { speakLongText } from "./long-text.ts";

test("15,000 characters are spoken through kills: bounded memory, growing progress, true times, no seam", async () => {
  const report = await speakLongText(15_000, { killEvery: 2_500, mostKills: 3 });
  expect(report.decodedSeconds).toBeCloseTo(report.soundSeconds, 2);
  expect(report.soundSeconds).toBeGreaterThan(700);
  if (report.memory !== undefined) expect(report.memory).toBeLessThan(300e6);
  expect(report.kills).toBeGreaterThan(0);
  expect(report.lostSegments).toBe(0);
  expect(report.bills).toEqual(["charge 15000"]);
  expect(report.progress).toEqual(report.progress.toSorted((a, b) => a - b));
  expect(new Set(report.progress).size).toBeGreaterThan(5);
  expect(report.progress.at(-1)).toBe(100);
  expect(report.lateErrors).toHaveLength(20);
  for (const error of report.lateErrors) expect(Math.abs(error)).toBeLessThan(0.03);
  const { seams } = report;
  // Where the voice fades softly no silence is found.
  expect(seams.seams).toBeGreaterThan(report.segments * 0.7);
  expect(seams.others).toBeGreaterThan(200);
  expect(seams.pauseDifference).toBeLessThan(0.01);
  expect(seams.pauseOutside).toBeLessThan(0.03);
  expect(seams.levelDifference).toBeLessThan(0.5);
  expect(seams.seamPeak).toBeLessThanOrEqual(seams.otherPeak * 1.5);
}, 300_000);
