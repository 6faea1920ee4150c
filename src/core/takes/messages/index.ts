import type { InterfaceLanguage } from "../../../contract/language.ts";
import { en, type HistoryMessages } from "./en.ts";
import { zh } from "./zh.ts";

export type { HistoryMessages } from "./en.ts";

/** The texts of the board below in each interface language. */
export const historyMessages: Readonly<Record<InterfaceLanguage, HistoryMessages>> = { en, zh };
