import { useMemo } from "react";
import { type HistoryTexts, useHistoryTexts } from "../takes/use-history.ts";
import { type ExportMessages, exportMessages } from "./messages/index.ts";

/** Texts and numbers of export and import: `x` holds their own, the rest is as on the board. */
export interface ExportTexts extends HistoryTexts {
  readonly x: ExportMessages;
}

/** Texts and numbers of export and import. */
export function useExportTexts(): ExportTexts {
  const texts = useHistoryTexts();
  return useMemo(() => ({ ...texts, x: exportMessages.in(texts.language) }), [texts]);
}
