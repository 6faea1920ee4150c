import { declareMessages } from "../../messages/declare.ts";

export type { VoiceMessages } from "./en.ts";

/** The texts of choosing a voice. */
export const voiceMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
