import { declareMessages } from "../../../core/messages/declare.ts";
import type { TextsWith } from "../../../core/page/playground-context.ts";
import type { HistoryTexts } from "../../../core/takes/use-history.ts";
import type { BatchMessages } from "./en.ts";

/** The texts of this part. */
export const batchMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });

export type { BatchMessages };
export type BatchTexts = HistoryTexts & TextsWith<BatchMessages>;
