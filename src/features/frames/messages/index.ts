import type { InterfaceLanguage } from "../../../contract/language.ts";
import { en, type FramesMessages } from "./en.ts";
import { zh } from "./zh.ts";

export type { FramesMessages } from "./en.ts";

/** The texts of the frames tab in each interface language. */
export const framesMessages: Readonly<Record<InterfaceLanguage, FramesMessages>> = { en, zh };
