import { createStore, type StoreApi } from "zustand/vanilla";
import { createKeptText } from "../page/kept-text.ts";
import { perPlayground } from "../page/per-playground.ts";
import type { StorageOptions } from "../page/settings-storage.ts";

/** Whether the page is before a room. Nothing but what was asked for may come above the stage then. */
export interface StagePlace {
  /** A reload comes back to the stage: somebody with a clicker alone couldn't open it. */
  readonly open: boolean;
  /** Whether somebody wants to sign in there. */
  readonly signingIn: boolean;
  show(): void;
  leave(): void;
  signIn(): void;
  /** Somebody has signed in. */
  signedIn(): void;
}

/** The stage of a tab, open where it was before a reload. */
export function createStagePlace({ storage }: Pick<StorageOptions, "storage">): StoreApi<StagePlace> {
  const kept = createKeptText(storage, "speech-playground-on-stage");
  return createStore<StagePlace>()((set) => {
    function change(open: boolean): void {
      set({ open, signingIn: false });
      kept.write(open ? "open" : undefined);
    }
    return {
      open: kept.read() === "open",
      signingIn: false,
      show: () => change(true),
      leave: () => change(false),
      signIn: () => set({ signingIn: true }),
      signedIn: () => set({ signingIn: false }),
    };
  });
}

/** The stage of a playground; the same one every time. */
export const stageOf = perPlayground(({ tabStorage }) => createStagePlace(tabStorage));
