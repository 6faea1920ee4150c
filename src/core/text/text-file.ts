import { countCharacters } from "../../contract/characters.ts";
import { longestScript } from "./longest-script.ts";

/** The encodings that a text file may have here. */
export const textEncodings = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "gb18030",
  "big5",
  "shift_jis",
  "euc-kr",
  "windows-1252",
] as const;
export type TextEncoding = (typeof textEncodings)[number];

/** The most bytes that so many characters can take: four each, in every one of the encodings, and a byte order mark. */
export const largestFile = 4 * longestScript + 4;

/** What a file turned out to be. */
export type ReadText =
  | {
      readonly ok: true;
      readonly text: string;
      readonly encoding: TextEncoding;
      /** Present where the encoding is a guess: others in which it can be read as well, the likeliest first. */
      readonly others?: readonly TextEncoding[];
    }
  | { readonly ok: false; readonly reason: "empty" | "binary" | "unknown_encoding" }
  | { readonly ok: false; readonly reason: "too_long"; readonly characters: number }
  | { readonly ok: false; readonly reason: "too_large"; readonly bytes: number }
  | { readonly ok: false; readonly reason: "unreadable" };

/**
 * Reads a file that a person chose or dropped. Never throws: a folder, or a file that is gone, is `unreadable`.
 *
 * @param as the encoding, where a person knows it better than a guess.
 */
export async function readTextFile(
  file: Pick<Blob, "size" | "arrayBuffer">,
  as?: TextEncoding | undefined,
): Promise<ReadText> {
  if (file.size > largestFile) return { ok: false, reason: "too_large", bytes: file.size };
  try {
    return decodeText(new Uint8Array(await file.arrayBuffer()), as);
  } catch {
    return { ok: false, reason: "unreadable" };
  }
}

/**
 * Text from bytes of an unnamed encoding. A byte order mark is believed; else what is valid UTF-8 is UTF-8, since
 * hardly anything else is by chance; only the rest is chosen by which reads best, and said to be a guess.
 */
export function decodeText(bytes: Uint8Array, as?: TextEncoding): ReadText {
  if (bytes.length === 0) return { ok: false, reason: "empty" };
  const marked = as ?? byteOrderMark(bytes);
  if (marked !== undefined) {
    const text = decode(bytes, marked);
    return text === undefined ? { ok: false, reason: "unknown_encoding" } : judge(text, marked);
  }
  const utf8 = decode(bytes, "utf-8");
  if (utf8 !== undefined && !isBinary(utf8)) return judge(utf8, "utf-8");
  // UTF-16 of letters is valid UTF-8 now and then, but full of controls: the first bytes of its pairs.
  const encodings: readonly TextEncoding[] = utf8 === undefined ? unmarked : likelyOrders(bytes);
  const readings = encodings.flatMap((encoding) => {
    const text = decode(bytes, encoding);
    return text === undefined || isBinary(text) ? [] : [{ text, encoding, score: readability(text) }];
  });
  // Sorting is stable: of two that read alike, the first of the list.
  const [best, ...others] = readings
    .filter(({ score }) => score >= leastReadable)
    .sort((one, other) => other.score - one.score);
  if (best !== undefined) {
    const read = judge(best.text, best.encoding);
    return read.ok && utf8 === undefined ? { ...read, others: others.map(({ encoding }) => encoding) } : read;
  }
  return { ok: false, reason: utf8 !== undefined || bytes.includes(0) ? "binary" : "unknown_encoding" };
}

/** What a text that isn't UTF-8 may be in, the usual ones of this page's readers first. */
const unmarked = ["gb18030", "big5", "shift_jis", "euc-kr", "windows-1252", "utf-16le", "utf-16be"] as const;

/** The orders of UTF-16 in which the first bytes of the pairs are nearly all one of two: a writing, and the space. */
function likelyOrders(bytes: Uint8Array): readonly TextEncoding[] {
  const pairs = Math.min(bytes.length >> 1, 4_000);
  return (["utf-16le", "utf-16be"] as const).filter((encoding) => {
    const counts = new Map<number, number>();
    for (let pair = 0; pair < pairs; pair++) {
      const high = bytes[pair * 2 + (encoding === "utf-16le" ? 1 : 0)] ?? 0;
      counts.set(high, (counts.get(high) ?? 0) + 1);
    }
    const [first = 0, second = 0] = [...counts.values()].sort((one, other) => other - one);
    return bytes.length % 2 === 0 && first + second >= pairs * 0.75;
  });
}

