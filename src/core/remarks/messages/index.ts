import type { InterfaceLanguage } from "../../../contract/language.ts";
import { en, type RemarksMessages } from "./en.ts";
import { zh } from "./zh.ts";

/** What is remarked on answers in each interface language. */
export const remarksMessages: Readonly<Record<InterfaceLanguage, RemarksMessages>> = { en, zh };
