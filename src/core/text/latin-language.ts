import { sampleOf, type TextWritingSystem } from "./writing-system.ts";

/** The language of a text in Latin letters, and what else it may be. */
export interface LatinLanguage {
  /** `es` */
  readonly language: string;
  /** Whether it is surely not in `language`; false of one that isn't told apart from others. */
  isOther(language: string): boolean;
}

/** What a detector says of a sample of a text. */
export interface DetectedLanguage {
  /** ISO 639-1; empty where nothing fits. */
  readonly language: string;
  /** Of each language that fits at all, from 0 to 1. */
  readonly scores: Readonly<Record<string, number>>;
  readonly isReliable: boolean;
}

/** The fewest words in small letters that say something: names and titles look alike in every language. */
const fewestWords = 3;
const smallWord = /(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{M}'’]*/gu;
/** The least score of the language that leads, and the most that the next one may have of it: Danish or Norwegian? */
const leastScore = 0.7;
const mostOfNext = 0.97;
/** The most that a language may have of the leading one's score to be ruled out. */
const mostOfOther = 0.82;

/** Languages of voices by the names under which they are told apart; those that are nearly alike have one together. */
const toldAs: Readonly<Record<string, readonly string[]>> = {
  nb: ["no"],
  fil: ["tl"],
  id: ["ms"],
  sr: ["hr", "sr"],
  bs: ["hr", "sr"],
};
/** The other way round: of those that are nearly alike the one that more people speak. */
const spokenAs: Readonly<Record<string, string>> = { no: "nb", tl: "fil", ms: "id" };

/** The languages in Latin letters that are told apart, by their ISO 639-1 code. */
const toldApart: ReadonlySet<string> = new Set(
  "az ca cs da de en es et eu fi fr hr hu is it ku lt lv ms nl no pl pt ro sk sl sq sr sv tl tr vi yo".split(" "),
);

/** Whether a text has enough in Latin letters, and nothing else, to ask for its language. */
export function mayTellLanguage(text: string, { leading, found }: TextWritingSystem): boolean {
  return leading === "Latn" && found.size === 1 && (sampleOf(text).match(smallWord)?.length ?? 0) >= fewestWords;
}

/**
 * Tells the language of a text of any length by a few thousand characters of it; undefined where that isn't sure.
 * Ask {@link mayTellLanguage} before. Rejects where `detect` does.
 */
export async function tellLanguage(
  text: string,
  detect: (sample: string) => Promise<DetectedLanguage>,
): Promise<LatinLanguage | undefined> {
  const { language: leading, scores, isReliable } = await detect(sampleOf(text));
  const best = scores[leading] ?? 0;
  const isClear = Object.values(scores).filter((score) => score > best * mostOfNext).length === 1;
  if (!isReliable || !isClear || best < leastScore || !toldApart.has(leading)) return undefined;
  return {
    language: spokenAs[leading] ?? leading,
    isOther(language) {
      const names = toldAs[language] ?? [language];
      return names.every((name) => toldApart.has(name) && (scores[name] ?? 0) <= best * mostOfOther);
    },
  };
}
