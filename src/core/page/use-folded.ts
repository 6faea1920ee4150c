import { useStore } from "zustand";
import { boardOf, isFolded } from "./board.ts";
import { usePlayground, useSettings } from "./playground-context.ts";

/** Whether script and form are folded above the tab that is shown; see {@link isFolded}. */
export function useFolded(): boolean {
  const shown = useStore(boardOf(usePlayground()), (board) => board.shown);
  return useSettings((settings) => isFolded(shown, settings));
}
