import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { earlyPieces } from "./early-pieces.ts";
import { splitIntoPieces } from "./pieces.ts";

const pieces = (text: string, slowness: number, language = "en-US") => [
  ...earlyPieces(splitIntoPieces(text, language), language, slowness),
];
const texts = (text: string, slowness: number, language?: string) =>
  pieces(text, slowness, language).map((piece) => piece.text);

const english =
  "When the night train leaves at ten, nobody waits for it any more, because they know. It is late. So be it.";
const chinese = "今天天气很好，我们一起去公园散步吧，然后再去喝一杯热咖啡。你觉得怎么样？";
const japanese = "今日はとても天気がいいので、公園まで散歩して、それから温かいコーヒーを飲みましょう。";

describe("early pieces", () => {
  it("are the whole sentences, where what speaks is quick", () => {
    const whole = [...splitIntoPieces(english, "en-US")];
    expect(pieces(english, 0.01)).toEqual(whole);
  });

  it("begin with a clause where it is slow, and go on with as much as there is time for", () => {
    expect(texts(english, 0.5)).toEqual([
      "When the night train leaves at ten, ",
      "nobody waits for it any more, because they know. ",
      "It is late. ",
      "So be it.",
    ]);
    expect(texts(english, 0.9).slice(0, 3)).toEqual([
      "When the night train leaves at ten, ",
      "nobody waits for it any more, ",
      "because they know. ",
    ]);
  });

  it("are early at the beginning only, where it is slower than its sound", () => {
    expect(texts(english, 2).slice(0, 2)).toEqual([
      "When the night train leaves at ten, ",
      "nobody waits for it any more, because they know. ",
    ]);
  });

  it("end at clauses of Chinese and Japanese, too", () => {
    expect(texts(chinese, 0.5, "zh-CN")[0]).toBe("今天天气很好，");
    expect(texts(japanese, 0.5, "ja-JP")[0]).toBe("今日はとても天気がいいので、");
  });

  it.each([
    ["a number", "The whole of it costs 1,234,567 dollars at 10:45 in the morning of the first day", "en-US"],
    ["a Chinese number", "这个月的总收入一共是 12，345，678 元人民币左右", "zh-CN"],
    ["an abbreviation", "All of these things, e.g., those that nobody has ever seen before", "en-US"],
    ["a sentence without clauses", "Nobody has ever seen such a thing in all of the long years of this house", "en-US"],
    ["a short interjection", "Well, nobody has ever seen such a thing in all of the years", "en-US"],
  ])("never end within %s", (_, text, language) => {
    for (const part of texts(text, 0.9, language).slice(0, -1)) expect(part).toBe("All of these things, ");
  });

  it("end with the pause of their clause, and a sentence ends once", () => {
    expect(pieces(english, 0.5).map(({ pause, endsSentence }) => [pause, endsSentence])).toEqual([
      [0.15, false],
      [0.295, true],
      [0.295, true],
      [0.295, true],
    ]);
  });

  it("are the text again, each where it says that it begins", () => {
    const text = fc
      .array(fc.constantFrom("word, ", "一二三，", "1,5", ": ", "e.g., ", "😀; ", ". ", "a ", "\n"))
      .map((all) => all.join(""));
    fc.assert(
      fc.property(text, fc.double({ min: 0.01, max: 3, noNaN: true }), (any, slowness) => {
        const all = pieces(any, slowness);
        expect(all.map((piece) => piece.text).join("")).toBe(any);
        const characters = Array.from(any);
        for (const piece of all) {
          const length = Array.from(piece.text).length;
          expect(characters.slice(piece.start, piece.start + length).join("")).toBe(piece.text);
        }
      }),
    );
  });
});
