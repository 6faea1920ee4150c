import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SpanTime } from "../../engines/engine.ts";
import { wholeWords } from "./whole-words.ts";

const named = (text: string, start: number, words: readonly SpanTime[]) =>
  words.map((word) => [
    Array.from(text)
      .slice(word.start - start, word.end - start)
      .join(""),
    word.from,
    word.to,
  ]);

/** What the engine tells of `parts` of a text: of each where it stands, for a second. */
function tell(text: string, parts: readonly string[]): SpanTime[] {
  let at = 0;
  return parts.map((part, second) => {
    const unit = text.indexOf(part, at);
    if (unit < 0) throw new Error(`“${part}” isn't in the text.`);
    at = unit + part.length;
    const start = Array.from(text.slice(0, unit)).length;
    return { start, end: start + Array.from(part).length, from: second, to: second + 1 };
  });
}

const wordsOf = (text: string, told: readonly string[]) =>
  named(text, 0, wholeWords(tell(text, told), text, 0)).map(([word]) => word);

it("shares the time of words that are spoken as one by their letters", () => {
  const text = "wait for the box.";
  const told = [
    { start: 100, end: 104, from: 0, to: 0.25 },
    { start: 105, end: 108, from: 0.25, to: 0.85 },
    { start: 113, end: 116, from: 0.85, to: 1.25 },
  ];
  expect(named(text, 100, wholeWords(told, text, 100))).toEqual([
    ["wait", 0, 0.25],
    ["for", 0.25, 0.55],
    ["the", 0.55, 0.85],
    ["box", 0.85, 1.25],
  ]);
});

describe("words are whole, as the engine tells of them in parts", () => {
  it.each([
    [
      "I don't know, it's well-known.",
      ["I", "don", "know", "it", "well"],
      ["I", "don't", "know", "it's", "well-known"],
    ],
    ["5 p.m. and A.M. vs. p.m.", ["5", "p", "and", "A", "vs", " "], ["5", "p.m", "and", "A.M", "vs", "p.m"]],
    ["$1,234.56 at 10%!", ["$", "1,", "234.56", "at", "10", "%"], ["$1,234.56", "at", "10%"]],
    ["(http://a.com), OK", ["http", "a", ".", "com", "OK"], ["http://a.com", "OK"]],
    ["L'homme qu'il a vu", ["L", "qu", "a", "vu"], ["L'homme", "qu'il", "a", "vu"]],
    [
      "Hello 😀 world & <b>more</b>.",
      ["Hello", "😀", " ", "world", "&", "b", "more", "/", "b"],
      ["Hello", "😀", "world", "&", "<b>more</b>"],
    ],
    [
      "还没看见它，先听铁轨。",
      ["还", "没", "看", "它", "先", "听", "铁"],
      ["还", "没", "看见", "它", "先", "听", "铁轨"],
    ],
    [
      "第①项，100元 iPhone手机",
      ["第", "项", "100", "元", "i", "Phone", "手", "机"],
      ["第①", "项", "100", "元", "iPhone", "手", "机"],
    ],
    ["今日は良い", ["今日は", "良い"], ["今日は", "良い"]],
    ["One — two (aside) 🙂 three", ["One", "two", "three"], ["One", "two", "aside", "three"]],
    ["And 𝒂𝒂 the been", ["𝒂𝒂"], ["And", "𝒂𝒂", "the", "been"]],
  ] as const)("%s", (text, told, words) => {
    expect(wordsOf(text, told)).toEqual(words);
  });
});

it("what was told of nothing has no words", () => {
  expect(wholeWords([], "Not a word.", 0)).toEqual([]);
});

it("every letter and number has a time, in order, without overlap, whatever was told", () => {
  const pieces = fc.constantFrom(
    "a",
    "don't",
    "for",
    " ",
    " ",
    ", ",
    "—",
    "“",
    "7,5",
    "🙂",
    "看",
    "见",
    "p.m.",
    "<b>",
    "ア",
  );
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 1 }), fc.array(fc.boolean()), fc.nat(500), (parts, skipped, start) => {
      const text = parts.join("");
      const length = Array.from(text).length;
      let at = start;
      const told = parts.flatMap((part, index): SpanTime[] => {
        const begin = at;
        at += Array.from(part).length;
        return skipped[index] === true ? [] : [{ start: begin, end: at, from: index, to: index + 1 }];
      });
      const words = wholeWords(told, text, start);
      const covered = new Set<number>();
      for (const [index, word] of words.entries()) {
        expect(word.start).toBeGreaterThanOrEqual(Math.max(start, words[index - 1]?.end ?? 0));
        expect(word.end).toBeGreaterThan(word.start);
        expect(word.end).toBeLessThanOrEqual(start + length);
        expect(word.from).toBeLessThan(word.to);
        expect(word.from).toBeGreaterThanOrEqual((words[index - 1]?.to ?? 0) - 1e-9);
        for (let place = word.start; place < word.end; place++) covered.add(place - start);
      }
      if (words.length === 0) return;
      for (const [place, character] of Array.from(text).entries())
        if (/[\p{L}\p{N}]/u.test(character)) expect(covered).toContain(place);
    }),
  );
});
