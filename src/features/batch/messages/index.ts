import { declareMessages } from "../../../core/messages/declare.ts";

export type { BatchMessages } from "./en.ts";

/** The texts of this part. */
export const batchMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
