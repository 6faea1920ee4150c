import { declareMessages } from "../declare.ts";

export type { FailureMessages } from "./en.ts";

/** What the codes of failures mean. */
export const failureMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
