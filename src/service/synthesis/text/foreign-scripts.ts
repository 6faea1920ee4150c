import { setImmediate } from "node:timers/promises";
import { sampleSentences } from "../../../contract/sample-sentences.ts";
import { sentenceMarks } from "../../../contract/scripts.ts";
import { languageOf } from "../../../contract/voices.ts";
import { chineseInJapanese, chineseOnly } from "./chinese-characters.ts";
import { eastAsian, kana, languageOfText, languageTold, latin, type ScriptClues, scripts } from "./text-language.ts";

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
interface Readability {
  /** Whether it reads any letter. */
  readonly readsSome: boolean;
  readonly foreign: readonly ForeignScript[];
}

/** How much of a text tells the language of most of a script, in UTF-16 units. */
const looked = 2_000;
/** How much of it is looked at in one go, in UTF-16 units, and for how long others wait meanwhile, in milliseconds. */
const stretchLength = 8_000;
const turn = 10;

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

/** What has been found of a script. */
interface Found {
  readonly part: string;
  /** What tells the language of most of it. */
  sample: string;
  /** Languages that runs tell of by themselves. */
  readonly told: Set<string>;
}

/**
 * What a voice can't read of a text. A long text is looked at stretch by stretch, while others have their turns.
 *
 * @param locale the voice's language, as a BCP 47 tag.
 * @param now in milliseconds.
 */
export async function readabilityOf(
  text: string,
  locale: string,
  now: () => number = () => performance.now(),
): Promise<Readability> {
  const { own, foreign, others, latin } = readerOf(text, locale);
  const found = new Map<ScriptRun, Found>();
  const inLatin = latin === undefined ? [] : [latin];
  let readsAll = true;
  let readsOwn = false;
  let since = now();
  for (const stretch of stretchesOf(text)) {
    const readsIt = !foreign.test(stretch);
    readsAll &&= readsIt;
    readsOwn ||= own.test(stretch);
    for (const script of readsIt ? inLatin : [...others, ...inLatin]) {
      for (const _ of lookFor(script, stretch, found)) {
        if (now() - since < turn) continue;
        await setImmediate();
        since = now();
      }
    }
  }
  const scripts = [...others, ...inLatin].map((script) => foreignScript(script, found.get(script), locale));
  return { readsSome: readsAll || readsOwn, foreign: (await Promise.all(scripts)).flat() };
}

/** Stretches of a text that end between words. Joined they are the text. */
function* stretchesOf(text: string): Generator<string> {
  let from = 0;
  while (text.length - from > stretchLength) {
    let to = from + stretchLength;
    while (to > from + stretchLength / 2 && /[\p{L}\p{M}\p{Cs}]/u.test(text.charAt(to - 1))) to--;
    // Nothing but letters; at least none is cut in two.
    if (/[\ud800-\udbff]/.test(text.charAt(to - 1))) to--;
    yield text.slice(from, to);
    from = to;
  }
  yield text.slice(from);
}

/** Looked for from its first sign alone: from each of thousands, others would wait for a second. */
const signsAtEnd = /(?<![^\p{L}\p{M}])[^\p{L}\p{M}]+$/u;

/** Looks for a script in a stretch of a text; it may be interrupted wherever it yields. */
function* lookFor(script: ScriptRun, stretch: string, found: Map<ScriptRun, Found>): Generator<void> {
  yield;
  const clues = cluesOf(script.letters);
  const before = found.get(script);
  if (clues === undefined && before !== undefined && before.sample.length >= looked) return;
  for (const [run] of stretch.matchAll(runsOf([script]))) {
    const known = found.get(script) ?? { part: run.replace(signsAtEnd, ""), sample: "", told: new Set() };
    found.set(script, known);
    if (known.sample.length < looked) known.sample += `${run} `;
    if (clues === undefined) continue;
    for (const part of partsOf(run, script)) {
      yield;
      const language = languageTold(part, clues);
      if (language !== undefined) known.told.add(language);
    }
  }
}

