import { sampleSentences } from "../../../contract/sample-sentences.ts";
import { languageOf } from "../../../contract/voices.ts";
import { eastAsian, isJapanese, kana, languageOfText, languageTold, latin, scripts } from "./text-language.ts";

/** The letters of a script, and how many of its words make a run. */
export interface ScriptRun {
  /** The source of a regular expression for one of its letters. */
  readonly letters: string;
  /** Fewer words in a row are no run; 1 when absent. */
  readonly words?: number;
}

/**
 * A language of a text in a script that a voice doesn't read: the engine would spell it sign by sign, or read it as
 * English. The first of a script reads the runs that tell of none.
 */
export interface ForeignScript extends ScriptRun {
  /** BCP 47 tag of the language; undefined for a script that is of no known language. */
  readonly locale: string | undefined;
  /** The first stretch of the text in the script. */
  readonly part: string;
}

/** What a voice can't read of a text. */
export interface Readability {
  /** Whether it reads any letter. */
  readonly readsSome: boolean;
  readonly foreign: readonly ForeignScript[];
}

/** How much of a text tells the language of most of a script, in UTF-16 units: a long one mustn't hold others up. */
const looked = 2_000;

/** Languages that are written in Cyrillic, too, which their sample sentence doesn't show. */
const alsoCyrillic: ReadonlySet<string> = new Set(["az", "bs", "sr", "uz"]);

/**
 * Languages in which eSpeak NG spells Latin words letter by letter, as its phonemes tell. In others that aren't written
 * in Latin letters it says them in English, whatever language they are in, without a break.
 */
const spellingLatin: ReadonlySet<string> = new Set(["he", "ja", "my"]);

/** Languages whose sample isn't written in Latin letters, and that have a way of their own to read them. */
const alsoLatin: ReadonlySet<string> = new Set(["mk", "sr"]);

/** So many Latin words in a row are text in another language; fewer are a name, and best said without a break. */
const wordsOfText = 4;

/** What every voice says somehow: Latin letters, and what is of no script. */
const everywhere = `${latin.letters.source}|\\p{Script=Common}|\\p{Script=Inherited}`;

interface Reader {
  /** A letter that the voice reads. */
  readonly own: RegExp;
  /** A letter that it doesn't read. */
  readonly foreign: RegExp;
  /** Each other script; the last stands for all that are of no known language. */
  readonly others: readonly ScriptRun[];
  /** Latin letters, where another language should read them. */
  readonly latin: ScriptRun | undefined;
}

const readers = new Map<string, Reader>();

/**
 * What a voice can't read of a text.
 *
 * @param locale the voice's language, as a BCP 47 tag.
 */
export function readabilityOf(text: string, locale: string): Readability {
  const { own, foreign, others, latin } = readerOf(text, locale);
  const inLatin = latin === undefined ? [] : foreignScript(text, latin, locale);
  if (!foreign.test(text)) return { readsSome: true, foreign: inLatin };
  const inOthers = others.flatMap((run) => foreignScript(text, run, locale));
  // What looks like Japanese as a whole may have runs in the voice's own Chinese.
  const readsRun = inOthers.some((script) => languageOf(script.locale ?? "") === languageOf(locale));
  return { readsSome: readsRun || own.test(text), foreign: [...inOthers, ...inLatin] };
}

function foreignScript(text: string, script: ScriptRun, voice: string): ForeignScript[] {
  const first = runsOf([script]).exec(text)?.index;
  if (first === undefined) return [];
  const runs = Array.from(text.slice(first, first + looked).matchAll(runsOf([script])), ([run]) => run);
  const part = (runs[0] ?? "").replace(/[^\p{L}\p{M}]+$/u, "");
  if (script.letters === unknown) return [{ ...script, locale: undefined, part }];
  const ofVoice = (found: string): string => (languageOf(found) === languageOf(voice) ? voice : found);
  const told = new Set([ofVoice(languageOfText(runs.join(" ")))]);
  for (const [run] of text.matchAll(runsOf([script]))) {
    for (const part of partsOf(run, script)) {
      const language = languageOfRun(part, script);
      if (language !== undefined) told.add(ofVoice(language));
    }
  }
  return Array.from(told, (locale) => ({ ...script, locale, part }));
}

/**
 * The parts of a run that may each be in another language: sentences, and what is in Chinese characters or in kana.
 * Joined they are the run.
 */
export function partsOf(run: string, { letters }: ScriptRun): readonly string[] {
  if (letters === eastAsian.letters.source) return run.match(chineseOrKana) ?? [];
  return run.split(/(?=\p{L})(?<=[.!?…।؟۔\n][^\p{L}]*)/u);
}

const chineseOrKana = new RegExp(`(?:\\p{Script=Han}+|(?:${kana.source})+)[^\\p{L}]*`, "gu");

/** The language that a run tells of by itself, as a BCP 47 tag; undefined where nothing in it does. */
export function languageOfRun(run: string, { letters }: ScriptRun): string | undefined {
  const clues = scripts.find((script) => script.letters.source === letters);
  return clues === undefined || clues.languages.length === 1 ? undefined : languageTold(run, clues);
}

const unknown = `(?!${[everywhere, ...scripts.map((script) => script.letters.source)].join("|")})\\p{L}`;

/** Runs of scripts, each of one script, with the signs and spaces up to what follows; a group for each script. */
export function runsOf(scripts: readonly ScriptRun[]): RegExp {
  const runs = scripts.map(({ letters: one, words = 1 }) =>
    words === 1 ? `((?:${one})(?:[^\\p{L}]*(?:${one}))*[^\\p{L}\\p{N}]*)` : `(${wordsInARow(one, words)})`,
  );
  return new RegExp(runs.join("|"), "gu");
}

/**
 * Words of a sentence with what may stand between them in a language with spaces. A list such as A、B、C、D has other
 * signs between its words, and lines are sentences of their own.
 */
function wordsInARow(one: string, words: number): string {
  const word = `(?:${one})(?:[\\p{M}'’]*(?:${one}))*`;
  const between = "(?:(?![\\p{L}\\n.!?])[\\0-\\u00ff\\u2000-\\u206f]|\\.(?=\\S))+";
  return `(?<![\\p{L}\\p{M}])${word}(?:${between}${word}){${words - 1},}(?![\\p{L}\\p{M}])[^\\p{L}\\p{N}]*`;
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
  const others: ScriptRun[] = [];
  for (const { letters } of scripts.filter((script) => script !== latin)) {
    if (letters === eastAsian.letters && language === "zh") {
      own.push("\\p{Script=Han}");
      others.push({ letters: kana.source });
    } else if (letters.test(sample)) own.push(letters.source);
    else others.push({ letters: letters.source });
  }
  const readsLatin = latin.letters.test(sample) || alsoLatin.has(language);
  return {
    own: new RegExp(`(?=\\p{L})(?:${own.join("|")})`, "u"),
    foreign: new RegExp(`(?!${own.join("|")})\\p{L}`, "u"),
    others: [...others, { letters: unknown }],
    latin: readsLatin
      ? undefined
      : { letters: latin.letters.source, words: spellingLatin.has(language) ? 1 : wordsOfText },
  };
}
