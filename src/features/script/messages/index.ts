import type { InterfaceLanguage } from "../../../contract/language.ts";
import { en, type ScriptToolsMessages } from "./en.ts";
import { zh } from "./zh.ts";

export type { ScriptToolsMessages } from "./en.ts";

/** The texts of the tools below the script, in each interface language. */
export const scriptToolsMessages: Readonly<Record<InterfaceLanguage, ScriptToolsMessages>> = { en, zh };
