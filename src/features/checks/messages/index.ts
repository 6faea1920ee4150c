import { declareMessages } from "../../../core/messages/declare.ts";
import type { TextsWith } from "../../../core/page/playground-context.ts";
import type { ChecksMessages } from "./en.ts";

/** The texts of the Checks tab. */
export const checksMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });

export type { ChecksMessages };
export type ChecksTexts = TextsWith<ChecksMessages>;
