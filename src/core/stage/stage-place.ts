import { createStore, type StoreApi } from "zustand/vanilla";
import { perPlayground } from "../page/per-playground.ts";
import { createSettingsStorage, type StorageOptions } from "../page/settings-storage.ts";

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

/** The stage of a tab, open where it was before a reload. */
export function createStagePlace(tab: StorageOptions): StoreApi<StagePlace> {
  const storage = createSettingsStorage<Pick<StagePlace, "open">>(tab, () => ({}));
  const kept = storage.getItem(key);
  return createStore<StagePlace>()((set) => {
    function change(open: boolean): void {
      set({ open, signingIn: false });
      storage.setItem(key, { state: { open } });
    }
    return {
      open: kept !== null && !("then" in kept) && kept.state.open === true,
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
