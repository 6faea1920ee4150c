import { type InterfaceLanguage, interfaceLanguages } from "../../contract/language.ts";

/** The value of the document's `lang` attribute, by interface language. */
export const languageTags: Readonly<Record<InterfaceLanguage, string>> = { en: "en", zh: "zh-CN" };

/** The first of the browser's languages that the interface speaks; English when there is none. */
export function languageOfBrowser(languages: readonly string[]): InterfaceLanguage {
  for (const tag of languages) {
    const found = interfaceLanguages.find((language) => tag.toLowerCase().split("-", 1)[0] === language);
    if (found !== undefined) return found;
  }
  return "en";
}
