import { declareMessages } from "../../../core/messages/declare.ts";

/** The texts of the list of keyboard shortcuts. */
export const helpMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
