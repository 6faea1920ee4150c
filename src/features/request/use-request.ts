import { useStore } from "zustand";
import { type RequestTab, requestTabOf } from "../../core/exchanges/request-tab.ts";
import { usePlayground } from "../../core/page/playground-context.ts";

/** One part of what the Request tab holds. */
export function useRequestTab<Part>(select: (tab: RequestTab) => Part): Part {
  return useStore(requestTabOf(usePlayground()), select);
}
