import { expect, test } from "vitest";
import { splitIntoPieces } from "./pieces.ts";
import { type Segment, splitIntoSegments } from "./segments.ts";
import { aroundPart } from "./wrapped-lines.ts";

const paragraph =
  "Nobody knew how long the journey would take. Below them, the river looked like silver! 😀 And then?\n\n";

function split(text: string, language = "en"): readonly (Segment & { readonly text: string })[] {
  return Array.from(splitIntoSegments(text, language), (segment) => ({
    ...segment,
    text: text.slice(segment.start, segment.start + segment.length),
  }));
}

test("segments joined are the text, and know where they are in it", () => {
  const text = paragraph.repeat(100);
  const segments = split(text);
  expect(segments.length).toBeGreaterThan(3);
  expect(segments.map((segment) => segment.text).join("")).toBe(text);
  const characters = Array.from(text);
  for (const { text: part, textOffset, characters: count } of segments) {
    expect(characters.slice(textOffset, textOffset + count).join("")).toBe(part);
  }
});

test("they end where sentences end, after up to a minute of speech", () => {
  const segments = split(paragraph.repeat(100));
  for (const { text, goesOn } of segments) {
    expect(goesOn).toBe(false);
    expect(text).toMatch(/[.!?]\s+(?:😀 )?$/u);
    expect(Array.from(text).length).toBeLessThan(961);
  }
  for (const { text } of segments.slice(0, -1)) expect(text.length).toBeGreaterThan(850);
});

test("a text of up to two minutes is one segment", () => {
  expect(split(paragraph.repeat(18))).toHaveLength(1);
  expect(split("A dog barks.")).toEqual([
    { text: "A dog barks.", start: 0, length: 12, textOffset: 0, characters: 12, goesOn: false },
  ]);
});

test("a sentence without end is divided between its words, and says that it goes on", () => {
  const text = `A short one. And ${"so and so ".repeat(1_000)}until the end. Another short one.`;
  const segments = split(text);
  expect(segments.map((segment) => segment.text).join("")).toBe(text);
  expect(segments[0]?.text).toBe("A short one. ");
  expect(segments.map(({ goesOn }) => goesOn)).toEqual([false, ...segments.slice(2).map(() => true), false]);
  for (const { text: part } of segments.slice(1, -1)) expect(part).toMatch(/^(?:And|and|so) .* $/);
  expect(segments.at(-1)?.text).toMatch(/until the end\. Another short one\.$/);
});

test.each([
  ["wrapped prose", "so and so and then so and so and then so and so goes\n", "en"],
  ["a verse", "so and so and then so\n", "en"],
  ["wrapped Chinese", `${"天气很好我们去公园".repeat(3)}\n`, "zh"],
  ["wide verse", "So and so and then so and so and then so and so goes on\n", "en"],
  ["prose with names", "So and so and then so and so and then so and so goes on\nand on to the end\n", "en"],
  ["a list", "1. So and so and then so and so and then so and so goes on\n2. And on to the end of the line\n", "en"],
  ["commas", "one, two, three, four, five, six, seven, eight, nine,\n", "en"],
])("pieces of segments are those of the whole, also where a line is cut: %s", (_what, line, language) => {
  const piecesOf = (text: string, surroundings = {}) =>
    Array.from(splitIntoPieces(text, language, surroundings), ({ text, endsSentence, pause }) => ({
      text,
      endsSentence,
      pause,
    }));
  for (const front of ["", "Some words "]) {
    const text = front + line.repeat(400);
    const segments = split(text, language);
    expect(segments.length).toBeGreaterThan(5);
    const apart = segments.flatMap(({ text: part, start, length, goesOn }) =>
      piecesOf(part, { goesOn, ...aroundPart(text, start, length) }),
    );
    expect(apart).toEqual(piecesOf(text));
  }
});

test("scripts that take longer to speak make shorter segments", () => {
  expect(split("今天天气很好。".repeat(200), "zh").map(({ length }) => length)).toEqual([266, 266, 266, 266, 266, 70]);
});
