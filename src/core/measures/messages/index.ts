import type { InterfaceLanguage } from "../../../contract/language.ts";
import { en, type MeasuresMessages } from "./en.ts";
import { zh } from "./zh.ts";

export type { MeasuresMessages } from "./en.ts";

/** The texts about what was measured on a sound in each interface language. */
export const measuresMessages: Readonly<Record<InterfaceLanguage, MeasuresMessages>> = { en, zh };
