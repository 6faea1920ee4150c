import { type InterfaceLanguage, interfaceLanguages } from "../../contract/language.ts";
import { en, type Messages } from "./en.ts";

export type { Messages } from "./en.ts";

/** English is always there; another language is fetched when somebody wants it. */
const loaded: Partial<Record<InterfaceLanguage, Messages>> = { en };

const loaders: Readonly<Record<InterfaceLanguage, () => Promise<Messages>>> = {
  en: async () => en,
  zh: async () => (await import("./zh.ts")).zh,
};

/** Fetches the texts of `language`, once. Rejects where nothing answers; a further call tries again. */
export async function loadMessages(language: InterfaceLanguage): Promise<void> {
  loaded[language] ??= await loaders[language]();
}

/** The texts of an interface language, English until {@link loadMessages} has brought them. */
export function messagesOf(language: InterfaceLanguage): Messages {
  return loaded[language] ?? en;
}

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
