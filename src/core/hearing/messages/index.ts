import { declareMessages } from "../../messages/declare.ts";

/** The texts about what is heard in a take. */
export const hearingMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