function judge(raw: string, encoding: TextEncoding): ReadText {
  // A form feed ends a page of an old text file; a page has lines only.
  const text = raw.replace(/\r\n?|\f/g, "\n");
  if (isBinary(text)) return { ok: false, reason: "binary" };
  if (!/\S/u.test(text)) return { ok: false, reason: "empty" };
  const characters = countCharacters(text);
  return characters > longestScript ? { ok: false, reason: "too_long", characters } : { ok: true, text, encoding };
}

function byteOrderMark([first, second, third]: Uint8Array): TextEncoding | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

function decode(bytes: Uint8Array, encoding: TextEncoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

// Every control but tab, line ends and form feed.
const control = /[^\P{Cc}\t\n\r\f]/u;

/** Whether a text holds what no text does. A stray escape or two in a long one is forgiven; NUL never is. */
function isBinary(text: string): boolean {
  if (text.includes("\0")) return true;
  if (!control.test(text)) return false;
  const sample = text.slice(0, 20_000);
  const strange = sample.match(new RegExp(control, "gu"))?.length ?? 0;
  return strange > sample.length / 200;
}

/** Below this share of ordinary characters a reading is none. */
const leastReadable = 0.6;

// Letters and signs that texts consist of. Most readings with the wrong encoding land outside: rare Han, Yi, private
// use.
const ordinary = new RegExp(
  [
    String.raw`[\n\t\x20-\x7e\u00a0-\u024f\u0370-\u058f\u0590-\u06ff\u0900-\u109f\u10a0-\u10ff\u1200-\u137f`,
    String.raw`\u1400-\u167f\u1780-\u17ff\u1e00-\u1eff\u2010-\u2026\u3000-\u30ff\u4e00-\u9fa5\uac00-\ud7a3`,
    String.raw`\uff01-\uff5e]`,
  ].join(""),
  "g",
);
const han = /[\u4e00-\u9fa5]/g;
const hangul = /[\uac00-\ud7a3]/g;
// In a Chinese text of any length, one character in ten or so is one of these.
const frequent =
  /[的一是不了在人有我他这個个們们中來来上大為为和國国地到以說说時时要就出會会也你對对生能而子那得於于著着下自之年過过發发後后作裡里，。、：；！？“”]/g;
const kana = /[\u3041-\u3096\u30a1-\u30fa]/g;
const letter = /[A-Za-z\u00c0-\u024f]/g;
const accented = /[\u00a0-\u024f]/g;
/** A Han character within a word of letters, or right behind its beginning: two letters that were read as one sign. */
const withinWord = /[A-Za-z][\u4e00-\u9fa5]/g;

/** How much a decoded text reads like one, from below 0 to about 2. */
function readability(text: string): number {
  const sample = text.slice(0, 4_000);
  const count = (pattern: RegExp): number => sample.match(pattern)?.length ?? 0;
  const share = count(ordinary) / sample.length;
  const chinese = count(han);
  // Han read as UTF-16 from GB18030 is mostly Hangul, and the other way round rare Han: neither has its frequent signs.
  const spaces = count(/[ \n]/g);
  const known = count(frequent) / Math.max(1, chinese);
  const korean = count(hangul) / sample.length;
  const spaced = spaces >= sample.length / 15;
  const letters = count(letter);
  return (
    share +
    (chinese > 0 ? known : 0) +
    // Japanese is full of kana, which hardly any wrong reading has.
    (count(kana) > sample.length * 0.15 ? 0.5 : 0) +
    (korean > 0.3 ? (spaced ? 0.4 : -0.7) : 0) -
    (chinese < letters / 4 && count(withinWord) > chinese / 3 ? 0.5 : 0) -
    // Accents are rare among letters; a text of nothing but them is another writing.
    (count(accented) > Math.max(2, letters / 4) ? 1 : 0)
  );
}
