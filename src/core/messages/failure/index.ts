import { declareMessages } from "../declare.ts";

/** What the codes of failures mean. */
export const failureMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
