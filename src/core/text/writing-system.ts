import type { InterfaceLanguage } from "../../contract/language.ts";
import { languageOf } from "../../contract/voices.ts";
import { oncePer } from "../page/once-per.ts";

/** The writings that are told apart, by their ISO 15924 code, with the letters that only they have. */
const letters = {
  Latn: /\p{Script=Latin}/u,
  Hani: /\p{Script=Han}/u,
  Kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  Hang: /\p{Script=Hangul}/u,
  Arab: /\p{Script=Arabic}/u,
  Cyrl: /\p{Script=Cyrillic}/u,
  Thai: /\p{Script=Thai}/u,
  Deva: /\p{Script=Devanagari}/u,
  Grek: /\p{Script=Greek}/u,
  Hebr: /\p{Script=Hebrew}/u,
  Armn: /\p{Script=Armenian}/u,
  Geor: /\p{Script=Georgian}/u,
  Ethi: /\p{Script=Ethiopic}/u,
  Beng: /\p{Script=Bengali}/u,
  Gujr: /\p{Script=Gujarati}/u,
  Guru: /\p{Script=Gurmukhi}/u,
  Taml: /\p{Script=Tamil}/u,
  Telu: /\p{Script=Telugu}/u,
  Knda: /\p{Script=Kannada}/u,
  Mlym: /\p{Script=Malayalam}/u,
  Sinh: /\p{Script=Sinhala}/u,
  Mymr: /\p{Script=Myanmar}/u,
  Khmr: /\p{Script=Khmer}/u,
  Laoo: /\p{Script=Lao}/u,
  Cans: /\p{Script=Canadian_Aboriginal}/u,
} as const;
export type Writing = keyof typeof letters;

/** Kinds of writing that consist of several. */
const compositions: Readonly<Record<string, readonly Writing[]>> = {
  Hans: ["Hani"],
  Hant: ["Hani"],
  Jpan: ["Kana", "Hani"],
  Kore: ["Hang", "Hani"],
};

/** Languages that are also written otherwise than their likeliest writing. */
const alsoWritten: Readonly<Record<string, readonly Writing[]>> = {
  sr: ["Latn"],
  bs: ["Cyrl"],
  uz: ["Cyrl"],
  az: ["Cyrl"],
  kk: ["Latn"],
};

/** The most characters that are looked at: from the beginning, the middle and the end. */
const looked = { pieces: 8, each: 300 } as const;
/** The fewest letters that say something. */
const fewest = 3;
/** The share of what is written from which on a writing is the text's. */
const majority = 0.6;
/** The signs that say as much as one of these: a Han character, a kana or a Hangul block, beside a word of letters. */
const lettersOfWord = 5;
const syllables: ReadonlySet<Writing> = new Set(["Hani", "Kana", "Hang"]);
/** The share of kana among kana and Han from which on a text is Japanese. */
const japanese = 0.08;

export interface TextWritingSystem {
  /** What most of it is written in; undefined where there are hardly any letters, or none that lead. */
  readonly leading: Writing | undefined;
  /** Everything that was found in it. */
  readonly found: ReadonlySet<Writing>;
}

/** Tells how a text is written, of any length: looks at a few thousand characters of it. */
export function readWritingSystem(text: string): TextWritingSystem {
  const counts = new Map<Writing, number>();
  let all = 0;
  for (const character of sampleOf(text)) {
    const writing = writingOfLetter(character);
    if (writing === undefined) continue;
    all++;
    counts.set(writing, (counts.get(writing) ?? 0) + 1);
  }
  const found = new Set(counts.keys());
  return { leading: all < fewest ? undefined : leaderOf(counts), found };
}

/** What leads in a text: `leading` of {@link readWritingSystem}. */
export function writingOf(text: string): Writing | undefined {
  return readWritingSystem(text).leading;
}

function leaderOf(counts: Map<Writing, number>): Writing | undefined {
  const kana = counts.get("Kana") ?? 0;
  const han = counts.get("Hani") ?? 0;
  // Japanese is written in both, Chinese in one of them: some kana among Han make a text Japanese.
  if (kana > 0 && kana >= (kana + han) * japanese) {
    counts.set("Kana", kana + han);
    counts.delete("Hani");
  }
  // By what is said rather than by letters: the name of a brand has as many as a Chinese sentence.
  const said = [...counts].map(([writing, count]) => ({
    writing,
    words: syllables.has(writing) ? count : count / lettersOfWord,
  }));
  const all = said.reduce((sum, { words }) => sum + words, 0);
  const leader = said.sort((one, other) => other.words - one.words)[0];
  return leader !== undefined && leader.words >= all * majority ? leader.writing : undefined;
}

/** The writings in which a voice's language is written. */
export const writingsOfLocale = oncePer(new Map<string, ReadonlySet<Writing>>(), (locale) => {
  const script = likely(locale)?.script ?? "";
  const own = compositions[script] ?? (isWriting(script) ? [script] : []);
  return new Set([...own, ...(alsoWritten[languageOf(locale)] ?? [])]);
});

/** Writings whose likeliest language the platform knows under another code. */
const tagOf: Readonly<Partial<Record<Writing, string>>> = { Hani: "Hans", Kana: "Jpan", Hang: "Kore" };

/** The language that is most often written so. */
export function spokenIn(writing: Writing): string {
  return likely(`und-${tagOf[writing] ?? writing}`)?.language ?? "und";
}

/**
 * The language of a text: `expected` where that is written so, else the one that is most often written so. Undefined
 * where nobody knows: many are written in Latin letters.
 */
export function languageOfText(text: string, expected?: string): string | undefined {
  const leading = writingOf(text);
  if (expected !== undefined && (leading === undefined || writingsOfLocale(expected).has(leading))) return expected;
  return leading === undefined || leading === "Latn" ? undefined : spokenIn(leading);
}

/** As much of a text as tells how it is written: from its beginning to its end, at most 2,400 UTF-16 units. */
export function sampleOf(text: string): string {
  const { pieces, each } = looked;
  if (text.length <= pieces * each) return text;
  const step = (text.length - each) / (pieces - 1);
  return Array.from({ length: pieces }, (_, at) =>
    text.slice(Math.floor(at * step), Math.floor(at * step) + each),
  ).join("");
}

function writingOfLetter(character: string): Writing | undefined {
  const code = character.codePointAt(0) ?? 0;
  // Most letters of most texts, without asking any of the expressions.
  if (code < 0x80) return /[a-z]/i.test(character) ? "Latn" : undefined;
  if (code >= 0x4e00 && code <= 0x9fff) return "Hani";
  return writings.find((writing) => letters[writing].test(character));
}

const writings = Object.keys(letters).filter(isWriting);

function isWriting(script: string): script is Writing {
  return Object.hasOwn(letters, script);
}

/** The likeliest whole tag of a part of one, as the platform knows it. */
export function likely(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return undefined;
  }
}

/** A writing's name in an interface language, as the browser knows it: `Cyrillic`. */
export function writingName(writing: Writing, language: InterfaceLanguage): string {
  try {
    const names = new Intl.DisplayNames([language === "zh" ? "zh-Hans" : language], { type: "script" });
    return names.of(tagOf[writing] ?? writing) ?? writing;
  } catch {
    return writing;
  }
}
