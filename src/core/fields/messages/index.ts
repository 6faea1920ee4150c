import type { InterfaceLanguage } from "../../../contract/language.ts";
import { en, type ReferenceMessages } from "./en.ts";
import { zh } from "./zh.ts";

export type { ReferenceMessages } from "./en.ts";

/** The texts of Model C's form, and of requests that wait for a job, in each interface language. */
export const referenceMessages: Readonly<Record<InterfaceLanguage, ReferenceMessages>> = { en, zh };
