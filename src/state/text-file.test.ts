import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleSentences } from "../contract/sample-sentences.ts";
import { firstScript } from "./scripts.ts";
import { decodeText, largestFile, longestScript, readTextFile } from "./text-file.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const join = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

function utf16(text: string, order: "le" | "be"): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), order === "le");
  return bytes;
}

/** Every two-byte character of GB18030, taken from the platform's own decoder. */
const gbTable = new Map<string, number>();
for (let lead = 0x81; lead <= 0xfe; lead++) {
  for (let trail = 0x40; trail <= 0xfe; trail++) {
    if (trail === 0x7f) continue;
    const character = new TextDecoder("gb18030").decode(Uint8Array.of(lead, trail));
    if (Array.from(character).length === 1 && character !== "\ufffd") gbTable.set(character, lead * 256 + trail);
  }
}

function gb18030(text: string): Uint8Array {
  return Uint8Array.from(
    Array.from(text).flatMap((character) => {
      const code = character.charCodeAt(0);
      if (code < 0x80) return [code];
      const pair = gbTable.get(character);
      if (pair === undefined) throw new Error(`${character} takes more than two bytes`);
      return [pair >> 8, pair & 0xff];
    }),
  );
}

const chinese = firstScript.zh;
const english = firstScript.en;

describe("a text file", () => {
  it.each([
    ["UTF-8", utf8(chinese), "utf-8", chinese],
    ["UTF-8 with its mark", join(bytesOf("efbbbf"), utf8(chinese)), "utf-8", chinese],
    ["UTF-16 LE with its mark", join(bytesOf("fffe"), utf16(chinese, "le")), "utf-16le", chinese],
    ["UTF-16 BE with its mark", join(bytesOf("feff"), utf16(chinese, "be")), "utf-16be", chinese],
    ["UTF-16 LE without a mark", utf16(chinese, "le"), "utf-16le", chinese],
    ["UTF-16 BE without a mark", utf16(chinese, "be"), "utf-16be", chinese],
    ["UTF-16 LE of Latin letters without a mark", utf16(english, "le"), "utf-16le", english],
    ["UTF-16 BE of Latin letters without a mark", utf16(english, "be"), "utf-16be", english],
    ["GB18030", gb18030(chinese), "gb18030", chinese],
    ["a few words in GB18030", gb18030("你好，世界"), "gb18030", "你好，世界"],
    ["GB18030 with Latin words", gb18030("我用 iPhone 看书。\nChapter 1"), "gb18030", "我用 iPhone 看书。\nChapter 1"],
    ["four bytes of GB18030", join(gb18030("这是"), bytesOf("95328236"), gb18030("的。")), "gb18030", "这是𠀀的。"],
  ])("in %s is read", (_, bytes, encoding, text) => {
    expect(decodeText(bytes)).toEqual({ ok: true, text, encoding });
  });

  it.each(Object.entries(sampleSentences))("in UTF-16 without a mark is read in %s", (_, sentence) => {
    for (const order of ["le", "be"] as const) {
      expect(decodeText(utf16(`${sentence}\n${sentence}`, order))).toEqual({
        ok: true,
        text: `${sentence}\n${sentence}`,
        encoding: `utf-16${order}`,
      });
    }
  });

  it("has its lines ended in one way", () => {
    expect(decodeText(utf8("a\r\nb\rc\nd"))).toMatchObject({ ok: true, text: "a\nb\nc\nd" });
  });

  it("of valid UTF-8 is itself, whatever it says", () => {
    const text = fc
      .string({ unit: "grapheme", minLength: 1 })
      .filter((any) => !/[\p{Cc}]/u.test(any) && /\S/u.test(any));
    fc.assert(
      fc.property(text, (any) => {
        expect(decodeText(utf8(any))).toEqual({ ok: true, text: any.replace(/^\ufeff/, ""), encoding: "utf-8" });
      }),
      { examples: [["é"], ["中"]] },
    );
  });

  it.each([
    ["a PNG", bytesOf("89504e470d0a1a0a0000000d494844520000000100000001")],
    ["an MP3", join(bytesOf("fffb90640000000000000000"), new Uint8Array(400))],
    ["a ZIP", bytesOf("504b0304140000000800000021000000000000000000")],
    ["NUL in the middle", utf8("Good\0evening")],
    ["a program", bytesOf("7f454c4602010100000000000000000002003e0001000000")],
  ])("that is %s is refused as binary", (_, bytes) => {
    expect(decodeText(bytes)).toEqual({ ok: false, reason: "binary" });
  });

  it("that is empty, or white space, says so", () => {
    for (const bytes of [new Uint8Array(), utf8(" \n\t "), bytesOf("efbbbf")]) {
      expect(decodeText(bytes)).toEqual({ ok: false, reason: "empty" });
    }
  });

  it("never throws, and never gives a text with NUL in it", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const read = decodeText(bytes);
        if (read.ok) expect(read.text).not.toContain("\0");
      }),
    );
  });

  it("may have 500,000 characters, and not one more, counted as the service counts them", () => {
    expect(decodeText(utf8("🚂".repeat(longestScript)))).toMatchObject({ ok: true });
    expect(decodeText(utf8("a".repeat(longestScript + 1)))).toEqual({
      ok: false,
      reason: "too_long",
      characters: longestScript + 1,
    });
  });
});

describe("reading a file", () => {
  it("doesn't read what is far too large", async () => {
    const size = largestFile + 1;
    const arrayBuffer = () => Promise.reject(new Error("It was read."));
    expect(await readTextFile({ size, arrayBuffer })).toEqual({ ok: false, reason: "too_large", bytes: size });
  });

  it("says that a folder can't be read", async () => {
    const arrayBuffer = () => Promise.reject(new DOMException("no file", "NotFoundError"));
    expect(await readTextFile({ size: 4_096, arrayBuffer })).toEqual({ ok: false, reason: "unreadable" });
  });
});
