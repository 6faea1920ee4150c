import type { InterfaceLanguage } from "../../contract/language.ts";

/** The texts of one part of the page, in every language of the interface. */
export interface DeclaredMessages<Messages> {
  /**
   * In `language`; in another one where only that is here yet. Throws where none is: {@link loadMessages} comes first.
   */
  in(language: InterfaceLanguage): Messages;
}

interface Catalogue {
  has(language: InterfaceLanguage): boolean;
  load(language: InterfaceLanguage): Promise<void>;
}

/** What loads each language's module, which exports its texts by the language's name. */
type Loaders<Messages> = {
  readonly [Language in InterfaceLanguage]: () => Promise<Readonly<Record<Language, Messages>>>;
};

const catalogues: Catalogue[] = [];

/** The language that everything is loaded in. */
let spoken: InterfaceLanguage = "en";

/** Declares a part's texts, which are loaded with the part: {@link loadMessages}. */
export function declareMessages<Messages extends object>(loaders: Loaders<Messages>): DeclaredMessages<Messages> {
  const loaded: Partial<Record<InterfaceLanguage, Messages>> = {};
  const load: Readonly<Record<InterfaceLanguage, () => Promise<Messages>>> = {
    en: async () => (await loaders.en()).en,
    zh: async () => (await loaders.zh()).zh,
  };
  catalogues.push({
    has: (language) => loaded[language] !== undefined,
    async load(language) {
      loaded[language] = await load[language]();
    },
  });
  return {
    in(language) {
      const messages = loaded[language] ?? loaded.en ?? loaded.zh;
      if (messages === undefined) throw new Error("These texts were asked for before they were loaded.");
      return messages;
    },
  };
}

/**
 * Fetches every declared text in `language`: when absent, in the one that was fetched last. Rejects where nothing
 * answers; a further call tries again.
 */
export async function loadMessages(language: InterfaceLanguage = spoken): Promise<void> {
  const missing = catalogues.filter((catalogue) => !catalogue.has(language));
  await Promise.all(missing.map((catalogue) => catalogue.load(language)));
  // A part that came meanwhile brought further ones.
  if (catalogues.some((catalogue) => !catalogue.has(language))) return loadMessages(language);
  spoken = language;
}
