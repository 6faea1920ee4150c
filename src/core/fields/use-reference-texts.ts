import { useMemo } from "react";
import { type Texts, useTexts } from "../page/playground-context.ts";
import { type ReferenceMessages, referenceMessages } from "./messages/index.ts";

/** Texts and numbers of Model C's form: `r` holds its own, the rest is as on the page. */
export interface ReferenceTexts extends Texts {
  readonly r: ReferenceMessages;
}

/** Texts and numbers of Model C's form. */
export function useReferenceTexts(): ReferenceTexts {
  const texts = useTexts();
  return useMemo(() => ({ ...texts, r: referenceMessages.in(texts.language) }), [texts]);
}
