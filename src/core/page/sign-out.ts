import { createStore, type StoreApi } from "zustand/vanilla";
import { isTaskUnderWay } from "../takes/take.ts";
import { perPlayground } from "./per-playground.ts";
import type { Playground } from "./playground.ts";
import { endSession } from "./session.ts";
import { inTime } from "./wait.ts";

/** How long the end of the session is waited for, in milliseconds: what is kept here is erased without an answer. */
const endPatience = 10_000;

/** What a person is being asked before they sign out, or told because it failed. */
export interface SignOut {
  readonly asked: boolean;
  /** The session couldn't be ended: what is kept here is there still, or erased all the same. */
  readonly failed: "kept" | "erased" | undefined;
  /** Asks before signing out: a script, settings, takes or recordings stay behind. */
  ask(): void;
  /** Signs out, then erases what is kept here if that is wanted. Resolves to whether the session has ended. */
  leave(erase?: () => Promise<void>): Promise<boolean>;
  close(): void;
}

/** What signs out of a playground; the same store every time. */
export const signOutOf = perPlayground(
  (playground): StoreApi<SignOut> =>
    createStore<SignOut>((set) => ({
      asked: false,
      failed: undefined,
      ask: () => set({ asked: true }),
      async leave(erase) {
        let ended = false;
        const ending = endSession(playground).then((known) => {
          ended = known;
        });
        await inTime(ending, endPatience);
        await erase?.();
        if (!ended) set({ failed: erase === undefined ? "kept" : "erased" });
        return ended;
      },
      close: () => set({ asked: false, failed: undefined }),
    })),
);

/** What signing out of `playground` would leave behind now. */
export function leftBy({ library, takes }: Pick<Playground, "library" | "takes">) {
  const { rows } = library.getSnapshot();
  return {
    takes: rows.length,
    /** Tasks of which the sound is still to come: nobody can fetch it without the same key. */
    tasks: rows.filter((row) => row.mode === "async" && isTaskUnderWay(row)).length,
    /** Answers that are still coming: they are kept, and not heard. */
    answers: takes.getState().live.size,
  };
}
