import type { InterfaceLanguage } from "../../../contract/language.ts";
import { en, type ShortcutsMessages } from "./en.ts";
import { zh } from "./zh.ts";

/** The texts of the list of keyboard shortcuts in each interface language. */
export const shortcutsMessages: Readonly<Record<InterfaceLanguage, ShortcutsMessages>> = { en, zh };