async function foreignScript(script: ScriptRun, found: Found | undefined, voice: string): Promise<ForeignScript[]> {
  if (found === undefined) return [];
  const { part, sample, told } = found;
  if (script.letters === unknown) return [{ ...script, locale: undefined, part }];
  const ofVoice = (locale: string): string => (languageOf(locale) === languageOf(voice) ? voice : locale);
  const most = await languageOfText(sample.slice(0, looked));
  return Array.from(new Set([most, ...told].map(ofVoice)), (locale) => ({ ...script, locale, part }));
}

/**
 * The parts of a run that may each be in another language: sentences, and what is in Chinese characters or in Japanese.
 * Joined they are the run.
 */
export function partsOf(run: string, { letters }: ScriptRun): readonly string[] {
  if (letters === eastAsian.letters.source) return run.match(chineseOrJapanese) ?? [];
  return run.split(betweenSentences);
}

const betweenSentences = new RegExp(`(?=\\p{L})(?<=[${sentenceMarks}\\n][^\\p{L}]*)`, "u");

const han = "\\p{Script=Han}";
/** A character that may be Japanese. */
const maybeJapanese = `(?!${chineseOnly}|[他我]的)${han}`;
/** The most in a row that a word with kana has. */
const row = `(?:${maybeJapanese}){1,6}`;
/** Kana, and a character of a row that is joined to them, as in どら焼き. */
const japanese = [
  kana.source,
  `(?=${han}{1,6}${kana.source})${maybeJapanese}(?<=(?<!${han})(?=${row}${kana.source})${row})`,
  `${maybeJapanese}(?<=${kana.source}${han}{1,6})(?<=${kana.source}(?=${row}(?!${han}))${row})`,
].join("|");
const chineseOrJapanese = new RegExp(`(?:(?:${japanese})+|(?:(?!${japanese})${han})+)[^\\p{L}]*`, "gu");
/** Characters around one that is Chinese: the dictionary would hardly know their words. */
const inJapanese = chineseInJapanese(kana.source);
const chinese = `(?=${han}{0,8}${inJapanese})${han}|${han}(?<=${inJapanese}${han}{0,8})`;

/** The language that a run tells of by itself, as a BCP 47 tag; undefined where nothing in it does. */
export function languageOfRun(run: string, { letters }: ScriptRun): string | undefined {
  const clues = cluesOf(letters);
  return clues && languageTold(run, clues);
}

/** What tells the languages of a script apart; undefined for one that has a single language. */
function cluesOf(letters: string): ScriptClues | undefined {
  const script = scripts.find((each) => each.letters.source === letters);
  return script === eastAsian || (script !== undefined && script.languages.length > 1) ? script : undefined;
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
  // Chinese shops like a の between Chinese words.
  const name =
    language === "zh" && /(?!の)[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? besideJapanese : language;
  const known = readers.get(name);
  if (known !== undefined) return known;
  const reader = readerFor(name);
  readers.set(name, reader);
  return reader;
}

/** A Chinese voice that reads a text with Japanese words in it. */
const besideJapanese = "zh beside ja";

function readerFor(name: string): Reader {
  const language = name === besideJapanese ? "zh" : name;
  const sample = `${sampleSentences[language] ?? ""}${alsoCyrillic.has(language) ? "д" : ""}`;
  const own = [everywhere];
  const others: ScriptRun[] = [];
  for (const { letters, languages } of scripts.filter((script) => script !== latin)) {
    if (letters === eastAsian.letters && language === "zh") {
      const foreign = name === besideJapanese ? japanese : kana.source;
      own.push(`(?!${foreign})${han}`);
      others.push({ letters: foreign });
    } else if (letters.test(sample) || languages.some(({ locale }) => languageOf(locale) === language)) {
      own.push(letters.source);
    } else others.push({ letters: letters.source });
  }
  const unread = [`(?!${own.join("|")})\\p{L}`];
  if (language === "ja") {
    others.push({ letters: chinese });
    unread.push(inJapanese);
  }
  const readsLatin = latin.letters.test(sample) || alsoLatin.has(language);
  return {
    own: new RegExp(`(?=\\p{L})(?:${own.join("|")})`, "u"),
    foreign: new RegExp(unread.join("|"), "u"),
    others: [...others, { letters: unknown }],
    latin: readsLatin
      ? undefined
      : { letters: latin.letters.source, words: spellingLatin.has(language) ? 1 : wordsOfText },
  };
}
