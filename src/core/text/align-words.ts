import { unspaced } from "../../contract/scripts.ts";
import type { Timing } from "../../contract/timestamps.ts";

/** A stretch of a text in UTF-16 units, its end excluded. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** How far ahead a word is looked for, in UTF-16 units: more, the longer nothing was found. */
const nearestWindow = 300;
const farthestWindow = 4_000;
/** How much text a word that wasn't found may stand for: "ten dollars" for "$10", or a spelt-out address. */
const textPerWord = 24;
/** At how many places of a window a word is tried: in a row of one letter it would be at each. */
const mostPlaces = 100;
/** How long the rest of a word may be that was told of by its beginning. */
const farthestRest = 24;
/** Where a word ends for certain: at white space, at a sign of a script without spaces, or with the text. */
const wordEnd = new RegExp(`\\s|${unspaced.source}|$`, "u");
const marksAround = /^[\p{P}\p{S}]+|(?<![\p{P}\p{S}])[\p{P}\p{S}]+$/gu;
const wordCharacter = /[\p{L}\p{N}\p{M}]/u;

/**
 * Finds each timing's place in the script, in order: by its offset where that is right (in code points or in UTF-16
 * units), else by walking along the text. Words that aren't in the text, as `ten dollars` for `$10`, share what stands
 * between their neighbours; where nothing stands there, or nothing fits at all, a word has no place.
 *
 * @param timings in the order in which they are heard
 */
export function alignWords(script: string, timings: readonly Timing[]): readonly (TextRange | undefined)[] {
  const text = fold(script);
  const needles = timings.map((timing) => fold(timing.text).trim());
  const places = anchorsOf(script, text, timings, needles);
  eachRun(places, script.length, (from, to, region) => walk(text, needles, places, from, to, region));
  const found = places.filter((place) => place !== undefined).length;
  if (found * 4 < timings.length) return timings.map(() => undefined);
  eachRun(places, script.length, (from, to, region) => {
    const core = coreOf(script, region);
    const said = needles.slice(from, to).reduce((length, needle) => length + needle.length, 0);
    if (core !== undefined && core.end - core.start <= textPerWord * (to - from) + said * 2)
      places.fill(core, from, to);
  });
  return places;
}

type Places = (TextRange | undefined)[];

/** The places that offsets name, by the way of counting under which most of them are right. */
function anchorsOf(script: string, text: string, timings: readonly Timing[], needles: readonly string[]): Places {
  const ways = [byCodePoint(script), (offset: number) => offset];
  const attempts = ways.map((toUnits) => {
    let free = 0;
    return timings.map(({ textOffset }, index): TextRange | undefined => {
      const needle = needles[index] ?? "";
      const start = textOffset === undefined || !Number.isInteger(textOffset) ? -1 : toUnits(textOffset);
      if (needle === "" || start < free || !text.startsWith(needle, start)) return undefined;
      free = start + needle.length;
      return { start, end: free };
    });
  });
  const hits = attempts.map((places) => places.filter((place) => place !== undefined).length);
  const best = hits.indexOf(Math.max(...hits));
  // A few that fit by chance are no offsets.
  return (hits[best] ?? 0) * 2 >= timings.length ? (attempts[best] ?? []) : timings.map(() => undefined);
}

/** From an offset in code points to one in UTF-16 units; -1 behind the end. */
function byCodePoint(script: string): (offset: number) => number {
  if (!/[\ud800-\udbff]/.test(script)) return (offset) => offset;
  const units: number[] = [];
  let unit = 0;
  for (const character of script) {
    units.push(unit);
    unit += character.length;
  }
  return (offset) => units[offset] ?? -1;
}

/** Calls back for each run of words without a place, with the text between its neighbours. */
function eachRun(places: Places, length: number, visit: (from: number, to: number, region: TextRange) => void): void {
  let from = 0;
  while (from < places.length) {
    if (places[from] !== undefined) {
      from++;
      continue;
    }
    let to = from;
    while (to < places.length && places[to] === undefined) to++;
    visit(from, to, { start: places[from - 1]?.end ?? 0, end: places[to]?.start ?? length });
    from = to;
  }
}

