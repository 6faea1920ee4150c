import { declareMessages } from "../../messages/declare.ts";

/** The texts of lit words, reading along and captions. */
export const wordsMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
