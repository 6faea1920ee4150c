import type { InterfaceLanguage } from "../contract/language.ts";
import { type Gender, languageOf, regionOf, type Voice } from "../contract/voices.ts";

/** The tag that the browser's language names are asked for, by interface language. */
export const localeTags: Readonly<Record<InterfaceLanguage, string>> = { en: "en", zh: "zh-Hans" };

/** Names of languages and regions in one language, as the browser knows them. */
export interface PlaceNames {
  /** `Chinese` of `zh`; the tag itself where the browser has no name. */
  language(tag: string): string;
  /** `Taiwan` of `TW`. */
  region(code: string): string;
}

const cache = new Map<string, PlaceNames>();

/** The names in the language of `tag`, made once: making them takes the browser about a millisecond each. */
export function placeNames(tag: string): PlaceNames {
  const known = cache.get(tag);
  if (known !== undefined) return known;
  const languages = displayNames(tag, "language");
  const regions = displayNames(tag, "region");
  const names: PlaceNames = {
    language: (code) => nameOf(languages, code),
    region: (code) => nameOf(regions, code),
  };
  cache.set(tag, names);
  return names;
}

/** Chinese names of the parts of China that locales name. */
const dialects: Readonly<Record<string, string>> = { Liaoning: "辽宁", Shaanxi: "陕西" };

/** The part of a locale that is neither language, script nor region, in the language of `tag`: `Liaoning` of `zh-CN-liaoning`. */
function dialectOf(locale: string, tag: string): string | undefined {
  const [latin, chinese] = dialectsOf(locale);
  return tag.startsWith("zh") ? (chinese ?? latin) : latin;
}

/** That part in all languages in which it is known; in Latin letters first. */
export function dialectsOf(locale: string): readonly string[] {
  const part = locale.split("-").find((candidate, index) => index > 0 && /^[a-z]{5,}$/.test(candidate));
  if (part === undefined) return [];
  const latin = `${part.charAt(0).toUpperCase()}${part.slice(1)}`;
  const chinese = dialects[latin];
  return chinese === undefined ? [latin] : [latin, chinese];
}

/** Where a voice is from, in the language of `tag`: `United States`, `China · Liaoning`; undefined where it isn't said. */
export function originOf(voice: Voice, tag: string): string | undefined {
  const region = regionOf(voice.locale);
  const parts = [region === undefined ? undefined : placeNames(tag).region(region), dialectOf(voice.locale, tag)];
  const said = parts.filter((part) => part !== undefined);
  return said.length === 0 ? undefined : said.join(" · ");
}

/** A voice's language in the language of `tag`: `English`. */
export function languageName(voice: Voice, tag: string): string {
  return placeNames(tag).language(languageOf(voice.locale));
}

/** A language's name for itself, with a capital where it has them: `Deutsch`, `Español`, `中文`. */
export function nativeLanguageName(language: string): string {
  const name = placeNames(language).language(language);
  return `${name.charAt(0).toLocaleUpperCase(language)}${name.slice(1)}`;
}

/** The words that people use for a gender, in each interface language. */
export const genderWords: Readonly<Record<Gender, readonly string[]>> = {
  female: ["female", "woman", "女", "女声", "女性"],
  male: ["male", "man", "男", "男声", "男性"],
};

function displayNames(tag: string, type: "language" | "region"): Intl.DisplayNames | undefined {
  try {
    return new Intl.DisplayNames([tag], { type, fallback: "code" });
  } catch {
    return undefined;
  }
}

function nameOf(names: Intl.DisplayNames | undefined, code: string): string {
  try {
    return names?.of(code) ?? code;
  } catch {
    return code;
  }
}
