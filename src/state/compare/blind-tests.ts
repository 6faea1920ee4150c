import { createStore, type StoreApi } from "zustand/vanilla";
import type { TakeId } from "../library/take.ts";
import { ofPlayground } from "../of-playground.ts";
import { type BlindKind, type BlindTest, type BlindVerdict, beginBlindTest, type Coin, judge } from "./blind.ts";

/** The blind tests of a page, as long as it is open: one for each pair and kind, gone on with where it was left. */
export interface BlindTests {
  readonly tests: readonly BlindTest[];
  /** The test of two takes that isn't revealed yet; begins one where there is none. */
  begin(kind: BlindKind, pair: readonly [TakeId, TakeId]): void;
  judge(test: BlindTest, verdict: BlindVerdict): void;
  reveal(test: BlindTest): void;
}

export type BlindTestsStore = StoreApi<BlindTests>;

/** The blind tests of a playground; the same store every time. */
export const blindTestsOf = ofPlayground(() =>
  createBlindTests(() => ((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) & 1) === 1),
);

/** A store without a test, which draws by `coin`. */
export function createBlindTests(coin: Coin): BlindTestsStore {
  return createStore<BlindTests>()((set, get) => {
    const replace = (old: BlindTest, next: BlindTest): void =>
      set({ tests: get().tests.map((each) => (each === old ? next : each)) });
    return {
      tests: [],
      begin(kind, pair) {
        if (findBlindTest(get().tests, kind, pair)?.revealed === false) return;
        set({ tests: [beginBlindTest(kind, pair, coin), ...get().tests] });
      },
      judge: (test, verdict) => replace(test, judge(test, verdict, coin)),
      reveal: (test) => replace(test, { ...test, revealed: true }),
    };
  });
}

/** The latest test of two takes, in whichever order they stand. */
export function findBlindTest(
  tests: readonly BlindTest[],
  kind: BlindKind,
  pair: readonly [TakeId, TakeId],
): BlindTest | undefined {
  return tests.find((test) => test.kind === kind && pair.every((id) => test.pair.includes(id)));
}
