import { declareMessages } from "../../../core/messages/declare.ts";
import type { TextsWith } from "../../../core/page/playground-context.ts";
import type { HistoryTexts } from "../../../core/takes/use-history.ts";
import type { CompareMessages } from "./en.ts";

/** The texts of the Compare tab. */
export const compareMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });

export type { CompareMessages };
export type CompareTexts = HistoryTexts & TextsWith<CompareMessages>;
