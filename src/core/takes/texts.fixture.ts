import type { InterfaceLanguage } from "../../contract/language.ts";
import { loadMessages } from "../messages/declare.ts";
import { pageMessages } from "../messages/index.ts";
import { numbersOf } from "../messages/numbers.ts";
import { historyMessages } from "./messages/index.ts";
import type { HistoryTexts } from "./use-history.ts";

/** The texts of the board in a language, where the service fetches our sample recordings. */
export async function historyTextsOf(language: InterfaceLanguage): Promise<HistoryTexts> {
  await loadMessages(language);
  return {
    language,
    page: pageMessages.in(language),
    takes: historyMessages.in(language),
    numbers: numbersOf(language),
    of: (text) => text[language],
    multiplier: undefined,
    references: "http://127.0.0.1:4173/references/",
  };
}
