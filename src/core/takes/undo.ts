import { createStore, type StoreApi } from "zustand/vanilla";
import { perPlayground } from "../page/per-playground.ts";

/** Something that was done and can be taken back for a while. */
export interface Undoable {
  readonly text: string;
  readonly undo?: () => void;
  /** Called when it can't be taken back any more. */
  readonly settle?: () => void;
  /** Calls back when taking it back would take something newer along. Returns what ends that. */
  readonly watch?: (end: () => void) => () => void;
}

/** How long something can be taken back, in milliseconds; the time stands still under the pointer and the focus. */
export const patience = 20_000;

/** What can be taken back now. */
export interface Undo {
  readonly shown: Undoable | undefined;
  /** Offers `next`; what was offered before is settled. */
  offer(next: Undoable): void;
  takeBack(): void;
  dismiss(): void;
  /** Leaves the time to whoever shows the offer. Returns what ends that: it runs by itself then. */
  attend(): () => void;
}

/** A store in which nothing can be taken back yet. */
export function createUndoStore(): StoreApi<Undo> {
  return createStore<Undo>()((set, get) => {
    let endWatch = (): void => {};
    let attending = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function replace(shown: Undoable | undefined): void {
      endWatch();
      set({ shown });
      endWatch = shown?.watch?.(get().dismiss) ?? (() => {});
      time();
    }

    function time(): void {
      clearTimeout(timer);
      if (attending === 0 && get().shown !== undefined) timer = setTimeout(get().dismiss, patience);
    }

    return {
      shown: undefined,
      offer(next) {
        get().shown?.settle?.();
        replace(next);
      },
      takeBack() {
        get().shown?.undo?.();
        replace(undefined);
      },
      dismiss() {
        get().shown?.settle?.();
        replace(undefined);
      },
      attend() {
        attending++;
        time();
        return () => {
          attending--;
          time();
        };
      },
    };
  });
}

/** What can be taken back in a playground: the same whichever tab of its board is shown. */
export const undoOf = perPlayground(createUndoStore);
