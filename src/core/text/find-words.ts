import { unspaced } from "../../contract/scripts.ts";
import type { TextRange } from "./align-words.ts";
import { withoutUnseen } from "./normalise.ts";

/** A letter of a script that parts its words. */
const letter = `(?!${unspaced.source})[\\p{L}\\p{N}\\p{M}]`;
const beginsWithLetter = new RegExp(`^${letter}`, "u");
const endsWithLetter = new RegExp(`${letter}$`, "u");
const letterBehind = new RegExp(letter, "uy");
/** What belongs to the sign before it: marks, and what makes another emoji of one. */
const signGoesOn = /\p{M}|[\u1160-\u11ff]|\u200d|\p{EMod}|[\u{e0020}-\u{e007f}]/uy;
/**
 * Where an emoji is under way: behind what joins two, and between the two letters of a flag. Of more flags in a row
 * nobody counts which letters are one.
 */
const withinEmoji = "(?<!\\u200d|(?<!\\p{RI})(?:\\p{RI}\\p{RI}){0,99}\\p{RI})";

/** A sign with what may become one with it. */
const signs = /.(?:\p{M}|[\u1160-\u11ff])*/gsu;

/** A word as it is looked for: in one spelling of its signs, without what isn't seen, with single spaces. */
export function tidyWord(word: string): string {
  return tidy(word).trim().replace(/\s+/gu, " ");
}

function tidy(text: string): string {
  return withoutUnseen(text).normalize("NFC");
}

export interface FoundWord<Entry> extends TextRange {
  readonly entry: Entry;
}

/** Words by their signs: what may come behind those that led here, and what is whole with them. */
interface Node<Entry> {
  readonly next: Map<string, Node<Entry>>;
  entry?: Entry;
}

/**
 * Finds words in texts, from left to right, of those that begin at one place the longest: whole ones where a script
 * parts its words, and no part of an emoji. A word without capitals is found with capitals, too. How many words there
 * are costs no time.
 *
 * @param entries their words are tidy.
 */
export function finderOf<Entry extends { readonly word: string }>(
  entries: readonly Entry[],
): (text: string) => readonly FoundWord<Entry>[] {
  const exact: Node<Entry> = { next: new Map() };
  const small: Node<Entry> = { next: new Map() };
  for (const entry of entries) {
    const isSmall = [...entry.word].every((sign) => sign.toLowerCase() === sign);
    let node = isSmall ? small : exact;
    for (const sign of entry.word) {
      const key = isSmall ? inSmall(sign) : sign;
      const next: Node<Entry> = node.next.get(key) ?? { next: new Map() };
      node.next.set(key, next);
      node = next;
    }
    node.entry ??= entry;
  }
  const beginning = beginningOf(entries.map(({ word }) => word));

  const longestAt = (text: string, start: number): FoundWord<Entry> | undefined => {
    let longest: FoundWord<Entry> | undefined;
    let asWritten: Node<Entry> | undefined = exact;
    let withoutCapitals: Node<Entry> | undefined = small;
    let end = start;
    while (end < text.length && (asWritten ?? withoutCapitals) !== undefined) {
      let sign = String.fromCodePoint(text.codePointAt(end) ?? 0);
      end += sign.length;
      if (isSpace(sign)) {
        sign = " ";
        while (end < text.length && isSpace(text.charAt(end))) end++;
      }
      asWritten = asWritten?.next.get(sign);
      withoutCapitals = withoutCapitals?.next.get(inSmall(sign));
      const entry = asWritten?.entry ?? withoutCapitals?.entry;
      if (entry !== undefined && isWhole(text, end, entry.word)) longest = { start, end, entry };
    }
    return longest;
  };

  const findIn = (text: string): readonly FoundWord<Entry>[] => {
    const found: FoundWord<Entry>[] = [];
    beginning.lastIndex = 0;
    for (let place = beginning.exec(text); place !== null; place = beginning.exec(text)) {
      const word = longestAt(text, place.index);
      if (word === undefined) continue;
      found.push(word);
      beginning.lastIndex = word.end;
    }
    return found;
  };

  return (text) => {
    const tidied = tidy(text);
    if (tidied === text) return findIn(text);
    const places = placesOf(text);
    return findIn(places.tidied).map(({ start, end, entry }) => ({
      start: places.starts[start] ?? 0,
      end: places.ends[end - 1] ?? text.length,
      entry,
    }));
  };
}

/** A text as it is looked through, and from where to where each of its UTF-16 units is written. */
function placesOf(text: string) {
  const starts: number[] = [];
  const ends: number[] = [];
  const tidied: string[] = [];
  for (const { 0: written, index } of text.matchAll(signs)) {
    const sign = tidy(written);
    tidied.push(sign);
    for (let unit = 0; unit < sign.length; unit++) {
      starts.push(index);
      ends.push(index + written.length);
    }
  }
  return { tidied: tidied.join(""), starts, ends };
}

/** Where one of `words` may begin. */
function beginningOf(words: readonly string[]): RegExp {
  const oneOf = (those: readonly string[]): string => {
    const written = those.flatMap(([first = ""]) => [first, first.toUpperCase()]);
    const codes = new Set(written.map((sign) => sign.codePointAt(0)));
    return `[${[...codes].map((code = 0) => `\\u{${code.toString(16)}}`).join("")}]`;
  };
  const ofLetters = oneOf(words.filter((word) => beginsWithLetter.test(word)));
  const ofOthers = oneOf(words.filter((word) => !beginsWithLetter.test(word)));
  return new RegExp(`(?:(?<!${letter}|\\u200d)${ofLetters}|${withinEmoji}${ofOthers})`, "gu");
}

function isWhole(text: string, end: number, word: string): boolean {
  signGoesOn.lastIndex = end;
  letterBehind.lastIndex = end;
  return !signGoesOn.test(text) && !(endsWithLetter.test(word) && letterBehind.test(text));
}

function isSpace(sign: string): boolean {
  return sign.trim() === "";
}

/** A sign as a small letter, where that is one sign, too; at a word's end sigma is another one. */
function inSmall(sign: string): string {
  const small = sign.toLowerCase();
  if (small === "ς") return "σ";
  return small.length === sign.length ? small : sign;
}
