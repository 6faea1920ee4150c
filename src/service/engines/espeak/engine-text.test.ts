import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { engineText, engineTextOfParts } from "./engine-text.ts";

describe("text for the engine", () => {
  it("is never markup", () => {
    expect(engineText("a & b < c > [[d]] <speak>", 0).text).toBe("a &amp; b &lt; c &gt; [ [d]] &lt;speak&gt;");
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("&", "<", ">", "[", "]", "a", ";", "\0") }), (text) => {
        expect(engineText(text, 0).text).not.toMatch(/[<>\0]|\[\[|&(?!amp;|lt;|gt;)/);
      }),
    );
  });

  it("maps each code point of the engine's text to its place in the original", () => {
    const { text, spans } = engineText("😀 & b", 10);
    expect(text).toBe("😀 &amp; b");
    expect(spans.map((span) => span.start)).toEqual([10, 11, 12, 12, 12, 12, 12, 13, 14]);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(), (original, start) => {
        const made = engineText(original, start);
        const characters = Array.from(original);
        expect(made.spans.length).toBe(Array.from(made.text).length);
        for (const span of made.spans) expect(characters[span.start - start]).toBeDefined();
      }),
    );
  });

  it("turns what can't be said into spaces, and full-width letters and digits into the usual ones", () => {
    expect(engineText("a\0b\ud800c\u202ed\u2066e", 0).text).toBe("a b c d e");
    expect(engineText("ＡＢｃ１２３、", 0).text).toBe("ABc123、");
    expect(engineText("می‌رویم", 0).text).toBe("می‌رویم");
  });

  it("maps what is said otherwise than written to the whole of what is written", () => {
    const parts = [
      { written: "今日", said: "キョー" },
      { written: "は", said: "ワ" },
      { written: "", said: " " },
      { written: "OK", said: "OK" },
    ];
    const { text, spans } = engineTextOfParts(parts, 5);
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
