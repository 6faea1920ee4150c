import { declareMessages } from "../../messages/declare.ts";
import type { TextsWith } from "../../page/playground-context.ts";
import type { WordsMessages } from "./en.ts";

/** The texts of lit words, reading along and captions. */
export const wordsMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });

export type { WordsMessages };
export type WordsTexts = TextsWith<WordsMessages>;
