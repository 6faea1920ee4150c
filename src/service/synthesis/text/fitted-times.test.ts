import { describe, expect, it } from "vitest";
import { fitTimes } from "./fitted-times.ts";

/** Words that follow each other, each as long as said. */
function told(...seconds: number[]) {
  let from = 0;
  return seconds.map((length, index) => {
    from += length;
    return { start: index * 10, end: index * 10 + 5, from: from - length, to: from };
  });
}

describe("word times fitted to a sound", () => {
  it("are stretched to its length where it has no pause", () => {
    const fitted = fitTimes(told(0.2, 0.4, 0.2), [{ from: 0.1, to: 1.7 }]);
    expect(fitted.map(({ from, to }) => [from, to].map((time) => Number(time.toFixed(3))))).toEqual([
      [0.1, 0.5],
      [0.5, 1.3],
      [1.3, 1.7],
    ]);
    expect(fitted.map(({ start, end }) => [start, end])).toEqual([
      [0, 5],
      [10, 15],
      [20, 25],
    ]);
  });

  it("begin and end at its pauses", () => {
    const fitted = fitTimes(told(0.3, 0.3, 0.3, 0.3), [
      { from: 0, to: 0.7 },
      { from: 1.2, to: 1.8 },
    ]);
    expect(fitted[1]?.to).toBeCloseTo(0.7);
    expect(fitted[2]?.from).toBeCloseTo(1.2);
    expect(fitted[3]?.to).toBeCloseTo(1.8);
  });

  it("leave a pause inside of a word alone", () => {
    const fitted = fitTimes(told(0.6, 0.3), [
      { from: 0, to: 0.3 },
      { from: 0.38, to: 0.98 },
    ]);
    expect(fitted[0]?.to).toBeGreaterThan(0.55);
    expect(fitted[1]?.to).toBeCloseTo(0.98);
  });

  it("begin at the pauses of slow speech, too, though its words differ by more from what was told", () => {
    // "Nobody wakes it before noon" at 140 ms for each sound.
    const sounding = [
      { from: 0, to: 1.197 },
      { from: 1.292, to: 2.11 },
      { from: 2.21, to: 2.494 },
      { from: 2.604, to: 3.552 },
      { from: 3.646, to: 4.33 },
    ];
    expect(fitTimes(told(0.416, 0.349, 0.141, 0.311, 0.376), sounding)).toMatchObject(sounding);
  });

  it("are none where nothing was told, or nothing sounds", () => {
    expect(fitTimes([], [{ from: 0, to: 1 }])).toEqual([]);
    expect(fitTimes(told(0.3), [])).toEqual([]);
  });

  it("are found quickly in the longest piece: 60 words with 60 pauses", () => {
    const words = told(...Array.from({ length: 60 }, () => 0.2));
    const sounding = Array.from({ length: 60 }, (_, index) => ({ from: index * 0.3, to: index * 0.3 + 0.2 }));
    const begun = process.cpuUsage();
    const fitted = fitTimes(words, sounding);
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(2_000);
    expect(fitted[59]?.from).toBeCloseTo(59 * 0.3);
  });
});
