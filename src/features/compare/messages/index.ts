import type { InterfaceLanguage } from "../../../contract/language.ts";
import { type CompareMessages, en } from "./en.ts";
import { zh } from "./zh.ts";

export type { CompareMessages } from "./en.ts";

/** The texts of the Compare tab in each interface language. */
export const compareMessages: Readonly<Record<InterfaceLanguage, CompareMessages>> = { en, zh };
