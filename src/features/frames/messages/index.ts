import { declareMessages } from "../../../core/messages/declare.ts";
import type { TextsWith } from "../../../core/page/playground-context.ts";
import type { FramesMessages } from "./en.ts";

/** The texts of the frames tab. */
export const framesMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });

export type { FramesMessages };
export type FramesTexts = TextsWith<FramesMessages>;
