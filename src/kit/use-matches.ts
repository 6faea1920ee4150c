import { useCallback, useSyncExternalStore } from "react";
import { listen } from "./listen.ts";

/** Whether a media query matches, from now on. */
export function useMatches(query: string): boolean {
  const subscribe = useCallback((told: () => void) => listen(matchMedia(query), { change: told }), [query]);
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
