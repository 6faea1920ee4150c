import { declareMessages } from "../../../../core/messages/declare.ts";

/** The texts of the list of pronunciations. */
export const pronunciationMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
