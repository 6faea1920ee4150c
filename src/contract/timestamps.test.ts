import { describe, expect, it } from "vitest";
import { parseProgress } from "./timestamps.ts";

const entry = (word: string, start: number) => ({ word, start, end: start + 1 });

describe("progress frames of one answer", () => {
  it("may each hold further words, in any order", () => {
    const frames = [
      { message: [entry("one", 0), entry("two", 1)] },
      { message: [entry("four", 3)] },
      { message: [entry("three", 2)] },
    ];
    const { timings, raw, granularity } = parseProgress(frames, 4);
    expect(timings.map(({ text }) => text)).toEqual(["one", "two", "three", "four"]);
    expect([raw, granularity]).toEqual([frames, "word"]);
  });

  it("may each hold all words up to then", () => {
    const frames = [
      [entry("one", 0)],
      [entry("one", 0), entry("two", 1)],
      [entry("one", 0), entry("two", 1), entry("one", 2)],
    ];
    expect(parseProgress(frames).timings.map(({ text }) => text)).toEqual(["one", "two", "one"]);
  });

  it("share one unit, which the length of the audio decides", () => {
    const frames = [[{ word: "a", start: 0, end: 900 }], [{ word: "b", start: 1_000, end: 1_900 }]];
    expect(parseProgress(frames, 2)).toMatchObject({
      unit: "milliseconds",
      timings: [{ end: 0.9 }, { start: 1, end: 1.9 }],
    });
  });

  it("may hold none: what came is kept as it came", () => {
    expect(parseProgress([{ message: "50%" }])).toMatchObject({ timings: [], raw: { message: "50%" } });
    expect(parseProgress([])).toMatchObject({ timings: [], raw: [] });
  });
});
