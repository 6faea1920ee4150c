import { declareMessages } from "../../messages/declare.ts";
import type { TextsWith } from "../../page/playground-context.ts";
import type { VoiceMessages } from "./en.ts";

/** The texts of choosing a voice. */
export const voiceMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });

export type { VoiceMessages };
export type VoiceTexts = TextsWith<VoiceMessages>;
