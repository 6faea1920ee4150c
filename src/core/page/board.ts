import { createStore, type StoreApi } from "zustand/vanilla";
import type { NotDone } from "./load-part.ts";
import { perPlayground } from "./per-playground.ts";
import type { Playground } from "./playground.ts";
import type { Settings } from "./settings.ts";

/** The tabs of the board below the script. A list leaves the script its room; a workbench needs the window. */
export const boardTabs = {
  takes: "list",
  tasks: "list",
  compare: "bench",
  batch: "bench",
  request: "bench",
  frames: "bench",
  checks: "bench",
} as const;
export type BoardTab = keyof typeof boardTabs;

/** Which tab is looked at. The page may be so long that it stands out of sight. */
export interface Board {
  readonly shown: BoardTab;
  /** How often a tab was to be brought up. */
  readonly asked: number;
  /** Whether the form stands beside the board while script and form are folded. */
  readonly form: boolean;
  /**
   * Why what was pressed last wasn't done, as long as it is to be said; `failed` where nobody foresaw it, `not_kept`
   * where it was done and stays in memory alone, `busy` while a task is sent, `importing` while another file is taken
   * in, `elsewhere` where it goes on already.
   */
  readonly notDone: NotDone | "failed" | "not_kept" | "busy" | "importing" | "elsewhere" | undefined;
  /** Shows a tab; the page and the keyboard stay where they are. */
  show(tab: BoardTab): void;
  /** Shows a tab and brings it into sight, with the keyboard on it. */
  bringUp(tab: BoardTab): void;
  showForm(form: boolean): void;
  tell(notDone: Board["notDone"]): void;
}

/** A board that shows the takes. */
function createBoard(): StoreApi<Board> {
  return createStore<Board>()((set, get) => ({
    shown: "takes",
    asked: 0,
    form: false,
    notDone: undefined,
    show: (shown) => set({ shown }),
    bringUp(tab) {
      get().show(tab);
      set({ asked: get().asked + 1 });
    },
    showForm: (form) => set({ form }),
    tell(notDone) {
      if (notDone !== get().notDone) set({ notDone });
    },
  }));
}

/** The board of a playground; the same one every time. */
export const boardOf = perPlayground(createBoard);

/** Whether script and form are folded into one line above `tab`: as a person left them there, else for a workbench. */
export function isFolded(tab: BoardTab, { folds }: Pick<Settings, "folds">): boolean {
  return folds[tab] ?? boardTabs[tab] === "bench";
}

/** Folds script and form above the shown tab, or unfolds them; the tab keeps it. */
export function setFolded(playground: Playground, folded: boolean): void {
  playground.settings.getState().setFold(boardOf(playground).getState().shown, folded);
}

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
