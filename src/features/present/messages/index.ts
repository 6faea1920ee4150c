import { declareMessages } from "../../../core/messages/declare.ts";
import type { TextsWith } from "../../../core/page/playground-context.ts";
import type { HistoryTexts } from "../../../core/takes/use-history.ts";
import type { PresentMessages } from "./en.ts";

/** The texts of this part. */
export const presentMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });

export type { PresentMessages };
export type PresentTexts = HistoryTexts & TextsWith<PresentMessages>;
