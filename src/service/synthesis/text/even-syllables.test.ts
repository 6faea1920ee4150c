import { expect, it } from "vitest";
import { evenSyllables } from "./even-syllables.ts";

/** Words at these places in the text, from and to these times. */
function told(...words: (readonly [start: number, from: number, to: number])[]) {
  return words.map(([start, from, to]) => ({ start, end: start + 1, from, to }));
}

const times = (words: readonly { readonly from: number; readonly to: number }[]) =>
  words.map(({ from, to }) => [from, to].map((time) => Number(time.toFixed(3))));

it("syllables come near to equal lengths, and pauses stay", () => {
  // 我 们 一起, a pause, 去: five syllables in 1.2 s without it.
  const words = told([10, 0, 0.2], [11, 0.2, 0.3], [12, 0.3, 1], [15, 1.2, 1.4]);
  const even = evenSyllables(words, "cmn", "我们一起，去。", 10);
  expect(times(even)).toEqual([
    [0, 0.23],
    [0.23, 0.435],
    [0.435, 0.97],
    [1.17, 1.4],
  ]);
  expect(even.map(({ start }) => start)).toEqual([10, 11, 12, 15]);
});

it("what isn't written in syllables, and other languages, stay as long as they are", () => {
  const words = told([0, 0, 0.2], [1, 0.2, 1], [4, 1, 1.2]);
  expect(times(evenSyllables(words, "cmn", "有100个", 0))).toEqual(times(words));
  expect(evenSyllables(words, "ja", "我们一起去", 0)).toBe(words);
});
