import { useMemo } from "react";
import { type HistoryTexts, useHistoryTexts } from "../../core/takes/use-history.ts";
import { type BatchMessages, batchMessages } from "./messages/index.ts";

/** Texts and numbers of batches: `b` holds their own, the rest is as on the board. */
export interface BatchTexts extends HistoryTexts {
  readonly b: BatchMessages;
}

export function useBatchTexts(): BatchTexts {
  const texts = useHistoryTexts();
  return useMemo(() => ({ ...texts, b: batchMessages.in(texts.language) }), [texts]);
}
