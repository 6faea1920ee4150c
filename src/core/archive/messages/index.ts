import type { InterfaceLanguage } from "../../../contract/language.ts";
import { type ExportMessages, en } from "./en.ts";
import { zh } from "./zh.ts";

export type { ExportMessages } from "./en.ts";

/** The texts of this part in each interface language. */
export const exportMessages: Readonly<Record<InterfaceLanguage, ExportMessages>> = { en, zh };
