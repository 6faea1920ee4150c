import type { InterfaceLanguage } from "../../../contract/language.ts";
import { en, type WordsMessages } from "./en.ts";
import { zh } from "./zh.ts";

export type { WordsMessages } from "./en.ts";

/** The texts of lit words, reading along and captions, in each interface language. */
export const wordsMessages: Readonly<Record<InterfaceLanguage, WordsMessages>> = { en, zh };
