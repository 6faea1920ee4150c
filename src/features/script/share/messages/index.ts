import type { InterfaceLanguage } from "../../../../contract/language.ts";
import { en, type ShareMessages } from "./en.ts";
import { zh } from "./zh.ts";

export type { ShareMessages } from "./en.ts";

/** The texts of this part in each interface language. */
export const shareMessages: Readonly<Record<InterfaceLanguage, ShareMessages>> = { en, zh };
