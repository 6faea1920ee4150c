import { createStore, type StoreApi } from "zustand/vanilla";
import { ofPlayground } from "./of-playground.ts";
import type { Playground } from "./playground.ts";

/** The tabs of the board below the script, in their order. */
export const boardTabs = ["takes", "tasks", "request", "frames", "compare", "batch", "checks"] as const;
export type BoardTab = (typeof boardTabs)[number];

/** Which tab is looked at. */
export interface Board {
  readonly shown: BoardTab;
  show(tab: BoardTab): void;
}

/** The board of a playground; the same one every time. */
export const boardOf = ofPlayground(
  (): StoreApi<Board> => createStore<Board>()((set) => ({ shown: boardTabs[0], show: (shown) => set({ shown }) })),
);

/**
 * From now on shows the tasks when one is sent, unless one looks at something of its own: what was just asked for is where
 * one looks next. It needs no board, which may come later than the first press. Returns what ends it.
 */
export function followTasks(playground: Playground): () => void {
  const board = boardOf(playground);
  return playground.takes.subscribe(({ sending }, before) => {
    if (sending === undefined || sending.id === before.sending?.id) return;
    const { shown, show } = board.getState();
    if (shown === "takes") show("tasks");
  });
}
