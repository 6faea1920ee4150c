import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitIntoPieces } from "./pieces.ts";

const textsOf = (text: string, language = "en-US") =>
  Array.from(splitIntoPieces(text, language), (piece) => piece.text);

/** As wide as the lines of wrapped prose. */
const fullLine = "It goes on for so long that the line is full, and then";

describe("splitting text into pieces", () => {
  it.each([
    ["Latin", "One here. Two there! Three?", ["One here. ", "Two there! ", "Three?"]],
    ["Chinese", "今天天气很好。我们去公园吧！真的？", ["今天天气很好。", "我们去公园吧！", "真的？"]],
    ["Hindi", "मौसम अच्छा है। हम जाएँगे।", ["मौसम अच्छा है। ", "हम जाएँगे।"]],
    ["Arabic", "كيف حالك؟ أنا بخير.", ["كيف حالك؟ ", "أنا بخير."]],
    ["numbers and abbreviations", "Dr. Smith paid 3.50 to J. Doe.", ["Dr. Smith paid 3.50 to J. Doe."]],
    [
      "a hard-wrapped line",
      "It goes on for so long that the line is full, and then\nhere. Next.",
      ["It goes on for so long that the line is full, and then\nhere. ", "Next."],
    ],
    ["a list", "- bread\n- milk\r\n- a dozen eggs", ["- bread\n", "- milk\r\n", "- a dozen eggs"]],
    [
      "a verse",
      "Tyger Tyger, burning bright,\nIn the forests of the night",
      ["Tyger Tyger, burning bright,\n", "In the forests of the night"],
    ],
    [
      "a list with wide lines, and its numbers",
      "1. Preheat the oven to two hundred degrees Celsius, at least\n2. Mix flour and eggs until smooth\n3. Bake",
      [
        "1. Preheat the oven to two hundred degrees Celsius, at least\n",
        "2. Mix flour and eggs until smooth\n",
        "3. Bake",
      ],
    ],
    [
      "a list with wide lines, one of them wrapped",
      "- open the settings page and choose the voice that you\n  want to hear\n- set the speed",
      ["- open the settings page and choose the voice that you\n  want to hear\n", "- set the speed"],
    ],
    [
      "a Chinese list with wide lines",
      "1、打开设置页面，在左边的列表里选择一个您想听到的声音和语言\n2、把语速调到一点五倍",
      ["1、打开设置页面，在左边的列表里选择一个您想听到的声音和语言\n", "2、把语速调到一点五倍"],
    ],
    [
      "a verse with wide lines",
      "And what shoulder and what art could twist thy dread sinews\nAnd when thy heart began to beat",
      ["And what shoulder and what art could twist thy dread sinews\n", "And when thy heart began to beat"],
    ],
    [
      "wrapped prose with a name at the head of a line",
      `${fullLine}\nPeter comes, who has not been here for a very long time\nhere.`,
      [`${fullLine}\nPeter comes, who has not been here for a very long time\nhere.`],
    ],
    [
      "wrapped prose with a number and a dash at the head of a line",
      `${fullLine}\n12. it goes on so that this line is full of words, too\n– so it is`,
      [`${fullLine}\n12. it goes on so that this line is full of words, too\n– so it is`],
    ],
    [
      "wrapped Chinese",
      "今天天气很好我们一起去公园散步看见了很多开着的花还有很多人\n在湖边拍照。",
      ["今天天气很好我们一起去公园散步看见了很多开着的花还有很多人\n在湖边拍照。"],
    ],
    [
      "a Chinese verse with lines of several widths",
      "今天天气很好我们一起去公园散步看见了很多开着的花还有很多人\n在湖边\n我们坐下来听着远处的歌声看着水里的云直到太阳慢慢地落下去",
      [
        "今天天气很好我们一起去公园散步看见了很多开着的花还有很多人\n",
        "在湖边\n",
        "我们坐下来听着远处的歌声看着水里的云直到太阳慢慢地落下去",
      ],
    ],
    ["a number in a line", "He was here with all 12. Then he left.", ["He was here with all 12. ", "Then he left."]],
    ["a Chinese verse", "床前明月光\n疑是地上霜", ["床前明月光\n", "疑是地上霜"]],
    ["a heading", "A heading\n\nThe text.", ["A heading\n\n", "The text."]],
  ])("keeps sentences whole: %s", (_, text, expected) => {
    expect(textsOf(text, /\p{Script=Han}/u.test(text) ? "zh-CN" : "en-US")).toEqual(expected);
  });

  it("loses and adds nothing, and knows each piece's place in code points", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
        const pieces = [...splitIntoPieces(text, "en-US")];
        expect(pieces.map((piece) => piece.text).join("")).toBe(text);
        const characters = Array.from(text);
        for (const piece of pieces) {
          expect(characters.slice(piece.start, piece.start + Array.from(piece.text).length).join("")).toBe(piece.text);
        }
      }),
    );
  });

  it("cuts what has no end: behind a comma, else a space, else within a word, never within a character", () => {
    const clauses = textsOf("one two three four five six, ".repeat(40));
    expect(clauses.every((piece) => piece.length <= 200 && /, $/.test(piece))).toBe(true);
    expect(textsOf("word ".repeat(400)).every((piece) => piece.length <= 200 && / $/.test(piece))).toBe(true);
    const chinese = textsOf("天".repeat(1_000));
    expect(chinese.length).toBeGreaterThan(20);
    expect(chinese.every((piece) => piece.length <= 50)).toBe(true);
    const families = textsOf("👨‍👩‍👧".repeat(200));
    expect(families.length).toBeGreaterThan(1);
    expect(families.every((piece) => piece.startsWith("👨") && piece.endsWith("👧"))).toBe(true);
  });

  it("makes no sentence end where a very long one is looked at in parts", () => {
    const pieces = [...splitIntoPieces("seven words that go on without end ".repeat(1_000), "en-US")];
    expect(pieces.filter((piece) => piece.endsSentence)).toHaveLength(1);
    expect(pieces.slice(0, -1).every((piece) => piece.text.endsWith(" ") && piece.pause === 0)).toBe(true);
  });

  it("leaves the pause of the punctuation behind a piece", () => {
    const pauses = Array.from(splitIntoPieces("One. Two! Three.\n\nFour.", "en-US"), (piece) => piece.pause);
    expect(pauses).toEqual([0.295, 0.33, 0.52, 0.295]);
  });

  it.each([
    ["white space in front", `${"\n".repeat(250_000)}${" ".repeat(250_000)}a`],
    ["white space behind", `a!${"\n ".repeat(250_000)}`],
    ["signs", `a${"...! ".repeat(100_000)}`],
    ["abbreviations", "A. ".repeat(150_000)],
    ["commas", `a${",  ".repeat(150_000)}`],
    ["no space at all", "天".repeat(500_000)],
    ["wide lines", `${"A wide line of a text that has no capitals and goes on\n".repeat(9_000)}`],
    ["marks", `a${"\u0301".repeat(500_000)}`],
  ])("takes time that grows with the text and no faster: %s", (_, text) => {
    // A quadratic step would take minutes for these and fail by the time limit.
    expect(textsOf(text).join("")).toBe(text);
  });

  it("splits 500,000 characters as they are asked for", () => {
    const pieces = splitIntoPieces("A sentence of a long text. ".repeat(18_519), "en-US");
    expect(pieces.next().value?.text).toBe("A sentence of a long text. ");
  });
});

it.each([
  ["en-US", ["The U.S. Army went to Mt. Everest, e.g. Paris, with J.R.R. Tolkien and Gen. Lee, Ph.D. Smith."]],
  ["de-DE", ["Am 3. Mai war es kalt, z.B. Anna, d.h. Eva, fror im 2. Weltkrieg unter Ludwig XIV. König von da."]],
  ["de-DE", ["Es waren 3. ", "Dann kamen sie."]],
  ["en-US", ["We waited until 3. ", "Then they came."]],
])("a full stop that ends no sentence doesn't cut one: %s %j", (language, sentences) => {
  expect([...splitIntoPieces(sentences.join(""), language)].map(({ text }) => text)).toEqual(sentences);
});

it("keeps the pieces of a text short that the voice must spell letter by letter", () => {
  const pieces = [...splitIntoPieces("夜里的火车十点出发还没看见它先听见它".repeat(50), "en-US")];
  expect(Math.max(...pieces.map((piece) => piece.text.length))).toBeLessThanOrEqual(12);
  expect(pieces.map((piece) => piece.text).join("")).toBe("夜里的火车十点出发还没看见它先听见它".repeat(50));
});
