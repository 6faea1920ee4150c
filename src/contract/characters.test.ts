import fc from "fast-check";
import { expect, test } from "vitest";
import { countCharacters } from "./characters.ts";

test.each([
  ["", 0],
  ["abc", 3],
  ["夜车", 2],
  ["😀", 1],
  ["👨‍👩‍👧", 5],
  ["e\u0301", 2],
  ["\ud83d", 1],
  ["\ude00\ud83d", 2],
  ["a\ud83d\ud83d\ude00\ude00b", 5],
])("%j has %i characters", (text, characters) => {
  expect(countCharacters(text)).toBe(characters);
});

test("counts as the language iterates: by code points, lone surrogates one each", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.array(fc.integer({ min: 0xd7f0, max: 0xe010 })), (text, units) => {
      const odd = text + String.fromCharCode(...units);
      expect(countCharacters(odd)).toBe(Array.from(odd).length);
    }),
  );
});

test("counts 500,000 emoji", () => {
  expect(countCharacters("😀".repeat(500_000))).toBe(500_000);
});
