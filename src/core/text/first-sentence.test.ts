import fc from "fast-check";
import { expect, it } from "vitest";
import { firstSentence } from "./first-sentence.ts";

it.each([
  ["Hello and welcome to Night Shift. Tonight: trains.", "Hello and welcome to Night Shift."],
  ["夜车十点出发。明天到。", "夜车十点出发。"],
  ["Hi. How are you today? Fine.", "Hi. How are you today?"],
  ["Chapter One: the train\n\nIt left at ten.", "Chapter One: the train"],
  ["  Short text ", "Short text"],
  ["no end ".repeat(100), `${"no end ".repeat(42)}no`],
  ["……", ""],
  ["", ""],
])("of %j is %j", (text, sentence) => {
  expect(firstSentence(text)).toBe(sentence);
});

it("is the beginning of the text, and no longer than it may be", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 800 }), (text) => {
      const sentence = firstSentence(text);
      expect(text.trimStart().startsWith(sentence)).toBe(true);
      expect(sentence.length).toBeLessThanOrEqual(300);
    }),
  );
});
