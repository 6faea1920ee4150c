import { expect, it } from "vitest";
import { engineText } from "./engine-text.ts";
import { WordTimes } from "./word-times.ts";

const event = (type: string, position: number, length: number, milliseconds: number, id: string | number = "") => ({
  type,
  text_position: position,
  word_length: length,
  audio_position: milliseconds,
  id,
});

it("ends a word where the next begins, or where it falls silent", () => {
  const words = new WordTimes(engineText("Hi there, friend", 0, "en-us").spans);
  for (const each of [
    event("word", 1, 2, 0),
    event("phoneme", 1, 0, 10, "h"),
    event("word", 4, 5, 240),
    event("phoneme", 4, 0, 250, "ð"),
    event("phoneme", 10, 0, 640),
    event("end", 10, 0, 790),
    event("word", 11, 6, 790),
    event("phoneme", 11, 0, 800, "f"),
  ]) {
    words.add(each);
  }
  expect(words.finish(1.2)).toEqual([
    { start: 0, end: 2, from: 0, to: 0.24 },
    { start: 3, end: 8, from: 0.24, to: 0.64 },
    { start: 10, end: 16, from: 0.79, to: 1.2 },
  ]);
});

it("makes one word of the many that a number is said as", () => {
  const words = new WordTimes(engineText("No 1234 end", 0, "en-us").spans);
  for (const [position, length, time] of [
    [1, 2, 0],
    [4, 4, 200],
    [5, 4, 600],
    [5, 4, 900],
    [9, 3, 1_500],
  ] as const) {
    words.add(event("word", position, length, time));
  }
  expect(words.finish(2).map(({ start, end, from, to }) => [start, end, from, to])).toEqual([
    [0, 2, 0, 0.2],
    [3, 7, 0.2, 1.5],
    [8, 11, 1.5, 2],
  ]);
});

it("passes over places that the text doesn't have", () => {
  const words = new WordTimes(engineText("a", 0, "en-us").spans);
  words.add(event("word", 0, 1, 0));
  words.add(event("word", 5, 1, 0));
  expect(words.finish(1)).toEqual([]);
});
