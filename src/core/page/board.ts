import { createStore, type StoreApi } from "zustand/vanilla";
import type { NotDone } from "./load-part.ts";
import { perPlayground } from "./per-playground.ts";
import type { Playground } from "./playground.ts";

/** The tabs of the board below the script, and whether one takes more of the window than a list does. */
export const boardTabs = {
  takes: "usual",
  tasks: "usual",
  request: "wide",
  frames: "wide",
  compare: "wide",
  batch: "wide",
  checks: "wide",
} as const;
export type BoardTab = keyof typeof boardTabs;

/** Which tab is looked at, and how much of the window it takes. The page may be so long that it stands out of sight. */
export interface Board {
  readonly shown: BoardTab;
  /** What was given stays given: the tabs must not move away under the one who goes from one to another. */
  readonly room: "usual" | "wide";
  /** How often a tab was to be brought up. */
  readonly asked: number;
  /**
   * Why what was pressed last wasn't done, as long as it is to be said; `failed` where nobody foresaw it, `not_kept`
   * where it was done and stays in memory alone.
   */
  readonly notDone: NotDone | "failed" | "not_kept" | undefined;
  /** Shows a tab; the page and the keyboard stay where they are. */
  show(tab: BoardTab): void;
  /** Shows a tab and brings it into sight, with the keyboard on it. */
  bringUp(tab: BoardTab): void;
  tell(notDone: Board["notDone"]): void;
  /** One writes in the script: a tab that is a list gives back what it doesn't need. */
  write(): void;
}

/** A board that shows the takes. */
export function createBoard(): StoreApi<Board> {
  return createStore<Board>()((set, get) => ({
    shown: "takes",
    room: "usual",
    asked: 0,
    notDone: undefined,
    show: (shown) => set(({ room }) => ({ shown, room: boardTabs[shown] === "wide" ? "wide" : room })),
    bringUp(tab) {
      get().show(tab);
      set({ asked: get().asked + 1 });
    },
    tell(notDone) {
      if (notDone !== get().notDone) set({ notDone });
    },
    write: () => set(({ shown }) => ({ room: boardTabs[shown] })),
  }));
}

/** The board of a playground; the same one every time. */
export const boardOf = perPlayground(createBoard);

/**
 * From now on shows the tasks when one is sent, unless one looks at something of its own: what was just asked for is
 * where one looks next. It needs no board, which may come later than the first press. Returns what ends it.
 */
export function followTasks(playground: Playground): () => void {
  const board = boardOf(playground);
  return playground.submit.subscribe(({ sending }, before) => {
    if (sending === undefined || sending.id === before.sending?.id) return;
    const { shown, show } = board.getState();
    if (shown === "takes") show("tasks");
  });
}
