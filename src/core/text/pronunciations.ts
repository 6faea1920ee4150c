import { unspaced } from "../../contract/scripts.ts";
import type { TextRange } from "./align-words.ts";

/** A word, or a few, and how it is spelled so that it is spoken rightly. */
export interface Pronunciation {
  readonly word: string;
  readonly spoken: string;
}

export type Pronunciations = readonly Pronunciation[];

/** A stretch of a script, and from where to where another one is sent in its place; all in UTF-16 units. */
export interface Respelling extends TextRange {
  readonly from: number;
  readonly to: number;
}

/** A script as it is sent. */
export interface Respelled {
  readonly text: string;
  /** In the order of the script. */
  readonly places: readonly Respelling[];
  /** What of the list is in it. */
  readonly used: Pronunciations;
}

/** The longest word, and the longest spelling of one, in UTF-16 units. */
export const longestPronunciation = 100;

/** The most words of a list that came with a form: each is looked for at each place of its script. */
export const mostPronunciations = 1_000;

/** Why an entry of the list isn't used. */
export type PronunciationProblem = "no_word" | "no_spoken" | "brackets" | "doubled" | "long_word" | "long_spoken";

/** What is wrong with an entry; undefined where nothing is. */
export function pronunciationProblem(list: Pronunciations, index: number): PronunciationProblem | undefined {
  const word = tidy(list[index]?.word);
  const isDoubled = list.slice(0, index).some((other) => tidy(other.word) === word);
  return problemOf({ word, spoken: tidy(list[index]?.spoken) }, isDoubled);
}

function problemOf({ word, spoken }: Pronunciation, isDoubled: boolean): PronunciationProblem | undefined {
  if (word === "") return "no_word";
  if (word.length > longestPronunciation) return "long_word";
  if (spoken.length > longestPronunciation) return "long_spoken";
  if (/[[\]【】]/.test(word + spoken)) return "brackets";
  if (isDoubled) return "doubled";
  return spoken === "" ? "no_spoken" : undefined;
}

/** A list is asked for at each key. */
const usableLists = new WeakMap<Pronunciations, Pronunciations>();

/** What is used of a list: all of it but what is empty or wrong. The same for the same list. */
export function usablePronunciations(list: Pronunciations): Pronunciations {
  const known = usableLists.get(list);
  if (known !== undefined) return known;
  const words = new Set<string>();
  const usable = list.flatMap((entry) => {
    const tidied = { word: tidy(entry.word), spoken: tidy(entry.spoken) };
    const problem = problemOf(tidied, words.has(tidied.word));
    words.add(tidied.word);
    return problem === undefined ? [tidied] : [];
  });
  usableLists.set(list, usable);
  return usable;
}

/**
 * Spells the words of a list as they are to be spoken: whole words only where a script parts its words, the longest
 * first. A word without capitals is found with capitals, too.
 */
export function respell(script: string, list: Pronunciations): Respelled {
  if (list.length === 0) return { text: script, places: [], used: list };
  const { pattern, find } = finderOf(list);
  const pieces: string[] = [];
  const places: Respelling[] = [];
  const used = new Set<Pronunciation>();
  let at = 0;
  let length = 0;
  for (const { 0: found, index: start } of script.matchAll(pattern)) {
    const entry = find(found);
    if (entry === undefined) continue;
    used.add(entry);
    const end = start + found.length;
    const from = length + start - at;
    length = from + entry.spoken.length;
    pieces.push(script.slice(at, start), entry.spoken);
    places.push({ start, end, from, to: length });
    at = end;
  }
  return { text: [...pieces, script.slice(at)].join(""), places, used: list.filter((entry) => used.has(entry)) };
}

interface Finder {
  readonly pattern: RegExp;
  readonly find: (found: string) => Pronunciation | undefined;
}

/** A script is respelled at each key, always by the same list. */
const finders = new WeakMap<Pronunciations, Finder>();

function finderOf(list: Pronunciations): Finder {
  const known = finders.get(list);
  if (known !== undefined) return known;
  const byWord = new Map(list.map((entry) => [entry.word, entry]));
  const words = list.map(({ word }) => word).sort((one, other) => other.length - one.length);
  const finder = {
    pattern: new RegExp(words.map(patternOf).join("|"), "gu"),
    find(found: string) {
      const word = tidy(found);
      return byWord.get(word) ?? byWord.get(inSmall(word));
    },
  };
  finders.set(list, finder);
  return finder;
}

/** A letter of a script that parts its words. */
const letter = `(?!${unspaced.source})[\\p{L}\\p{N}\\p{M}]`;
const atStart = new RegExp(`^${letter}`, "u");
const atEnd = new RegExp(`${letter}$`, "u");

function patternOf(word: string): string {
  const isSmall = inSmall(word) === word;
  const signs = [...word].map((sign) => {
    if (sign === " ") return "\\s+";
    const capital = sign.toUpperCase();
    const hasCapital = isSmall && capital !== sign && capital.length === sign.length && inSmall(capital) === sign;
    return hasCapital ? `[${sign}${capital}]` : sign.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&");
  });
  return `${atStart.test(word) ? `(?<!${letter})` : ""}${signs.join("")}${atEnd.test(word) ? `(?!${letter})` : ""}`;
}

/** Sign by sign: a word as a whole may end with another small letter. */
function inSmall(word: string): string {
  return [...word].map((sign) => sign.toLowerCase()).join("");
}

function tidy(text = ""): string {
  return text.trim().replace(/\s+/gu, " ");
}
