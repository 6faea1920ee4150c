import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { engineText, engineTextOfParts } from "./engine-text.ts";

describe("text for the engine", () => {
  it("is never markup", () => {
    expect(engineText("a & b < c > [[d]] <speak>", 0, "en-us").text).toBe("a &amp; b &lt; c &gt; [ [d]] &lt;speak&gt;");
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("&", "<", ">", "[", "]", "a", ";", "\0") }), (text) => {
        expect(engineText(text, 0, "en-us").text).not.toMatch(/[<>\0]|\[\[|&(?!amp;|lt;|gt;)/);
      }),
    );
  });

  it("maps each code point of the engine's text to its place in the original", () => {
    const { text, spans } = engineText("😀 & b", 10, "en-us");
    expect(text).toBe("😀 &amp; b");
    expect(spans.map((span) => span.start)).toEqual([10, 11, 12, 12, 12, 12, 12, 13, 14]);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(), (original, start) => {
        const made = engineText(original, start, "en-us");
        const characters = Array.from(original);
        expect(made.spans.length).toBe(Array.from(made.text).length);
        for (const span of made.spans) expect(characters[span.start - start]).toBeDefined();
      }),
    );
  });

  it("turns what can't be said into spaces, and full-width letters and digits into the usual ones", () => {
    expect(engineText("a\0b\ud800c\u202ed\u2066e", 0, "en-us").text).toBe("a b c d e");
    expect(engineText("ＡＢｃ１２３、", 0, "en-us").text).toBe("ABc123、");
    expect(engineText("می‌رویم", 0, "en-us").text).toBe("می‌رویم");
  });

  it.each([
    ["ligatures, and letters of mathematics", "en-us", "oﬃce 𝐇𝐢 Ⅳ", "office Hi IV"],
    ["accents apart from their letters", "de", "scho\u0308n", "schön"],
    ["a Korean syllable in its letters", "ko", "\u1109\u1161\u11bc", "상"],
    ["narrow kana", "ja", "ｶﾞｲﾄﾞ", "ガイド"],
    ["Arabic letters as they are joined", "ar", "ﻣﺮﺣﺒﺎ", "مرحبا"],
    ["wide signs and units", "cmn", "５０％，２５℃", "50%，25°C"],
    ["thin spaces", "fr", "12\u202f000", "12 000"],
    ["a real minus in Japanese", "ja", "−5度", "マイナス5度"],
    ["Bengali letters in two signs", "bn", "\u09aa\u09a1\u09bc\u09be \u09af\u09bc", "\u09aa\u09dc\u09be \u09df"],
    ["letters that only Vietnamese has", "en-us", "Nguyễn café", "Nguyen café"],
    ["the same in Vietnamese", "vi", "Nguyễn", "Nguyễn"],
    ["accents in Japanese", "ja", "café ガ", "cafe ガ"],
    ["how a sign looks, and what joins signs", "ko", "❤\ufe0f 1\ufe0f\u20e3 👩\u200d👧", "❤ 1 👩👧"],
    ["what joins letters", "hi", "क्\u200dष", "क्\u200dष"],
    ["what says more than its plain form", "es", "1º 10 µm ㅋㅋ น้ำ", "1º 10 µm ㅋㅋ น้ำ"],
    ["Bengali letters in one sign", "bn", "\u09dc\u09dd\u09df", "\u09dc\u09dd\u09df"],
    ["German ordinals", "de", "Am 3. Mai kam Ludwig XIV. König", "Am 3. mai kam Ludwig XIV. könig"],
    ["numbers of a list", "de", "3. Der Titel", "3. Der Titel"],
    ["numbers elsewhere", "en-us", "Wait until 3. May I?", "Wait until 3. May I?"],
    ["what the engine says or passes over by itself", "cmn", "−5 你好～＊", "−5 你好～＊"],
  ])("says as they are usually written: %s", (_, language, written, said) => {
    const { text, spans } = engineText(written, 0, language);
    expect(text).toBe(said);
    expect(spans).toHaveLength(Array.from(said).length);
    expect(spans.at(-1)?.end).toBe(Array.from(written).length);
  });

  it("has the place of a letter with its accent", () => {
    const { spans } = engineText("o\u0308n", 4, "de");
    expect(spans).toEqual([
      { start: 4, end: 6 },
      { start: 6, end: 7 },
    ]);
  });

  it("maps what is said otherwise than written to the whole of what is written", () => {
    const parts = [
      { written: "今日", said: "キョー" },
      { written: "は", said: "ワ" },
      { written: "", said: " " },
      { written: "OK", said: "OK" },
    ];
    const { text, spans } = engineTextOfParts(parts, 5, "en-us");
    expect(text).toBe("キョーワ OK");
    expect(spans).toEqual([
      { start: 5, end: 7 },
      { start: 5, end: 7 },
      { start: 5, end: 7 },
      { start: 7, end: 8 },
      { start: 8, end: 8 },
      { start: 8, end: 9 },
      { start: 9, end: 10 },
    ]);
  });
});
