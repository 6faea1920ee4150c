import type { InterfaceLanguage } from "../../../contract/language.ts";
import { en, type VoiceMessages } from "./en.ts";
import { zh } from "./zh.ts";

export type { VoiceMessages } from "./en.ts";

/** The texts of choosing a voice, in each interface language. */
export const voiceMessages: Readonly<Record<InterfaceLanguage, VoiceMessages>> = { en, zh };
