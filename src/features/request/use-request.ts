import { useMemo } from "react";
import { useStore } from "zustand";
import { type RequestTab, requestTabOf } from "../../core/exchanges/request-tab.ts";
import { type Texts, usePlayground, useTexts } from "../../core/page/playground-context.ts";
import { type RequestMessages, requestMessages } from "./messages/index.ts";

/** Texts and numbers of the Request tab: `q` holds its own, the rest is as on the page. */
export interface RequestTexts extends Texts {
  readonly q: RequestMessages;
}

/** Texts and numbers of the Request tab. */
export function useRequestTexts(): RequestTexts {
  const texts = useTexts();
  return useMemo(() => ({ ...texts, q: requestMessages.in(texts.language) }), [texts]);
}

/** One part of what the Request tab holds. */
export function useRequestTab<Part>(select: (tab: RequestTab) => Part): Part {
  return useStore(requestTabOf(usePlayground()), select);
}
