import { declareMessages } from "../../messages/declare.ts";
import type { TextsWith } from "../../page/playground-context.ts";
import type { HistoryTexts } from "../../takes/use-history.ts";
import type { ExportMessages } from "./en.ts";

/** The texts of this part. */
export const exportMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });

export type { ExportMessages };
export type ExportTexts = HistoryTexts & TextsWith<ExportMessages>;
