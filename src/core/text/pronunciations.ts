import { oncePer } from "../page/once-per.ts";
import type { TextRange } from "./align-words.ts";
import { type FoundWord, finderOf, tidyWord } from "./find-words.ts";

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

/** The most words of a list. */
export const mostPronunciations = 1_000;

/** Why an entry of the list isn't used. */
export type PronunciationProblem = "no_word" | "no_spoken" | "brackets" | "doubled" | "long_word" | "long_spoken";

/** What is wrong with each entry of a list; undefined where nothing is. */
export function pronunciationProblems(list: Pronunciations): readonly (PronunciationProblem | undefined)[] {
  const words = new Set<string>();
  return list.map((entry) => {
    const word = tidyWord(entry.word);
    const problem = problemOf({ word, spoken: tidy(entry.spoken) }, words.has(word));
    words.add(word);
    return problem;
  });
}

function problemOf({ word, spoken }: Pronunciation, isDoubled: boolean): PronunciationProblem | undefined {
  if (word === "") return "no_word";
  if (word.length > longestPronunciation) return "long_word";
  if (spoken.length > longestPronunciation) return "long_spoken";
  if (/[[\]【】]/.test(word + spoken)) return "brackets";
  if (isDoubled) return "doubled";
  return spoken === "" ? "no_spoken" : undefined;
}

/** What is used of a list: all of it but what is empty or wrong, or too much. A list is asked for at each key. */
export const usablePronunciations = oncePer(new WeakMap<Pronunciations, Pronunciations>(), (list) => {
  const entries = list.slice(0, mostPronunciations);
  const problems = pronunciationProblems(entries);
  return entries
    .filter((_, index) => problems[index] === undefined)
    .map(({ word, spoken }) => ({ word: tidyWord(word), spoken: tidy(spoken) }));
});

/** A script is respelled at each key, always by the same list. */
const wordsIn = oncePer(new WeakMap<Pronunciations, (text: string) => readonly FoundWord<Pronunciation>[]>(), (list) =>
  finderOf(list),
);

/** Spells the words of a list as they are to be spoken. */
export function respell(script: string, list: Pronunciations): Respelled {
  if (list.length === 0) return { text: script, places: [], used: list };
  const pieces: string[] = [];
  const places: Respelling[] = [];
  const used = new Set<Pronunciation>();
  let at = 0;
  let length = 0;
  for (const { start, end, entry } of wordsIn(list)(script)) {
    used.add(entry);
    const from = length + start - at;
    length = from + entry.spoken.length;
    pieces.push(script.slice(at, start), entry.spoken);
    places.push({ start, end, from, to: length });
    at = end;
  }
  return { text: [...pieces, script.slice(at)].join(""), places, used: list.filter((entry) => used.has(entry)) };
}

function tidy(text: string): string {
  return text.trim().replace(/\s+/gu, " ");
}
