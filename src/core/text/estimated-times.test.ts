import fc from "fast-check";
import { expect, it } from "vitest";
import { estimateWords, quietIn } from "./estimated-times.ts";

const whole = { from: 10, to: 16 };

it("words share the time of a sound by their length, in order, each where it stands in the script", () => {
  const words = estimateWords("one two", 100, whole);
  expect(words).toEqual([
    { word: "one", start: 10, end: 13, text_offset: 100 },
    { word: "two", start: 13, end: 16, text_offset: 104 },
  ]);
});

it("a sentence ends at the pause that is nearest to where it would end, and the next begins behind that", () => {
  const quiet = [
    { from: 10.8, to: 11 },
    { from: 13.4, to: 13.9 },
    { from: 15.5, to: 15.7 },
  ];
  const words = estimateWords("one two. six ten.", 0, whole, quiet);
  expect(words.map(({ start, end }) => [start, end])).toEqual([
    [10, 11.7],
    [11.7, 13.4],
    [13.9, 14.95],
    [14.95, 16],
  ]);
});

it("where no pause is near, a sentence ends by its share alone", () => {
  const words = estimateWords("one two. six ten.", 0, whole, [{ from: 15.8, to: 15.9 }]);
  expect(words.map(({ start }) => start)).toEqual([10, 11.5, 13, 14.5]);
});

it("quiet is what lies far below the loudest moment for long enough", () => {
  const values = Float32Array.from([0.5, 0.5, 0.01, 0.01, 0.01, 0.4, 0.01, 0.5, 0, 0, 0]);
  expect(quietIn({ values, secondsPerPeak: 0.05, seconds: 0.55 }).map(({ from, to }) => [from, to])).toEqual([
    [expect.closeTo(0.1), expect.closeTo(0.25)],
    [expect.closeTo(0.4), expect.closeTo(0.55)],
  ]);
});

it("times never go back and never leave the sound, whatever is quiet", () => {
  const moments = fc.array(
    fc.tuple(fc.double({ min: 9, max: 17, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
  );
  const text = fc.array(fc.constantFrom("word", ". ", " ", "字", "。", "\n", ", "), { maxLength: 60 });
  fc.assert(
    fc.property(text, moments, (written, at) => {
      const quiet = at
        .map(([from, length]) => ({ from, to: from + length }))
        .sort((one, other) => one.from - other.from);
      let before = whole.from;
      for (const { start, end } of estimateWords(written.join(""), 0, whole, quiet)) {
        expect(start).toBeGreaterThanOrEqual(before - 0.001);
        expect(end).toBeGreaterThanOrEqual(start);
        expect(end).toBeLessThanOrEqual(whole.to + 0.001);
        before = end;
      }
    }),
  );
});
