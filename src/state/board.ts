import { createStore, type StoreApi } from "zustand/vanilla";
import { ofPlayground } from "./of-playground.ts";

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
