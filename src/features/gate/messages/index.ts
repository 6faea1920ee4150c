import { declareMessages } from "../../../core/messages/declare.ts";

/** The texts of the sign-in. */
export const gateMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
