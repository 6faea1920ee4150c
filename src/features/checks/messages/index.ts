import type { InterfaceLanguage } from "../../../contract/language.ts";
import { type ChecksMessages, en } from "./en.ts";
import { zh } from "./zh.ts";

export type { ChecksMessages } from "./en.ts";

/** The texts of the Checks tab in each interface language. */
export const checksMessages: Readonly<Record<InterfaceLanguage, ChecksMessages>> = { en, zh };
