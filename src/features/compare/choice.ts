import * as z from "zod/mini";
import { persist } from "zustand/middleware";
import { createStore, type StoreApi } from "zustand/vanilla";
import { perPlayground } from "../../core/page/per-playground.ts";
import { createSettingsStorage, type StorageOptions } from "../../core/page/settings-storage.ts";
import type { TakeId } from "../../core/takes/take.ts";
import { type BlindKind, blindKinds } from "./blind-kinds.ts";

/** The most takes that are compared at once. */
export const mostCompared = 6;

export const compareViews = ["listen", "blind", "request", "answer"] as const;
export type CompareView = (typeof compareViews)[number];

/** Which takes are compared, until the tab is closed. */
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
  /** Adds takes that aren't there yet, as far as there is room. Where there is none, deleted ones make it. */
  add(...ids: readonly TakeId[]): void;
  /** Compares these in the place of all others, as far as there is room. */
  choose(ids: readonly TakeId[]): void;
  remove(id: TakeId): void;
  makeFirst(id: TakeId): void;
}

/** The choice of a playground; the same one every time. */
export const compareChoiceOf = perPlayground(({ tabStorage, library }) =>
  createCompareChoice(tabStorage, (id) => {
    const row = library.row(id);
    return row === undefined ? library.getSnapshot().loaded : row.deleted !== undefined;
  }),
);

// Each part is caught by itself: one that was damaged must not cost a person the rest.
const keptSchema = z.object({
  chosen: z.catch(z.array(z.string()).check(z.maxLength(mostCompared)), []),
  view: z.catch(z.enum(compareViews), "listen"),
  blindKind: z.catch(z.enum(blindKinds), "ab"),
  blindPair: z.catch(z.optional(z.tuple([z.string(), z.string()])), undefined),
});
type KeptChoice = z.infer<typeof keptSchema>;

/**
 * The choice as it was kept in `options`, where it is written a moment after each change; nothing where none was.
 * `isGone`: whether a take was deleted; it is chosen again once it is restored.
 */
export function createCompareChoice(options: StorageOptions, isGone: (id: TakeId) => boolean): StoreApi<CompareChoice> {
  return createStore<CompareChoice>()(
    persist((set, get) => choice(isGone, set, get), {
      name: "speech-playground-compare",
      version: 1,
      storage: createSettingsStorage<KeptChoice>(options, () => ({})),
      partialize: ({ chosen, view, blindKind, blindPair }): KeptChoice => ({
        chosen: [...chosen],
        view,
        blindKind,
        blindPair: blindPair && [...blindPair],
      }),
      merge: (kept, initial) => ({ ...initial, ...keptSchema.safeParse(kept).data }),
    }),
  );
}

function choice(
  isGone: (id: TakeId) => boolean,
  set: (part: Partial<CompareChoice>) => void,
  get: () => CompareChoice,
): CompareChoice {
  return {
    chosen: [],
    view: "listen",
    blindKind: "ab",
    blindPair: undefined,
    ask: (blindKind) => set({ blindKind }),
    choosePair: (blindPair) => set({ blindPair }),
    show: (view) => set({ view }),
    add(...ids) {
      const all = [...new Set([...get().chosen, ...ids])];
      const there = all.length > mostCompared ? all.filter((id) => ids.includes(id) || !isGone(id)) : all;
      set({ chosen: there.slice(0, mostCompared) });
    },
    choose: (ids) => set({ chosen: ids.slice(0, mostCompared) }),
    remove: (id) => set({ chosen: get().chosen.filter((each) => each !== id) }),
    makeFirst: (id) => set({ chosen: [id, ...get().chosen.filter((each) => each !== id)] }),
  };
}
