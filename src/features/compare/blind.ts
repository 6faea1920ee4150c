import * as z from "zod/mini";
import { csvLine } from "../../core/archive/csv-line.ts";
import type { TakeId } from "../../core/takes/take.ts";
import { type BlindKind, blindKinds } from "./blind-kinds.ts";

/** The hidden places that can be heard. */
const blindPlaces = ["a", "b", "x"] as const;
export type BlindPlace = (typeof blindPlaces)[number];

/** The places of a test's rounds. */
export function placesOf({ kind }: Pick<BlindTest, "kind">): readonly BlindPlace[] {
  return kind === "abx" ? ["a", "b", "x"] : ["a", "b"];
}

/** What a person says: the one at a place is better, or is X; or that nothing can be told. */
const blindVerdicts = ["a", "b", "none"] as const;
export type BlindVerdict = (typeof blindVerdicts)[number];

const roundSchema = z.object({
  /** Which take stood where. */
  a: z.string(),
  b: z.string(),
  x: z.optional(z.string()),
  verdict: z.enum(blindVerdicts),
  /** How many hands of a room went up for each. */
  hands: z.optional(z.object({ a: z.number(), b: z.number() })),
});
/** How many hands of a room went up for A and for B. */
export type BlindHands = Readonly<Record<"a" | "b", number>>;
/** One round that is over. */
export type BlindRound = Readonly<z.infer<typeof roundSchema>>;

/** Where a test is held: the board's own, large on the stage too, in a rehearsal, or before the room. */
const blindVenues = ["board", "rehearsal", "show"] as const;
export type BlindVenue = (typeof blindVenues)[number];

/** A test as it is kept across reloads. */
export const blindTestSchema = z.object({
  kind: z.enum(blindKinds),
  pair: z.tuple([z.string(), z.string()]),
  /** Where the pair's first one stands in the round that runs, and which of them is X. */
  hidden: z.object({ firstIsA: z.boolean(), xIsFirst: z.boolean() }),
  rounds: z.array(roundSchema),
  /** The place that is listened to, and those that were heard in the round that runs. */
  place: z.enum(blindPlaces),
  heard: z.array(z.enum(blindPlaces)),
  /** Whether the takes' names were shown: the test is over then. */
  revealed: z.boolean(),
  /** Whether it is left behind: nobody is shown it any more, and only a report tells of it. */
  left: z.optional(z.boolean()),
  /** Which of the shows before this one it belongs to, from 1; undefined while its show isn't over. */
  show: z.optional(z.number()),
  venue: z.enum(blindVenues),
});
/** A blind test of two takes. What stands where is drawn anew for every round. */
export interface BlindTest extends Readonly<Omit<z.infer<typeof blindTestSchema>, "pair" | "rounds" | "heard">> {
  readonly pair: readonly [TakeId, TakeId];
  readonly rounds: readonly BlindRound[];
  readonly heard: readonly BlindPlace[];
}

/** One random bit, such as of `crypto`. */
export type Coin = () => boolean;

/** A test of which no round is over. */
export function beginBlindTest(
  kind: BlindKind,
  pair: readonly [TakeId, TakeId],
  coin: Coin,
  venue: BlindVenue = "board",
): BlindTest {
  return { kind, pair, venue, ...newRound(coin), rounds: [], revealed: false };
}

/** The test after a verdict, with places drawn anew. */
export function judge(test: BlindTest, verdict: BlindVerdict, coin: Coin, hands?: BlindHands): BlindTest {
  if (test.revealed) return test;
  const round = {
    a: takeAt(test, "a"),
    b: takeAt(test, "b"),
    x: test.kind === "abx" ? takeAt(test, "x") : undefined,
    verdict,
    hands,
  };
  return { ...test, ...newRound(coin), rounds: [...test.rounds, round] };
}

/** The test in which the place that is listened to was heard. */
export function hear(test: BlindTest): BlindTest {
  return test.heard.includes(test.place) ? test : { ...test, heard: [...test.heard, test.place] };
}

/** The places that nobody has heard yet in the round that runs: a verdict before that counts nothing. */
export function unheardOf(test: BlindTest): readonly BlindPlace[] {
  return placesOf(test).filter((place) => !test.heard.includes(place));
}

/** The take that stands at a place in the round that runs. */
export function takeAt({ pair: [first, second], hidden }: BlindTest, place: BlindPlace): TakeId {
  if (place === "x") return hidden.xIsFirst ? first : second;
  return (place === "a") === hidden.firstIsA ? first : second;
}

