import type { InterfaceLanguage } from "../../../contract/language.ts";
import { en, type FailureMessages } from "./en.ts";
import { zh } from "./zh.ts";

export type { FailureMessages } from "./en.ts";

/** What the codes of failures mean, in each interface language. */
export const failureMessages: Readonly<Record<InterfaceLanguage, FailureMessages>> = { en, zh };
