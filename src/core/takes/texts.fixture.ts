import type { InterfaceLanguage } from "../../contract/language.ts";
import { loadMessages, messagesOf } from "../messages/index.ts";
import { numbersOf } from "../messages/numbers.ts";
import { historyMessages } from "./messages/index.ts";
import type { HistoryTexts } from "./use-history.ts";

await loadMessages("zh");

/** The texts of the board in a language, where the service fetches our sample recordings. */
export function historyTextsOf(language: InterfaceLanguage): HistoryTexts {
  return {
    language,
    t: messagesOf(language),
    h: historyMessages[language],
    numbers: numbersOf(language),
    of: (text) => text[language],
    multiplier: undefined,
    references: "http://127.0.0.1:4173/references/",
  };
}
