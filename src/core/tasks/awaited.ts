import type { TakeId } from "../takes/take.ts";

/** For how long somebody who does nothing else is taken to wait for a task's sound, in milliseconds. */
const waitsFor = 30_000;

export interface AwaitedTaskOptions {
  /** Unix time in milliseconds. */
  readonly wallClock: () => number;
  /** Where clicks and keys come by, and whether the page is in front. */
  readonly page?: () => { readonly events: EventTarget; readonly isInFront: boolean };
}

/** The task that a person waits for: they pressed Speak and have done nothing on the page since. */
export function createAwaitedTask({ wallClock, page = thisPage }: AwaitedTaskOptions) {
  let awaited: { readonly id: TakeId; readonly since: number; readonly forget: () => void } | undefined;
  return {
    /** Speak was pressed for a task just now. */
    begin(id: TakeId): void {
      awaited?.forget();
      const { events } = page();
      const listening = new AbortController();
      const forget = (): void => {
        listening.abort();
        if (awaited?.id === id) awaited = undefined;
      };
      // The press of Speak itself has passed by here already.
      for (const type of ["click", "keydown"]) {
        events.addEventListener(type, forget, { capture: true, signal: listening.signal });
      }
      awaited = { id, since: wallClock(), forget };
    },
    /** Whether its sound may begin by itself, as that of any other way of sending does. */
    isAwaited: (id: TakeId) => awaited?.id === id && wallClock() - awaited.since <= waitsFor && page().isInFront,
  };
}

function thisPage() {
  return { events: window, isInFront: document.visibilityState === "visible" };
}
