import { useStore } from "zustand";
import { usePlayground } from "../page/playground-context.ts";

/** Whether nothing is heard of what plays: muted, or turned down to nothing. */
export function useSilent(): boolean {
  return useStore(usePlayground().sound, ({ volume, muted }) => muted || volume === 0);
}
