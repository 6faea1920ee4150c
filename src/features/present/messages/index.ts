import type { InterfaceLanguage } from "../../../contract/language.ts";
import { en, type PresentMessages } from "./en.ts";
import { zh } from "./zh.ts";

export type { PresentMessages } from "./en.ts";

/** The texts of this part in each interface language. */
export const presentMessages: Readonly<Record<InterfaceLanguage, PresentMessages>> = { en, zh };