/** Looks for the words from `from` to `to` along a region of the text. */
function walk(
  text: string,
  needles: readonly string[],
  places: Places,
  from: number,
  to: number,
  region: TextRange,
): void {
  let cursor = region.start;
  let missed = 0;
  for (let index = from; index < to; index++) {
    const needle = needles[index] ?? "";
    const next = index + 1 < to ? (needles[index + 1] ?? "") : "";
    const window = Math.min(farthestWindow, nearestWindow + missed * textPerWord);
    const end = Math.min(region.end, cursor + window + needle.length);
    const ahead = { text, cursor, end, next, missed };
    const place = find(needle, ahead) ?? find(needle.replace(marksAround, ""), ahead);
    places[index] = place;
    if (place === undefined) {
      missed++;
    } else {
      cursor = place.end;
      missed = 0;
    }
  }
}

interface Ahead {
  readonly text: string;
  readonly cursor: number;
  readonly end: number;
  readonly next: string;
  /** How many words before this one weren't found. */
  readonly missed: number;
}

function find(needle: string, { text, cursor, end, next, missed }: Ahead): TextRange | undefined {
  if (needle === "") return undefined;
  const window = text.slice(cursor, end);
  let at = window.indexOf(needle);
  for (let tried = 0; at !== -1 && tried < mostPlaces; tried++, at = window.indexOf(needle, at + 1)) {
    const place = { start: cursor + at, end: cursor + at + needle.length };
    if (!isWhole(text, place)) continue;
    // Text may be jumped over when words that weren't found explain it, or when the next word confirms it; the last one
    // has none. The rest of a word whose beginning was told of, as in “don't”, isn't jumped over.
    const skipped = weightOf(window.slice(Math.min(at, restOfWord(window)), at));
    const isConfirmed = next === "" ? skipped <= 60 : follows(text, place.end, next);
    if (skipped <= missed * 24 || isConfirmed) return place;
  }
  return undefined;
}

/** Whether a place begins and ends where words do. */
function isWhole(text: string, { start, end }: TextRange): boolean {
  const inside = (at: number): boolean => isSpacedLetter(text.charAt(at - 1)) && isSpacedLetter(text.charAt(at));
  return !inside(start) && !inside(end);
}

function isSpacedLetter(character: string): boolean {
  return wordCharacter.test(character) && !unspaced.test(character);
}

function follows(text: string, from: number, next: string): boolean {
  const ahead = text.slice(from, from + farthestRest);
  return followsFrom(text, from, next) || followsFrom(text, from + restOfWord(ahead), next);
}

/** How long the rest of a word is at the beginning of a text. */
function restOfWord(text: string): number {
  return Math.max(0, text.slice(0, farthestRest).search(wordEnd));
}

function followsFrom(text: string, from: number, next: string): boolean {
  let at = from;
  while (at < text.length && at < from + 12 && !wordCharacter.test(text.charAt(at))) at++;
  return text.startsWith(next, at);
}

/** How much would be jumped over: letters and digits, those of scripts without spaces many times. */
function weightOf(text: string): number {
  let weight = 0;
  for (const character of text) if (wordCharacter.test(character)) weight += unspaced.test(character) ? 8 : 1;
  return weight;
}

/** A region without the spaces and punctuation at its ends; undefined when nothing else stands there. */
function coreOf(script: string, { start, end }: TextRange): TextRange | undefined {
  const region = script.slice(start, end);
  const before = /^[\s\p{P}]*/u.exec(region)?.[0].length ?? 0;
  const behind = /(?<![\s\p{P}])[\s\p{P}]*$/u.exec(region.slice(before))?.[0].length ?? 0;
  return before === region.length ? undefined : { start: start + before, end: end - behind };
}

/** The text as it is compared: in lower case, with one kind of apostrophe and space. Its length stays. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  const same = lower.length === text.length ? lower : text.replace(/\p{Lu}/gu, lowerOfSameLength);
  return same.replace(/[’‘ʼ]/g, "'").replace(/\s/g, " ");
}

function lowerOfSameLength(letter: string): string {
  const lower = letter.toLowerCase();
  return lower.length === letter.length ? lower : letter;
}
