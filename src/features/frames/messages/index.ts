import { declareMessages } from "../../../core/messages/declare.ts";

export type { FramesMessages } from "./en.ts";

/** The texts of the frames tab. */
export const framesMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
