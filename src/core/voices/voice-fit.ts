import type { InterfaceLanguage } from "../../contract/language.ts";
import type { ModelDescriptor, VoiceField } from "../../contract/model.ts";
import { languageOf, type Voice } from "../../contract/voices.ts";
import type { LatinLanguage } from "../text/latin-language.ts";
import { likely, spokenIn, type TextWritingSystem, type Writing, writingsOfLocale } from "../text/writing-system.ts";
import { voiceFieldOf } from "./voice-called.ts";

/** What a voice that nobody chose goes by. */
export interface VoiceOccasion {
  readonly language: InterfaceLanguage;
  /** How the text is written. */
  readonly writing: TextWritingSystem;
}

/**
 * The voice that stands there until a person chooses one: the interface's own wherever it can speak what is written,
 * else one that can. Where the model has none, it is the interface's own again.
 */
export function firstVoice(field: VoiceField, { language, writing }: VoiceOccasion): string {
  const own = field.first[language];
  const spoken = field.voices.find(({ name }) => name === own);
  const { leading } = writing;
  if (spoken === undefined || leading === undefined || speaks(spoken, leading, writing)) return own;
  return fittingVoice(field, leading, spokenIn(leading), spoken, [])?.name ?? own;
}

/**
 * Whether a voice speaks what a text is written in; of one that the catalogue lacks, or of hardly any text, it is
 * assumed.
 */
export function speaksText(voice: Voice | undefined, writing: TextWritingSystem): boolean {
  return voice === undefined || writing.leading === undefined || speaks(voice, writing.leading, writing);
}

/**
 * Whether a voice speaks what is written so. Names and words in Latin letters stand in texts of every writing, and
 * every voice reads them; who has nothing but those to read had better be another.
 */
function speaks({ locale, multilingual }: Voice, leading: Writing, { found }: TextWritingSystem): boolean {
  if (multilingual === true) return true;
  const own = writingsOfLocale(locale);
  return own.has(leading) || (leading === "Latn" && [...own].some((writing) => found.has(writing)));
}

/** What a page may say when the script is written otherwise than the voice's language. */
export interface WritingMismatch {
  readonly writing: Writing;
  /** The text's language where it is told, else the one that is most often written so: `ru` for Cyrillic. */
  readonly language: string;
  /** Whether the text's language is told by more than its letters. */
  readonly told: boolean;
  readonly spoken: Voice;
  /** A voice that fits, and the model that has it: the chosen one wherever it can. */
  readonly offer: { readonly model: ModelDescriptor; readonly field: VoiceField; readonly voice: Voice } | undefined;
}

/**
 * Compares the script's writing with the voice's language, and its own language where it is known; undefined where they
 * agree, and where either isn't known, such as a voice that the catalogue lacks.
 *
 * @param name the chosen voice.
 * @param atHand names that the person likes, the best first: a fitting one among them is offered before any other.
 * @param latin the language of a text in Latin letters.
 */
export function findMismatch(
  text: TextWritingSystem,
  { model, models, name, atHand }: MismatchContext,
  latin?: LatinLanguage,
): WritingMismatch | undefined {
  const writing = text.leading;
  const field = voiceFieldOf(model);
  const spoken = field?.voices.find((voice) => voice.name === name);
  if (writing === undefined || spoken === undefined || writingsOfLocale(spoken.locale).size === 0) return undefined;
  const reads = speaks(spoken, writing, text);
  const isOther = spoken.multilingual !== true && latin?.isOther(languageOf(spoken.locale)) === true;
  if (reads && !isOther) return undefined;
  const offersIn = (language: string) =>
    [model, ...models.filter((other) => other !== model)].flatMap((candidate) => {
      const own = voiceFieldOf(candidate);
      const voice = own && fittingVoice(own, writing, language, spoken, atHand(candidate));
      return own === undefined || voice === undefined ? [] : [{ model: candidate, field: own, voice }];
    });
  const speaker =
    latin && offersIn(latin.language).find(({ voice: { locale } }) => languageOf(locale) === latin.language);
  if (latin !== undefined && speaker !== undefined)
    return { writing, language: latin.language, told: true, spoken, offer: speaker };
  // It reads the letters, and no voice speaks the language.
  if (reads) return undefined;
  const language = spokenIn(writing);
  return { writing, language, told: false, spoken, offer: offersIn(language)[0] };
}

export interface MismatchContext {
  readonly model: ModelDescriptor;
  readonly models: readonly ModelDescriptor[];
  readonly name: string;
  readonly atHand: (model: ModelDescriptor) => readonly string[];
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
