import { csvCell } from "../export/csv.ts";
import type { TakeId } from "../library/take.ts";
import { chanceOfAtLeast, preferenceChance } from "./binomial.ts";

/** What is asked: which of two is better, or which of two a third one is. */
export const blindKinds = ["ab", "abx"] as const;
export type BlindKind = (typeof blindKinds)[number];
/** The hidden places that can be heard. */
export type BlindPlace = "a" | "b" | "x";
/** What a person says: the one at a place is better, or is X; or that nothing can be told. */
export type BlindVerdict = "a" | "b" | "none";

/** One round that is over. */
export interface BlindRound {
  /** Which take stood where. */
  readonly a: TakeId;
  readonly b: TakeId;
  readonly x: TakeId | undefined;
  readonly verdict: BlindVerdict;
}

/** A blind test of two takes. What stands where is drawn anew for every round. */
export interface BlindTest {
  readonly kind: BlindKind;
  readonly pair: readonly [TakeId, TakeId];
  /** Where the pair's first one stands in the round that runs, and which of them is X. */
  readonly hidden: { readonly firstIsA: boolean; readonly xIsFirst: boolean };
  readonly rounds: readonly BlindRound[];
  /** Whether the takes' names were shown: the test is over then. */
  readonly revealed: boolean;
}

/** One random bit, such as of `crypto`. */
export type Coin = () => boolean;

/** A test of which no round is over. */
export function beginBlindTest(kind: BlindKind, pair: readonly [TakeId, TakeId], coin: Coin): BlindTest {
  return { kind, pair, hidden: draw(coin), rounds: [], revealed: false };
}

/** The test after a verdict, with places drawn anew. */
export function judge(test: BlindTest, verdict: BlindVerdict, coin: Coin): BlindTest {
  if (test.revealed) return test;
  const round = {
    a: takeAt(test, "a"),
    b: takeAt(test, "b"),
    x: test.kind === "abx" ? takeAt(test, "x") : undefined,
    verdict,
  };
  return { ...test, hidden: draw(coin), rounds: [...test.rounds, round] };
}

/** The take that stands at a place in the round that runs. */
export function takeAt({ pair: [first, second], hidden }: BlindTest, place: BlindPlace): TakeId {
  if (place === "x") return hidden.xIsFirst ? first : second;
  return (place === "a") === hidden.firstIsA ? first : second;
}

/** What the rounds come to. */
export interface BlindTally {
  readonly rounds: number;
  /** Rounds without a preference, or without an idea. */
  readonly none: number;
  /** Preferences for the pair's first and second; for ABX, right and wrong answers. */
  readonly first: number;
  readonly second: number;
  /** How often chance alone comes out like this or further from even; of an ABX test, how often guessing is as good. */
  readonly chance: number | undefined;
}

/** Counts the rounds of a test. */
export function tallyOf({ kind, pair: [first], rounds }: BlindTest): BlindTally {
  const counted = rounds.filter(({ verdict }) => verdict !== "none");
  const hits = counted.filter((round) => (kind === "ab" ? takeOfVerdict(round) === first : isRight(round))).length;
  const misses = counted.length - hits;
  const chance = kind === "ab" ? preferenceChance(hits, misses) : chanceOfAtLeast(hits, counted.length);
  return {
    rounds: rounds.length,
    none: rounds.length - counted.length,
    first: hits,
    second: misses,
    chance: counted.length === 0 ? undefined : chance,
  };
}

/** Whether X was found out; undefined where nothing could be told, and where there is no X. */
export function isRight({ x, ...round }: BlindRound): boolean | undefined {
  const said = takeOfVerdict(round);
  return x === undefined || said === undefined ? undefined : said === x;
}

function takeOfVerdict({ a, b, verdict }: Omit<BlindRound, "x">): TakeId | undefined {
  return verdict === "none" ? undefined : verdict === "a" ? a : b;
}

/** The rounds as CSV: takes by their ids, each with its name beside it. */
export function roundsAsCsv({ kind, rounds }: BlindTest, nameOf: (id: TakeId) => string): string {
  const named = (id: TakeId | undefined) => (id === undefined ? ["", ""] : [id, nameOf(id)]);
  const lines = rounds.map((round, at) => {
    const { a, b, x } = round;
    const said = takeOfVerdict(round);
    const verdict = said === undefined ? ["none", ""] : named(said);
    const right = isRight(round);
    return [kind, at + 1, ...named(a), ...named(b), ...named(x), ...verdict, right];
  });
  const head = ["test", "round", "A", "A_name", "B", "B_name", "X", "X_name", "verdict", "verdict_name", "right"];
  return [head, ...lines].map((cells) => cells.map(csvCell).join(",")).join("\r\n");
}

function draw(coin: Coin): BlindTest["hidden"] {
  return { firstIsA: coin(), xIsFirst: coin() };
}
