import { createStore, type StoreApi } from "zustand/vanilla";
import { perPlayground } from "../../core/page/per-playground.ts";
import type { TakeId } from "../../core/takes/take.ts";
import type { BlindKind } from "./blind.ts";

/** The most takes that are compared at once. */
export const mostCompared = 6;

export const compareViews = ["listen", "blind", "request", "answer"] as const;
export type CompareView = (typeof compareViews)[number];

/** Which takes are compared, as long as the page is open. */
export interface CompareChoice {
  /** The first one is what the others are compared with. */
  readonly chosen: readonly TakeId[];
  readonly view: CompareView;
  /** What a blind test asks, and of which two; of the first two where nobody has chosen. */
  readonly blindKind: BlindKind;
  readonly blindPair: readonly [TakeId, TakeId] | undefined;
  show(view: CompareView): void;
  ask(kind: BlindKind): void;
  choosePair(pair: readonly [TakeId, TakeId] | undefined): void;
  /** Adds takes that aren't there yet, as far as there is room. */
  add(...ids: readonly TakeId[]): void;
  /** Compares these in the place of all others, as far as there is room. */
  choose(ids: readonly TakeId[]): void;
  remove(id: TakeId): void;
  makeFirst(id: TakeId): void;
}

export type CompareChoiceStore = StoreApi<CompareChoice>;

/** The choice of a playground; the same one every time. */
export const compareChoiceOf = perPlayground(createCompareChoice);

/** A store of which nothing is chosen. */
export function createCompareChoice(): CompareChoiceStore {
  return createStore<CompareChoice>()((set, get) => ({
    chosen: [],
    view: "listen",
    blindKind: "ab",
    blindPair: undefined,
    ask: (blindKind) => set({ blindKind }),
    choosePair: (blindPair) => set({ blindPair }),
    show: (view) => set({ view }),
    add(...ids) {
      set({ chosen: [...new Set([...get().chosen, ...ids])].slice(0, mostCompared) });
    },
    choose: (ids) => set({ chosen: ids.slice(0, mostCompared) }),
    remove: (id) => set({ chosen: get().chosen.filter((each) => each !== id) }),
    makeFirst: (id) => set({ chosen: [id, ...get().chosen.filter((each) => each !== id)] }),
  }));
}
