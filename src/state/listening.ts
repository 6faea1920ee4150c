import { createStore, type StoreApi } from "zustand/vanilla";

/** How one listens on this page, beside the volume. It isn't kept: a page that opens mute or slow would puzzle people. */
export interface Listening {
  readonly muted: boolean;
  /** How fast what is whole plays; 1 as it was spoken. */
  readonly rate: number;
  setMuted(muted: boolean): void;
  setRate(rate: number): void;
}

export type ListeningStore = StoreApi<Listening>;

/** The rates that are offered. */
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
    setMuted: (muted) => set({ muted }),
    setRate: (rate) => set({ rate }),
  }));
}
