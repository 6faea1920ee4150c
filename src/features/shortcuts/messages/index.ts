import { declareMessages } from "../../../core/messages/declare.ts";

/** The texts of the list of keyboard shortcuts. */
export const shortcutsMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
