import type { InterfaceLanguage } from "../../../contract/language.ts";
import { en, type GateMessages } from "./en.ts";
import { zh } from "./zh.ts";

/** The texts of the sign-in in each interface language. */
export const gateMessages: Readonly<Record<InterfaceLanguage, GateMessages>> = { en, zh };
