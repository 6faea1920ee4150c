import type { InterfaceLanguage } from "../../../contract/language.ts";
import { en, type RequestMessages } from "./en.ts";
import { zh } from "./zh.ts";

export type { RequestMessages } from "./en.ts";

/** The texts of the Request tab in each interface language. */
export const requestMessages: Readonly<Record<InterfaceLanguage, RequestMessages>> = { en, zh };
