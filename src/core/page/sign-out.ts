import { createStore, type StoreApi } from "zustand/vanilla";
import { isTaskUnderWay } from "../takes/take.ts";
import { perPlayground } from "./per-playground.ts";
import type { Playground } from "./playground.ts";
import { signOut } from "./session.ts";

/** What signing out leaves behind in this browser. */
export interface LeftBehind {
  readonly takes: number;
  /** Tasks of which the sound is still to come: nobody can fetch it without the same key. */
  readonly tasks: number;
  /** Answers that are still coming: they are kept, and not heard. */
  readonly answers: number;
}

/** Whether a person is being asked before they sign out. */
export interface SignOut {
  readonly asked: boolean;
  /** Signs out; asks before where something stays behind. */
  ask(): void;
  close(): void;
}

/** SignOut a playground; the same store every time. */
export const signOutOf = perPlayground(
  (playground): StoreApi<SignOut> =>
    createStore<SignOut>((set) => ({
      asked: false,
      ask() {
        if (leftBy(playground).takes > 0) set({ asked: true });
        else signOut(playground);
      },
      close: () => set({ asked: false }),
    })),
);

/** What signing out of `playground` would leave behind now. */
export function leftBy({ library, takes }: Pick<Playground, "library" | "takes">): LeftBehind {
  const { rows } = library.getSnapshot();
  return {
    takes: rows.length,
    tasks: rows.filter((row) => row.mode === "async" && isTaskUnderWay(row)).length,
    answers: takes.getState().live.size,
  };
}
