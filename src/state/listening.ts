import { createStore, type StoreApi } from "zustand/vanilla";

/** How one listens on this page, beside the volume. It isn't kept: a page that opens mute or slow would puzzle people. */
export interface Listening {
  readonly muted: boolean;
  /** How fast what is whole plays; 1 as it was spoken. */
  readonly rate: number;
  /** How often everything that sounds was asked to stop, because nothing on the page could stop it from then on. */
  readonly hushed: number;
  setMuted(muted: boolean): void;
  setRate(rate: number): void;
  hush(): void;
}

export type ListeningStore = StoreApi<Listening>;

/** Calls `stop` each time when everything that sounds is asked to stop. Returns the function that ends it. */
export function whenHushed(listening: ListeningStore, stop: () => void): () => void {
  return listening.subscribe(({ hushed }, before) => {
    if (hushed !== before.hushed) stop();
  });
}

export const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** The offered rate that is next to `rate`: a faster one for 1, a slower one for -1; the last one stays. */
export function nextRate(rate: number, direction: 1 | -1): number {
  const next = direction === 1 ? rates.find((one) => one > rate) : rates.findLast((one) => one < rate);
  return next ?? rate;
}

/** A store for a page that was just opened. */
export function createListeningStore(): ListeningStore {
  return createStore<Listening>()((set) => ({
    muted: false,
    rate: 1,
    hushed: 0,
    setMuted: (muted) => set({ muted }),
    setRate: (rate) => set({ rate }),
    hush: () => set(({ hushed }) => ({ hushed: hushed + 1 })),
  }));
}
