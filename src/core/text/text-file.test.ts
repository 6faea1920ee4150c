import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleSentences } from "../../contract/sample-sentences.ts";
import { encoderOf } from "./encoder.fixture.ts";
import { longestScript } from "./longest-script.ts";
import { firstScript } from "./scripts.ts";
import { decodeText, largestFile, readTextFile } from "./text-file.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const join = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

function utf16(text: string, order: "le" | "be"): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), order === "le");
  return bytes;
}

const gb18030 = encoderOf("gb18030");

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
    ["a word of UTF-16 without a mark", utf16("Hi!", "le"), "utf-16le", "Hi!"],
    ["a word of Cyrillic UTF-16 without a mark", utf16("привет", "le"), "utf-16le", "привет"],
    ["GB18030", gb18030(chinese), "gb18030", chinese],
    ["a few words in GB18030", gb18030("你好，世界"), "gb18030", "你好，世界"],
    ["GB18030 with Latin words", gb18030("我用 iPhone 看书。\nChapter 1"), "gb18030", "我用 iPhone 看书。\nChapter 1"],
    ["four bytes of GB18030", join(gb18030("这是"), bytesOf("95328236"), gb18030("的。")), "gb18030", "这是𠀀的。"],
  ])("in %s is read", (_, bytes, encoding, text) => {
    expect(decodeText(bytes)).toMatchObject({ ok: true, text, encoding });
  });

  it.each([
    ["gb18030", chinese],
    ["gb18030", "测试"],
    ["big5", "夜車十點出發。還沒看到它，就先聽到它的聲音了。"],
    ["shift_jis", "こんにちは、世界。今日はいい天気ですね。"],
    ["shift_jis", "夜行列車は十時に出発します。"],
    ["euc-kr", "밤 기차는 열 시에 떠납니다."],
    ["windows-1252", "C'était l'été, à la fenêtre d'un café."],
    ["windows-1252", "Die Bäume blühen schön, und die Straße ist naß."],
  ] as const)("of %s, which no mark tells, is read as a guess: %s", (encoding, text) => {
    const read = decodeText(encoderOf(encoding)(text));
    expect(read).toMatchObject({ ok: true, text, encoding });
    if (!read.ok) throw new Error("not read");
    expect(read.others).toBeDefined();
    expect(read.others).not.toContain(encoding);
  });

  it("is read in the encoding that a person names", () => {
    const bytes = encoderOf("shift_jis")("夜行列車");
    expect(decodeText(bytes, "shift_jis")).toEqual({ ok: true, text: "夜行列車", encoding: "shift_jis" });
    expect(decodeText(bytes, "utf-8")).toEqual({ ok: false, reason: "unknown_encoding" });
    expect(decodeText(utf8("夜行"))).not.toHaveProperty("others");
  });

  it.each(Object.entries(sampleSentences))("in UTF-16 without a mark is read in %s", (_, sentence) => {
    for (const order of ["le", "be"] as const) {
      expect(decodeText(utf16(`${sentence}\n${sentence}`, order))).toMatchObject({
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
