import type { InterfaceLanguage } from "../../../contract/language.ts";
import { type BatchMessages, en } from "./en.ts";
import { zh } from "./zh.ts";

export type { BatchMessages } from "./en.ts";

/** The texts of this part in each interface language. */
export const batchMessages: Readonly<Record<InterfaceLanguage, BatchMessages>> = { en, zh };
