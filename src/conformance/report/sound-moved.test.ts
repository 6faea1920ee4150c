import { expect, it } from "vitest";
import { leastLikenessOf } from "../../audio/analysis/measures/likeness.ts";
import type { MeasureSound } from "../run/measure.ts";
import { soundMoved } from "./sound-moved.ts";

/** Three bands over 40 windows, a tone that goes through them `turns` times. */
const windows = (turns: number) =>
  Array.from({ length: 40 }, (_, at) =>
    [0, 1, 2].map((band) => (Math.floor((at * turns) / 14) % 3 === band ? -10 : -50)),
  );
const soundOf = (text: string) => ({ blob: new Blob([text]), format: { codec: "mp3" } as const });
const measure: MeasureSound = async (blob) => {
  const turns = Number(await blob.text());
  if (Number.isNaN(turns)) throw new Error("There is no sound in this.");
  const figures = { duration: 1, peak: 1, loudness: -20, leadingSilence: 0, trailingSilence: 0 };
  return { ...figures, voice: { pitch: 100, halves: 0, windows: windows(turns) } };
};

it("other words in the last of two minutes are other words", async () => {
  const pattern = (turns: number) =>
    Array.from({ length: 3_000 }, (_, at) =>
      [0, 1, 2].map((band) => (Math.floor((at * turns) / 300) % 3 === band ? -10 : -50)),
    );
  const long: MeasureSound = async (blob) => {
    const windows = [...pattern(1), ...pattern(Number(await blob.text()))];
    const figures = { duration: 120, peak: 1, loudness: -20, leadingSilence: 0, trailingSilence: 0 };
    return { ...figures, voice: { pitch: 100, halves: 0, windows } };
  };
  expect(await soundMoved(soundOf("1.0"), soundOf("1"), long, "en")).toEqual([]);
  expect(await soundMoved(soundOf("1.5"), soundOf("1"), long, "en")).toHaveLength(1);
  // Whoever expects less says so.
  expect(await soundMoved(soundOf("1.5"), soundOf("1"), long, "en", -1)).toEqual([]);
});

it.each([
  ["the same bytes", "unreadable", "unreadable", []],
  ["other bytes that sound alike", "1", "1.0", []],
  [
    "another sound",
    "1",
    "5",
    [expect.stringMatching(/^Sound: its likeness to the baseline's is -?0\.\d\d, at least 0\.9/)],
  ],
  ["what can't be heard", "1", "unreadable", ["Sound: not the baseline's bytes, and can't be listened to."]],
])("%s", async (_, now, before, said) => {
  expect(await soundMoved(soundOf(now), soundOf(before), measure, "en")).toEqual(said);
});

it("a likeness that isn't enough is never said to be more than it is", async () => {
  for (const turns of [2, 3, 4, 5, 6, 7]) {
    const [text = ""] = await soundMoved(soundOf(`${turns}`), soundOf("1"), measure, "en", 1);
    const said = Number(/is (-?\d\.\d\d), at least/.exec(text)?.[1]);
    expect(said).toBeLessThanOrEqual(leastLikenessOf(windows(1), windows(turns)) ?? Number.NaN);
  }
});
