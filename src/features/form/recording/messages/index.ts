import { declareMessages } from "../../../../core/messages/declare.ts";

export type { RecordingMessages } from "./en.ts";

/** The texts of one's own recordings. */
export const recordingMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
