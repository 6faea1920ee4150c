import { createStore, type StoreApi } from "zustand/vanilla";
import { ofPlayground } from "./of-playground.ts";

/** The tabs of the board below the script, in their order. */
export const boardTabs = ["takes", "tasks", "request", "frames", "compare", "batch", "checks"] as const;
export type BoardTab = (typeof boardTabs)[number];

/** Which tab is looked at. The page may be so long that it stands out of sight. */
export interface Board {
  readonly shown: BoardTab;
  /** How often a tab was asked for from elsewhere on the page. */
  readonly asked: number;
  show(tab: BoardTab): void;
  /** Shows a tab and brings it into sight, with the keyboard on it. */
  bringUp(tab: BoardTab): void;
}

/** The board of a playground; the same one every time. */
export const boardOf = ofPlayground(
  (): StoreApi<Board> =>
    createStore<Board>()((set) => ({
      shown: boardTabs[0],
      asked: 0,
      show: (shown) => set({ shown }),
      bringUp: (shown) => set(({ asked }) => ({ shown, asked: asked + 1 })),
    })),
);
