import { declareMessages } from "../../../core/messages/declare.ts";
import type { TextsWith } from "../../../core/page/playground-context.ts";
import type { RequestMessages } from "./en.ts";

/** The texts of the Request tab. */
export const requestMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });

export type { RequestMessages };
export type RequestTexts = TextsWith<RequestMessages>;
