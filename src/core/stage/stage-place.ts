import { createStore, type StoreApi } from "zustand/vanilla";
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

const key = "speech-playground-on-stage";

/** The stage of a tab, open where it was before a reload. Written at once: a reload may come in the next moment. */
export function createStagePlace({ storage }: Pick<StorageOptions, "storage">): StoreApi<StagePlace> {
  return createStore<StagePlace>()((set) => {
    function change(open: boolean): void {
      set({ open, signingIn: false });
      try {
        if (open) storage?.setItem(key, "open");
        else storage?.removeItem(key);
      } catch {
        // Where the browser keeps nothing, a reload comes back to the page.
      }
    }
    return {
      open: wasOpen(storage),
      signingIn: false,
      show: () => change(true),
      leave: () => change(false),
      signIn: () => set({ signingIn: true }),
      signedIn: () => set({ signingIn: false }),
    };
  });
}

function wasOpen(storage: StorageOptions["storage"]): boolean {
  try {
    return storage?.getItem(key) === "open";
  } catch {
    return false;
  }
}

/** The stage of a playground; the same one every time. */
export const stageOf = perPlayground(({ tabStorage }) => createStagePlace(tabStorage));
