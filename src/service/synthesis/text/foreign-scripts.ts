import { sampleSentences } from "../../../contract/sample-sentences.ts";
import { languageOf } from "../../../contract/voices.ts";
import { eastAsian, isJapanese, kana, languageOfText, latin, scripts } from "./text-language.ts";

/** A script in a text that a voice doesn't read: the engine would spell it sign by sign. */
export interface ForeignScript {
  /** The source of a regular expression for one of its letters. */
  readonly letters: string;
  /** BCP 47 tag of the language that it is most likely in; undefined for a script that is of no known language. */
  readonly locale: string | undefined;
  /** The first stretch of the text in it. */
  readonly part: string;
}

/** What a voice can't read of a text. */
export interface Readability {
  /** Whether it reads any letter. */
  readonly readsSome: boolean;
  readonly foreign: readonly ForeignScript[];
}

/** How much of a text a script's language is told by, in UTF-16 units: a long one mustn't hold up other callers. */
const looked = 2_000;

/** Languages that are written in Cyrillic, too, which their sample sentence doesn't show. */
const alsoCyrillic: ReadonlySet<string> = new Set(["az", "bs", "sr", "uz"]);

/** What every voice says somehow: the engine reads Latin letters in every language, and the rest is of no script. */
const everywhere = `${latin.letters.source}|\\p{Script=Common}|\\p{Script=Inherited}`;

interface Reader {
  /** A letter that the voice reads. */
  readonly own: RegExp;
  /** A letter that it doesn't read. */
  readonly foreign: RegExp;
  /** The sources of one letter of each other script; the last stands for all that are of no known language. */
  readonly others: readonly string[];
}

const readers = new Map<string, Reader>();

/**
 * What a voice can't read of a text.
 *
 * @param locale the voice's language, as a BCP 47 tag.
 */
export function readabilityOf(text: string, locale: string): Readability {
  const { own, foreign, others } = readerOf(text, locale);
  if (!foreign.test(text)) return { readsSome: true, foreign: [] };
  return { readsSome: own.test(text), foreign: others.flatMap((letters) => foreignScript(text, letters)) };
}

function foreignScript(text: string, letters: string): ForeignScript[] {
  const first = new RegExp(letters, "u").exec(text)?.index;
  if (first === undefined) return [];
  const runs = Array.from(text.slice(first, first + looked).matchAll(runsOf([letters])), ([run]) => run);
  const part = (runs[0] ?? "").replace(/[^\p{L}\p{M}]+$/u, "");
  return [{ letters, locale: letters === unknown ? undefined : languageOfText(runs.join(" ")), part }];
}

const unknown = `(?!${[everywhere, ...scripts.map((script) => script.letters.source)].join("|")})\\p{L}`;

/** Runs of scripts, each of one script, with the signs and spaces up to what follows; a group for each script. */
export function runsOf(letters: readonly string[]): RegExp {
  const runs = letters.map((one) => `((?:${one})(?:[^\\p{L}]*(?:${one}))*[^\\p{L}\\p{N}]*)`);
  return new RegExp(runs.join("|"), "gu");
}

function readerOf(text: string, locale: string): Reader {
  const language = languageOf(locale);
  // Chinese voices read Chinese characters, but not where they write Japanese; Chinese shops like a の, too.
  const name = language === "zh" && isJapanese(text.slice(0, looked).replaceAll("の", "")) ? "zh beside ja" : language;
  const known = readers.get(name);
  if (known !== undefined) return known;
  const reader = readerFor(name);
  readers.set(name, reader);
  return reader;
}

function readerFor(language: string): Reader {
  const sample = `${sampleSentences[language] ?? ""}${alsoCyrillic.has(language) ? "д" : ""}`;
  const own = [everywhere];
  const others: string[] = [];
  for (const { letters } of scripts.filter((script) => script !== latin)) {
    if (letters === eastAsian.letters && language === "zh") {
      own.push("\\p{Script=Han}");
      others.push(kana.source);
    } else (letters.test(sample) ? own : others).push(letters.source);
  }
  return {
    own: new RegExp(`(?=\\p{L})(?:${own.join("|")})`, "u"),
    foreign: new RegExp(`(?!${own.join("|")})\\p{L}`, "u"),
    others: [...others, unknown],
  };
}
