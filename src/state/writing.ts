import type { InterfaceLanguage } from "../contract/language.ts";
import type { ModelDescriptor, VoiceField } from "../contract/model.ts";
import { languageOf, type Voice } from "../contract/voices.ts";

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
/** The share of the letters from which on a writing is the text's. */
const majority = 0.6;
/** The share of kana among kana and Han from which on a text is Japanese. */
const japanese = 0.08;

/**
 * The writing that most of a text's letters belong to; undefined where there are hardly any letters, or none that lead.
 * Looks at a few thousand characters of a text of any length.
 */
export function writingOf(text: string): Writing | undefined {
  const counts = new Map<Writing, number>();
  let all = 0;
  for (const character of excerptOf(text)) {
    const writing = writingOfLetter(character);
    if (writing === undefined) continue;
    all++;
    counts.set(writing, (counts.get(writing) ?? 0) + 1);
  }
  if (all < fewest) return undefined;
  const kana = counts.get("Kana") ?? 0;
  const han = counts.get("Hani") ?? 0;
  // Japanese is written in both, Chinese in one of them: some kana among Han make a text Japanese.
  if (kana > 0 && kana >= (kana + han) * japanese) {
    counts.set("Kana", kana + han);
    counts.delete("Hani");
  }
  // One Han character says as much as a word of letters.
  const [leader] = [...counts].sort(([, one], [, other]) => other - one);
  return leader !== undefined && leader[1] >= all * majority ? leader[0] : undefined;
}

const cached = new Map<string, ReadonlySet<Writing>>();

/** The writings in which a voice's language is written. */
export function writingsOfLocale(locale: string): ReadonlySet<Writing> {
  const known = cached.get(locale);
  if (known !== undefined) return known;
  const script = likely(locale)?.script ?? "";
  const own = compositions[script] ?? (isWriting(script) ? [script] : []);
  const writings = new Set([...own, ...(alsoWritten[languageOf(locale)] ?? [])]);
  cached.set(locale, writings);
  return writings;
}

/** What a voice that nobody chose goes by. */
export interface VoiceOccasion {
  readonly language: InterfaceLanguage;
  /** How the text is written, where that can be told. */
  readonly writing: Writing | undefined;
}

/**
 * The voice that stands there until a person chooses one: the interface's own wherever it can speak what is written, else
 * one that can. Where the model has none, it is the interface's own again.
 */
export function firstVoice(field: VoiceField, { language, writing }: VoiceOccasion): string {
  const own = field.first[language];
  if (writing === undefined) return own;
  const spoken = field.voices.find(({ name }) => name === own);
  if (spoken === undefined || writingsOfLocale(spoken.locale).has(writing)) return own;
  return fittingVoice(field, writing, spokenIn(writing), spoken, [])?.name ?? own;
}

/** What a page may say when the script is written otherwise than the voice's language. */
export interface WritingMismatch {
  readonly writing: Writing;
  /** The language that is most often written so: `ru` for Cyrillic. */
  readonly language: string;
  readonly spoken: Voice;
  /** A voice that fits, and the model that has it: the chosen one wherever it can. */
  readonly offer: { readonly model: ModelDescriptor; readonly field: VoiceField; readonly voice: Voice } | undefined;
}

/**
 * Compares the script's writing with the voice's language; undefined where they agree, and where either isn't known, such
 * as a voice that the catalogue lacks.
 *
 * @param name the chosen voice.
 * @param atHand names that the person likes, the best first: a fitting one among them is offered before any other.
 */
export function findMismatch(
  writing: Writing | undefined,
  { model, models, name, atHand }: MismatchContext,
): WritingMismatch | undefined {
  const field = voiceFieldOf(model);
  const spoken = field?.voices.find((voice) => voice.name === name);
  if (writing === undefined || spoken === undefined) return undefined;
  const written = writingsOfLocale(spoken.locale);
  if (written.size === 0 || written.has(writing)) return undefined;
  const language = spokenIn(writing);
  const offers = [model, ...models.filter((other) => other !== model)].flatMap((candidate) => {
    const own = voiceFieldOf(candidate);
    const voice = own === undefined ? undefined : fittingVoice(own, writing, language, spoken, atHand(candidate));
    return own === undefined || voice === undefined ? [] : [{ model: candidate, field: own, voice }];
  });
  return { writing, language, spoken, offer: offers[0] };
}

export interface MismatchContext {
  readonly model: ModelDescriptor;
  readonly models: readonly ModelDescriptor[];
  readonly name: string;
  readonly atHand: (model: ModelDescriptor) => readonly string[];
}

/** Writings whose likeliest language the platform knows under another code. */
const tagOf: Readonly<Partial<Record<Writing, string>>> = { Hani: "Hans", Kana: "Jpan", Hang: "Kore" };

/** The language that is most often written so. */
function spokenIn(writing: Writing): string {
  return likely(`und-${tagOf[writing] ?? writing}`)?.language ?? "und";
}

function fittingVoice(
  field: VoiceField,
  writing: Writing,
  language: string,
  spoken: Voice,
  atHand: readonly string[],
): Voice | undefined {
  const fitting = field.voices.filter(({ locale }) => writingsOfLocale(locale).has(writing));
  const usual = fitting.filter(({ locale }) => languageOf(locale) === language);
  const region = likely(language)?.region;
  const firsts = Object.values<string>(field.first);
  return (
    // Kana are Japanese and Hangul is Korean: a liked voice of another language that shares the writing would not fit.
    atHand.map((name) => (usual.length > 0 ? usual : fitting).find((voice) => voice.name === name)).find(Boolean) ??
    usual.find(({ name, gender }) => firsts.includes(name) && gender === spoken.gender) ??
    usual.find(({ locale, gender }) => locale === `${language}-${region}` && gender === spoken.gender) ??
    usual.find(({ gender }) => gender === spoken.gender) ??
    usual[0] ??
    fitting[0]
  );
}

function voiceFieldOf(model: ModelDescriptor): VoiceField | undefined {
  return model.fields.find((field): field is VoiceField => field.kind === "voice");
}

function excerptOf(text: string): string {
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
function likely(tag: string): Intl.Locale | undefined {
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
