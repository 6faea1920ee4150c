import * as z from "zod/mini";
import { persist } from "zustand/middleware";
import { createStore, type StoreApi } from "zustand/vanilla";
import { isJsonObject } from "../../contract/json.ts";
import { perPlayground } from "../../core/page/per-playground.ts";
import type { Playground } from "../../core/page/playground.ts";
import { createSettingsStorage, type StorageOptions } from "../../core/page/settings-storage.ts";
import type { BlindScore, HeldTests } from "../../core/takes/offers.ts";
import type { TakeId } from "../../core/takes/take.ts";
import {
  type BlindHands,
  type BlindPlace,
  type BlindTest,
  type BlindVerdict,
  beginBlindTest,
  blindTestSchema,
  type Coin,
  handsOf,
  hear,
  judge,
  tallyOf,
} from "./blind.ts";
import type { BlindKind } from "./blind-kinds.ts";

/** What a test is found by: its question, its takes, and where it is held. */
export type BlindTestKey = Pick<BlindTest, "kind" | "pair" | "venue">;

/**
 * The blind tests of a tab, until it is closed: one for each key, gone on with where it was left, also
 * with what was heard in the round that runs. What is done to a test that isn't there, or is over, does nothing.
 */
export interface BlindTests extends HeldTests {
  readonly tests: readonly BlindTest[];
  /** The test of two takes that isn't revealed yet; begins one where there is none. */
  begin(key: BlindTestKey): void;
  /** Listens to another place. */
  turnTo(test: BlindTestKey, place: BlindPlace): void;
  /** Notes that the place that is listened to was heard. */
  hear(test: BlindTestKey): void;
  judge(test: BlindTestKey, verdict: BlindVerdict, hands?: BlindHands): void;
  reveal(test: BlindTestKey): void;
  /**
   * Has the round that runs heard anew, with the counted ones kept. Once it was revealed, a test of the stage is left
   * behind instead, so that another one begins.
   */
  restart(test: BlindTestKey): void;
}

export type BlindTestsStore = StoreApi<BlindTests>;

/** The blind tests of a playground; the same store every time. */
export const blindTestsOf = perPlayground(({ tabStorage }) =>
  createBlindTests(() => ((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) & 1) === 1, tabStorage),
);

/** The most tests that are kept, the latest ones. */
const mostKept = 50;
const keptSchema = z.object({ tests: z.array(z.unknown()) });

/** The tests that were kept in `options`, where they are written a moment after each change; draws by `coin`. */
export function createBlindTests(coin: Coin, options: StorageOptions): BlindTestsStore {
  return createStore<BlindTests>()(
    persist(blindTests(coin), {
      name: "speech-playground-blind",
      version: 1,
      storage: createSettingsStorage<{ tests: readonly unknown[] }>(options, () => ({})),
      partialize: ({ tests }) => ({ tests: tests.slice(0, mostKept) }),
      merge(kept, initial) {
        const { tests = [] } = keptSchema.safeParse(kept).data ?? {};
        return { ...initial, tests: tests.flatMap((test) => blindTestSchema.safeParse(withVenue(test)).data ?? []) };
      },
    }),
  );
}

/** A kept test. An earlier version's says whether it was a rehearsal, and nothing on the board. */
function withVenue(test: unknown): unknown {
  if (!isJsonObject(test) || test["venue"] !== undefined) return test;
  const { rehearsed } = test;
  return { ...test, venue: rehearsed === undefined ? "board" : rehearsed === true ? "rehearsal" : "show" };
}

function blindTests(coin: Coin) {
  return (set: (part: Partial<BlindTests>) => void, get: () => BlindTests): BlindTests => {
    function change(key: BlindTestKey, next: (test: BlindTest) => BlindTest): void {
      const test = findBlindTest(get().tests, key);
      if (test === undefined || test.revealed) return;
      const changed = next(test);
      if (changed !== test) set({ tests: get().tests.map((each) => (each === test ? changed : each)) });
    }
    /** Leaves the stage's tests behind, with those before them, but for the ones that are under way. */
    function leave(isMeant: (test: BlindTest) => boolean, show?: number): void {
      const { tests } = get();
      const isOver = (test: BlindTest) =>
        test.venue !== "board" && test.show === undefined && findBlindTest(tests, test)?.revealed !== false;
      set({ tests: tests.map((test) => (isOver(test) && isMeant(test) ? { ...test, left: true, show } : test)) });
    }
    return {
      tests: [],
      begin(key) {
        if (findBlindTest(get().tests, key)?.revealed === false) return;
        const { kind, pair, venue } = key;
        set({ tests: [beginBlindTest(kind, pair, coin, venue), ...get().tests] });
      },
      turnTo: (key, place) => change(key, (test) => (test.place === place ? test : { ...test, place })),
      hear: (key) => change(key, hear),
      judge: (key, verdict, hands) => change(key, (test) => judge(test, verdict, coin, hands)),
      reveal: (key) => change(key, (test) => ({ ...test, revealed: true })),
      restart(key) {
        change(key, (test) => ({ ...test, place: "a", heard: [] }));
        leave((test) => isOf(test, key));
      },
      leaveRevealed: () => leave(() => true, 1 + Math.max(0, ...get().tests.map(({ show = 0 }) => show))),
      forgetRehearsed: () => set({ tests: get().tests.filter(({ venue }) => venue !== "rehearsal") }),
    };
  };
}

/** Whether a test is of two takes, in whichever order they stand. */
function isOf(test: BlindTest, { kind, pair, venue }: BlindTestKey): boolean {
  return test.kind === kind && test.venue === venue && pair.every((id) => test.pair.includes(id));
}

/** The latest test of two takes that isn't left behind. */
export function findBlindTest(tests: readonly BlindTest[], key: BlindTestKey): BlindTest | undefined {
  return tests.find((test) => test.left !== true && isOf(test, key));
}

/**
 * What a show's tests of two takes came to so far, in their order, also those that were left behind: the latest show's
 * in which a round of one was counted; undefined where there is none.
 */
export async function scoreOf(
  playground: Playground,
  takes: readonly [TakeId, TakeId],
  question: BlindKind,
): Promise<BlindScore | undefined> {
  const key = { kind: question, pair: takes, venue: "show" } as const;
  const { tests } = blindTestsOf(playground).getState();
  const counted = tests.filter((each) => each.rounds.length > 0 && isOf(each, key));
  const [latest] = counted;
  if (latest === undefined) return undefined;
  const rounds = counted.filter(({ show }) => show === latest.show).flatMap((each) => each.rounds);
  const test = { ...latest, rounds };
  const isTurned = question === "ab" && test.pair[0] !== takes[0];
  const { first, second } = tallyOf(test);
  const hands = handsOf(test);
  const inOrder = ([one, other]: readonly [number, number]) =>
    isTurned ? ([other, one] as const) : ([one, other] as const);
  return { question, rounds: inOrder([first, second]), hands: hands && inOrder(hands) };
}
