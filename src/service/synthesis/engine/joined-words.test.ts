import fc from "fast-check";
import { expect, it } from "vitest";
import { splitJoined } from "./joined-words.ts";

const named = (text: string, start: number, words: ReturnType<typeof splitJoined>) =>
  words.map((word) => [
    Array.from(text)
      .slice(word.start - start, word.end - start)
      .join(""),
    word.from,
    word.to,
  ]);

it("shares the time of words that are spoken as one by their letters", () => {
  const text = "wait for the box.";
  const told = [
    { start: 100, end: 104, from: 0, to: 0.25 },
    { start: 105, end: 108, from: 0.25, to: 0.85 },
    { start: 113, end: 116, from: 0.85, to: 1.25 },
  ];
  expect(named(text, 100, splitJoined(told, text, 100))).toEqual([
    ["wait", 0, 0.25],
    ["for", 0.25, 0.55],
    ["the", 0.55, 0.85],
    ["box", 0.85, 1.25],
  ]);
});

it("does so at the end and before a comma, too, and counts letters as code points", () => {
  const text = "𝒂𝒂 the, been";
  const told = [
    { start: 0, end: 2, from: 0, to: 1 },
    { start: 8, end: 10, from: 1, to: 2 },
  ];
  expect(named(text, 0, splitJoined(told, text, 0)).map(([word]) => word)).toEqual(["𝒂𝒂", "the", "be"]);
});

it.each(["one — two", "one, 5 two", "one (aside) two", "one 🙂 two", "one  two"])("adds nothing to %s", (text) => {
  const told = [
    { start: 0, end: 3, from: 0, to: 1 },
    { start: text.length - 3, end: text.length, from: 1, to: 2 },
  ];
  expect(splitJoined(told, text, 0)).toEqual(told);
});

it("leaves no gap, no overlap and no other order, whatever was told", () => {
  const texts = fc.array(fc.constantFrom("a", "the", "Bär", "of", "“", ",", "—", "7", "🙂"), { minLength: 1 });
  fc.assert(
    fc.property(texts, fc.array(fc.boolean()), (words, skipped) => {
      const text = words.join(" ");
      let at = 0;
      const told = words.flatMap((word, index) => {
        const start = at;
        at += Array.from(word).length + 1;
        const isTold = /\p{L}/u.test(word) && skipped[index] !== true;
        return isTold ? [{ start, end: at - 1, from: index, to: index + 1 }] : [];
      });
      const split = splitJoined(told, text, 0);
      for (const [index, word] of split.entries()) {
        expect(word.from).toBeLessThan(word.to);
        expect(word.start).toBeGreaterThanOrEqual(split[index - 1]?.end ?? 0);
        expect(word.from).toBeGreaterThanOrEqual((split[index - 1]?.to ?? 0) - 1e-9);
      }
      expect(split.reduce((sum, { from, to }) => sum + to - from, 0)).toBeCloseTo(told.length);
    }),
  );
});
