import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonPiece, layOutJson, showJson, showText } from "./json-text.ts";

const shown = (pieces: readonly JsonPiece[] | undefined) =>
  pieces?.map((piece) => (piece.kind === "left_out" ? `⟨${piece.characters}⟩` : piece.text)).join("");

describe("JSON laid out", () => {
  it("is what JSON.stringify makes of it, for any value", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value: unknown = JSON.parse(text);
        // A text that JSON.stringify wrote says nothing but its value.
        expect(layOutJson(JSON.stringify(value))).toBe(JSON.stringify(value, undefined, 2));
      }),
    );
  });

  it("keeps every literal as it stands", () => {
    const text = '{ "a":1.50,"a":1e999, "b" : "\\u4e2d\\"\\\\", "c":[ ], "d":{},"e":-0, "f":[true ,null] }';
    expect(layOutJson(text)).toBe(
      [
        "{",
        '  "a": 1.50,',
        '  "a": 1e999,',
        '  "b": "\\u4e2d\\"\\\\",',
        '  "c": [],',
        '  "d": {},',
        '  "e": -0,',
        '  "f": [',
        "    true,",
        "    null",
        "  ]",
        "}",
      ].join("\n"),
    );
  });

  it("is undefined for what isn't JSON", () => {
    for (const text of ["", "{", "{'a': 1}", "plain", '{"a":1,}']) expect(layOutJson(text)).toBeUndefined();
  });
});

describe("what is shown", () => {
  it("tells keys from strings", () => {
    const kinds = showJson('{"a":"b"}', 100, 100)?.flatMap((piece) => (piece.kind === "mark" ? [] : [piece.kind]));
    expect(kinds).toEqual(["key", "string"]);
  });

  it("shows a long string by its ends, says how much is left out, and shows what follows it", () => {
    const text = JSON.stringify({ input: "a".repeat(500_000), voice: "Mei" });
    expect(shown(showJson(text, 100, 10_000))).toBe(
      `{\n  "input": "${"a".repeat(74)}⟨499902⟩${"a".repeat(24)}",\n  "voice": "Mei"\n}`,
    );
  });

  it("never cuts a character in two, and loses none from the count", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
        fc.integer({ min: 4, max: 20 }),
        (text, longest) => {
          const pieces = showJson(JSON.stringify([text]), longest, 1_000) ?? [];
          const all = [...pieces, ...showText(text, longest)];
          for (const piece of all) if (piece.kind !== "left_out") expect(piece.text).not.toMatch(/\p{Cs}/u);
          const counted = showText(text, longest).reduce(
            (sum, piece) => sum + (piece.kind === "left_out" ? piece.characters : piece.text.length),
            0,
          );
          expect(counted).toBe(text.length);
        },
      ),
    );
  });

  it("ends where there is no more room", () => {
    const text = JSON.stringify(Array.from({ length: 1_000 }, (_, at) => at));
    const pieces = showJson(text, 100, 200) ?? [];
    expect(pieces.at(-1)?.kind).toBe("left_out");
    expect((shown(pieces) ?? "").length).toBeLessThan(250);
    expect(shown(showText("abcdef", 3))).toBe("abc⟨3⟩");
  });
});
