import type { InterfaceLanguage } from "../../contract/language.ts";
import { languageOf, regionOf, type Voice } from "../../contract/voices.ts";
import { oncePer } from "../page/once-per.ts";
import { languageNameOf, partNameOf, spokenNameOf } from "./voice-other-names.ts";

/** The tag that the browser's language names are asked for, by interface language. */
export const localeTags: Readonly<Record<InterfaceLanguage, string>> = { en: "en", zh: "zh-Hans" };

/** The languages that a person is likely to look for: the interface's, then the browser's. */
export function ownLanguages(language: InterfaceLanguage): readonly string[] {
  const browser = typeof navigator === "undefined" ? [] : (navigator.languages ?? []);
  return [...new Set([language, ...browser.map(languageOf)])];
}

/** Names of languages and regions in one language, as the browser knows them. */
export interface PlaceNames {
  /** `Chinese` of `zh`; the tag itself where the browser has no name. */
  language(tag: string): string;
  /** `Taiwan` of `TW`. */
  region(code: string): string;
}

/** The names in the language of `tag`, made once: making them takes the browser about a millisecond each. */
export const placeNames = oncePer(new Map<string, PlaceNames>(), (tag) => {
  const languages = displayNames(tag, "language");
  const regions = displayNames(tag, "region");
  return {
    language: (code) => {
      const name = nameOf(languages, code);
      return name === code ? (languageNameOf(code, tag) ?? code) : name;
    },
    region: (code) => nameOf(regions, code),
  };
});

/** The languages of some tags as the page's language names them. */
export function languageNames(tags: readonly string[], language: InterfaceLanguage): readonly string[] {
  return tags.map((tag) => placeNames(localeTags[language]).language(tag));
}

/**
 * Where a voice is from, in the language of `tag`: `United States`, `China · Liaoning`; undefined where it isn't said.
 */
export function originOf(voice: Voice, tag: string): string | undefined {
  const region = regionOf(voice.locale);
  const parts = [region === undefined ? undefined : placeNames(tag).region(region), partNameOf(voice.locale, tag)];
  const said = parts.filter((part) => part !== undefined);
  return said.length === 0 ? undefined : said.join(" · ");
}

/** What a voice speaks in the language of `tag`: `English`, `Cantonese`. */
export function languageName(voice: Voice, tag: string): string {
  return spokenNameOf(voice.locale, tag) ?? placeNames(tag).language(languageOf(voice.locale));
}

/** A language's name for itself, with a capital where it has them: `Deutsch`, `Español`, `中文`. */
export function nativeLanguageName(language: string): string {
  const name = placeNames(language).language(language);
  return `${name.charAt(0).toLocaleUpperCase(language)}${name.slice(1)}`;
}

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
