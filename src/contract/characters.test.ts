import fc from "fast-check";
import { expect, test } from "vitest";
import { countCharacters, firstCharacters, shorten } from "./characters.ts";

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

test("cuts behind a character, never in one, and says that it cut", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat(8), (text, most) => {
      const all = Array.from(text);
      expect(firstCharacters(text, most)).toBe(all.slice(0, most).join(""));
      expect(shorten(text, most)).toBe(all.length > most ? `${all.slice(0, most).join("")}…` : text);
    }),
  );
});

test("counts 500,000 emoji", () => {
  expect(countCharacters("😀".repeat(500_000))).toBe(500_000);
});
