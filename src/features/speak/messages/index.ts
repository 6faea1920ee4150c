import { declareMessages } from "../../../core/messages/declare.ts";

/** What is said before a long text is spoken. */
export const longTextMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
