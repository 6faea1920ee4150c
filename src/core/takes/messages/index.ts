import { declareMessages } from "../../messages/declare.ts";

export type { HistoryMessages } from "./en.ts";

/** The texts of the board below. */
export const historyMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
