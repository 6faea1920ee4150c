import { declareMessages } from "../../../core/messages/declare.ts";
import type { TextsWith } from "../../../core/page/playground-context.ts";
import type { EngineMessages } from "./en.ts";

/** The texts of natural voices that can be had. */
export const engineMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });

export type { EngineMessages };
export type EngineTexts = TextsWith<EngineMessages>;
