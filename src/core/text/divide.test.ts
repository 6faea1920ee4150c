import fc from "fast-check";
import { expect, it } from "vitest";
import { divideAtCues, divideText } from "./divide.ts";

const partsOf = (text: string, limit: number) =>
  divideText(text, limit).map(({ start, end }) => text.slice(start, end));

it("a text is divided behind a paragraph, else behind a sentence, else at a space, else anywhere", () => {
  expect(partsOf("One two.\nThree four. Five.", 20)).toEqual(["One two.", "Three four. Five."]);
  expect(partsOf("One two. Three four five.", 20)).toEqual(["One two.", "Three four five."]);
  expect(partsOf("One two three four five", 12)).toEqual(["One two", "three four", "five"]);
  expect(partsOf("abcdefghij", 4)).toEqual(["abcd", "efgh", "ij"]);
  expect(partsOf("灯塔看守人的女儿听汽笛。就知道是哪一条船，", 14)).toEqual([
    "灯塔看守人的女儿听汽笛。",
    "就知道是哪一条船，",
  ]);
  expect(partsOf("🚂🚂🚂", 3)).toEqual(["🚂", "🚂", "🚂"]);
});

it("it is silent in front of a part for as long as what ended before it wants", () => {
  const pauses = (text: string, limit: number) => divideText(text, limit).map(({ pause }) => pause);
  expect(pauses("One two.\n\nThree four. Five six.", 20)).toEqual([0, 0.55, 0.3]);
  expect(pauses("One two three four five", 12)).toEqual([0, 0, 0]);
});

it("no part is longer than it may be, none is empty or parts a character, and nothing but white space is lost", () => {
  const units = fc.constantFrom("a", "b ", ". ", "。", "\n", "  ", "，", "🚂", "Word ", "! ");
  fc.assert(
    fc.property(fc.array(units, { maxLength: 200 }), fc.integer({ min: 2, max: 40 }), (written, limit) => {
      const text = written.join("");
      const parts = partsOf(text, limit);
      for (const part of parts) {
        expect(Array.from(part).length).toBeLessThanOrEqual(limit);
        expect(part).toBe(part.trim());
        expect(part).not.toBe("");
        expect(part).not.toMatch(/\p{Cs}/u);
      }
      expect(parts.join("").replace(/\s/gu, "")).toBe(text.replace(/\s/gu, ""));
    }),
  );
});

it("a text is divided at its cues, which are left out: a voice speaks its paragraph, pauses add up", () => {
  const text = "Aa. 1 Bb.\n2 Cc dd 3 ee.\nFf.  4  5 Gg. 6";
  const at = (sign: string) => ({ start: text.indexOf(sign), end: text.indexOf(sign) + 1 });
  const cues = [
    { ...at("1"), pause: 2 },
    { ...at("2"), voice: "Mei" },
    { ...at("3"), pause: 0.5 },
    { ...at("4"), pause: 1 },
    { ...at("5"), pause: 1 },
    { ...at("6"), pause: 3 },
  ];
  expect(
    divideAtCues(text, 100, cues).map(({ start, end, ...rest }) => ({ said: text.slice(start, end), ...rest })),
  ).toEqual([
    { said: "Aa.", pause: 0 },
    { said: "Bb.", pause: 2 },
    { said: "Cc dd", pause: 0.55, voice: "Mei" },
    { said: "ee.", pause: 0.5, voice: "Mei" },
    { said: "Ff.", pause: 0.55 },
    { said: "Gg.", pause: 2, pauseBehind: 3 },
  ]);
});

it("a name on a line of its own has its voice speak the paragraph below, behind empty lines and pauses, too", () => {
  const text = "1\nAa.\nBb.\n\n2\n \n 3\nCc.\nDd.\n4\n5\nEe.\n6\n";
  const cues = [..."123456"].map((sign) => {
    const place = { start: text.indexOf(sign), end: text.indexOf(sign) + 1 };
    return sign === "3" ? { ...place, pause: 2 } : { ...place, voice: `voice ${sign}` };
  });
  expect(divideAtCues(text, 100, cues).map(({ start, end, voice }) => [text.slice(start, end), voice])).toEqual([
    ["Aa.", "voice 1"],
    ["Bb.", undefined],
    ["Cc.", "voice 2"],
    ["Dd.", undefined],
    ["Ee.", "voice 5"],
  ]);
});