/** The take that a verdict means; undefined for one that means none. */
function meantBy({ a, b, verdict }: BlindRound): TakeId | undefined {
  return verdict === "none" ? undefined : verdict === "a" ? a : b;
}

/** Whether the answer of an ABX round was right; undefined where none was given, or there was no X. */
export function isRight(round: BlindRound): boolean | undefined {
  return round.x === undefined || round.verdict === "none" ? undefined : meantBy(round) === round.x;
}

/** The take whose rounds are counted first: the pair's first one; for ABX, the right answer. */
const countedFirst = ({ kind, pair: [first] }: BlindTest, { x }: BlindRound) => (kind === "ab" ? first : x);

/** What the rounds come to. */
export function tallyOf(test: BlindTest) {
  const { kind, rounds } = test;
  const counted = rounds.filter(({ verdict }) => verdict !== "none");
  const hits = counted.filter((round) => meantBy(round) === countedFirst(test, round)).length;
  const misses = counted.length - hits;
  const chance = kind === "ab" ? preferenceChance(hits, misses) : chanceOfAtLeast(hits, counted.length);
  return {
    rounds: rounds.length,
    /** Rounds without a preference, or without an idea. */
    none: rounds.length - counted.length,
    /** Preferences for the pair's first and second; for ABX, right and wrong answers. */
    first: hits,
    second: misses,
    /**
     * How often chance alone comes out like this or further from even; of an ABX test, how often guessing is as good.
     */
    chance: counted.length === 0 ? undefined : chance,
  };
}

/** What more hands went up for. */
export function verdictOfHands({ a, b }: BlindHands): BlindVerdict {
  return a === b ? "none" : a > b ? "a" : "b";
}

/**
 * How many hands went up in all rounds, where hands were counted: for the pair's first and second; for ABX, for right
 * and wrong answers.
 */
export function handsOf(test: BlindTest): readonly [number, number] | undefined {
  const counted = test.rounds.filter(({ hands }) => hands !== undefined);
  if (counted.length === 0) return undefined;
  const sum = (isFirst: boolean) =>
    counted.reduce((all, round) => {
      const isA = round.a === countedFirst(test, round);
      return all + (round.hands?.[isA === isFirst ? "a" : "b"] ?? 0);
    }, 0);
  return [sum(true), sum(false)];
}

/** The rounds as CSV, takes by their ids and by what they are called. */
export function roundsAsCsv({ kind, rounds }: BlindTest, nameOf: (id: TakeId) => string): string {
  const lines = rounds.map((round, at) => {
    const { a, b, x } = round;
    const right = isRight(round);
    const names = [a, b, x].map((id) => (id === undefined ? "" : nameOf(id)));
    const outcome = [right === undefined ? "" : right ? "right" : "wrong", meantBy(round) ?? "none"];
    return csvLine([kind, at + 1, a, b, x, ...names, ...outcome]);
  });
  return [csvLine(["test", "round", "A", "B", "X", "A_name", "B_name", "X_name", "answer", "verdict"]), ...lines].join(
    "",
  );
}

function newRound(coin: Coin): Pick<BlindTest, "hidden" | "place" | "heard"> {
  return { hidden: { firstIsA: coin(), xIsFirst: coin() }, place: "a", heard: [] };
}

/** The chance that a fair coin falls on one side exactly `hits` times out of `throws`. */
function chanceOf(hits: number, throws: number): number {
  // By logarithms: the numbers of ways outgrow a double beyond a thousand throws.
  let logarithm = throws * Math.log(0.5);
  for (let step = 1; step <= hits; step += 1) logarithm += Math.log((throws - hits + step) / step);
  return Math.exp(logarithm);
}

/** The chance that a fair coin falls on one side at least `hits` times out of `throws`: of guessing that well. */
export function chanceOfAtLeast(hits: number, throws: number): number {
  let sum = 0;
  for (let count = Math.max(0, hits); count <= throws; count += 1) sum += chanceOf(count, throws);
  return Math.min(1, sum);
}

/** The two-sided exact p-value of `first` against `second` preferences: how often chance alone is as uneven. */
export function preferenceChance(first: number, second: number): number {
  const throws = first + second;
  return Math.min(1, 2 * chanceOfAtLeast(Math.max(first, second), throws));
}
