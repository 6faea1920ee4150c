import { type Texts, useTexts } from "../page/playground-context.ts";
import { type WordsMessages, wordsMessages } from "./messages/index.ts";

/** Texts and numbers of what is shown of a sound's words: `w` holds its own, the rest is as on the page. */
export interface WordsTexts extends Texts {
  readonly w: WordsMessages;
}

/** Texts and numbers of what is shown of a sound's words. */
export function useWordsTexts(): WordsTexts {
  const texts = useTexts();
  return { ...texts, w: wordsMessages.in(texts.language) };
}
