import { createArrivalHistory, createPrebufferPolicy, tellingOf } from "./prebuffer-policy.ts";
import { readLate } from "./read-late.fixture.ts";

/** One read of an answer: when, in milliseconds, and how much sound came by then in all, in seconds. */
export type Piece = readonly [at: number, total: number];

/** A kind of stream. Each draw is an answer of 1 to 6 seconds. */
export interface ArrivalRow {
  readonly name: string;
  /** So many seconds of what has come can't be played yet. */
  readonly held: number;
  /** `answer` counts a service's answers from 0. */
  draw(random: () => number, answer: number): readonly Piece[];
}

/** Rules for one service's answers, one after the other. */
export interface Rules {
  next(): Rule;
  /** Ends the visit: the next rule is for the first answer of a later one. Absent where a rule learns nothing. */
  leave?(): void;
}

/** What a rule must do to be judged. */
interface Rule {
  came(total: number, now: number): void;
  mayStart(arrived: { readonly available: number; readonly ended: boolean }): boolean;
  /** Absent where a rule doesn't go by it. */
  began?(): void;
}

/** Numbers from 0 to 1 that are the same for the same seed (xorshift). */
export function seeded(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e37_79b1);
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  // The first ones of neighbouring seeds are alike.
  for (let skipped = 0; skipped < 8; skipped += 1) next();
  return next;
}

type Random = () => number;
const between = (random: Random, from: number, to: number): number => from + random() * (to - from);
const lengthOf = (random: Random): number => 6 ** random();

/** `seconds` of sound at `pace` times real time, in ticks of so many milliseconds. */
export function even(pace: number, tick: number, seconds: number): Piece[] {
  return Array.from({ length: Math.ceil((seconds * 1_000) / pace / tick) }, (_, index) => [
    index * tick,
    Math.min(seconds, ((index + 1) * tick * pace) / 1_000),
  ]);
}

/** The same pieces, each late by what `lateness` says of it. None comes before the one in front of it. */
function delayed(pieces: readonly Piece[], lateness: (index: number) => number): Piece[] {
  let last = 0;
  return pieces.map(([at, total], index) => {
    last = Math.max(last, at + lateness(index));
    return [last, total];
  });
}

/** What any machine adds, in milliseconds. */
const usual = 4;
const late = (pieces: readonly Piece[], most: number, random: Random): Piece[] =>
  delayed(pieces, () => random() * most);

/** Now and then a packet is lost: it and all that is behind it come when it was sent again. */
const recovering = (pieces: readonly Piece[], share: number, from: number, to: number, random: Random): Piece[] =>
  delayed(pieces, () => random() * usual + (random() < share ? between(random, from, to) : 0));

/** Sound that comes sentence by sentence, each whole when it was made at `pace`. */
function sentences(pace: number, shortest: number, longest: number, random: Random): Piece[] {
  const seconds = lengthOf(random);
  const pieces: Piece[] = [];
  for (let total = 0; total < seconds; ) {
    total = Math.min(seconds, total + between(random, shortest, longest));
    pieces.push([(total * 1_000) / pace + random() * usual, total]);
  }
  return pieces;
}

/** At one pace for so many milliseconds, then at another, in ticks of 20 ms. */
function changing(first: number, milliseconds: number, then: number, random: Random): Piece[] {
  const seconds = lengthOf(random);
  const pieces: Piece[] = [];
  for (let [at, total] = [0, 0]; total < seconds; at += 20) {
    total = Math.min(seconds, total + 0.02 * (at < milliseconds ? first : then));
    pieces.push([at, total]);
  }
  return late(pieces, usual, random);
}

/** Read by a page that has something else to do for 5 to 80 ms at a time: it reads all that came meanwhile at once. */
function readBusily(pieces: readonly Piece[], random: Random): Piece[] {
  let workFrom = 0;
  let workUntil = 0;
  return pieces.map(([at, total]) => {
    while (workUntil <= at) {
      workFrom = workUntil + between(random, 5, 45);
      // Work that takes long is rarer.
      workUntil = workFrom + 5 + 75 * random() ** 3;
    }
    return [at >= workFrom ? workUntil : at, total];
  });
}

/** From this tick on a recording tells of any tick. */
const settled = 6;

/** Read as late as a recording says. What it doesn't reach is read as late as a later part of some other. */
function readLike(pieces: readonly Piece[], recordings: readonly (readonly number[])[], random: Random): Piece[] {
  const pick = (): readonly number[] => recordings[Math.floor(random() * recordings.length)] ?? [];
  let from = 0;
  let lateness = pick();
  return delayed(pieces, (index) => {
    if (index - from >= lateness.length) {
      lateness = pick();
      from = index - settled;
    }
    return Math.max(0, lateness[index - from] ?? 0);
  });
}

const row = (name: string, draw: ArrivalRow["draw"], held = 0): ArrivalRow => ({ name, draw, held });

/** Of MP3 an encoder's delay can't be heard, and the part of a frame that comes last can't be decoded. Seconds. */
const heldOfMp3 = 0.045;
const ofMp3 = ({ name, draw }: ArrivalRow): ArrivalRow => row(`MP3, ${name}`, draw, heldOfMp3);
const ticks = [20, 50] as const;

const made: readonly ArrivalRow[] = [
  ...[1.02, 1.05, 1.2, 2, 3, 20].flatMap((pace) =>
    ticks.map((tick) =>
      row(`${pace} ×, ticks of ${tick} ms`, (random) => late(even(pace, tick, lengthOf(random)), usual, random)),
    ),
  ),
  ...[1.05, 1.2, 2, 3, 20].flatMap((pace) =>
    ticks.map((tick) =>
      row(`${pace} ×, ticks of ${tick} ms, late by up to 300`, (random) =>
        late(even(pace, tick, lengthOf(random)), 300, random),
      ),
    ),
  ),
  ...[1.05, 1.2, 2, 3].map((pace) =>
    row(`${pace} ×, ticks of 50 ms, late by up to 100`, (random) =>
      late(even(pace, 50, lengthOf(random)), 100, random),
    ),
  ),
  ...[1.2, 2, 3].map((pace) => row(`${pace} ×, bursts of 0.1 to 0.4 s`, (random) => sentences(pace, 0.1, 0.4, random))),
  ...[1.5, 3].map((pace) => row(`${pace} ×, bursts of 0.3 to 1.5 s`, (random) => sentences(pace, 0.3, 1.5, random))),
  row("0.5 × for 0.1 to 0.4 s, then 3 ×", (random) => changing(0.5, between(random, 100, 400), 3, random)),
  row("3 × for 60 to 300 ms, then 1.05 ×", (random) => changing(3, between(random, 60, 300), 1.05, random)),
  ...[1.2, 2, 3].map((pace) =>
    row(`${pace} ×, 1 % of pieces sent again after 40 to 150 ms`, (random) =>
      recovering(even(pace, 20, lengthOf(random)), 0.01, 40, 150, random),
    ),
  ),
  ...[1.2, 2, 3].map((pace) =>
    row(`${pace} ×, 0.05 % sent again after 200 to 300 ms`, (random) =>
      recovering(even(pace, 20, lengthOf(random)), 0.000_5, 200, 300, random),
    ),
  ),
  ...[1.2, 3].flatMap((pace) =>
    ticks.map((tick) =>
      row(`${pace} ×, ticks of ${tick} ms, read by a busy page`, (random) =>
        readBusily(late(even(pace, tick, lengthOf(random)), usual, random), random),
      ),
    ),
  ),
];

const recorded: readonly ArrivalRow[] = [
  ...Object.entries(readLate).flatMap(([browser, { first, later }]) =>
    [1.2, 3].map((pace) =>
      row(`${pace} ×, ticks of 20 ms, read as by ${browser}`, (random, answer) =>
        readLike(even(pace, 20, lengthOf(random)), answer === 0 ? first : later, random),
      ),
    ),
  ),
];

export const arrivalRows: readonly ArrivalRow[] = [...made, ...recorded, ...made.map(ofMp3)];

/** What is there less than this before its turn comes too late, in milliseconds: it must be decoded and handed over. */
const handling = 10;

/** Where `rule` begins, in milliseconds behind the first piece, and whether anything then comes too late. */
export function listen(
  pieces: readonly Piece[],
  rule: Rule,
  held = 0,
): { readonly start: number; readonly stalls: boolean } {
  const [first = 0] = pieces[0] ?? [];
  let start: number | undefined;
  let played = 0;
  let stalls = false;
  for (const [index, [at, total]] of pieces.entries()) {
    if (start !== undefined && at + handling - start > played * 1_000) stalls = true;
    rule.came(total, at);
    const ended = index === pieces.length - 1;
    const available = ended ? total : Math.max(0, total - held);
    if (start === undefined && rule.mayStart({ available, ended })) {
      start = at;
      rule.began?.();
    }
    played = available;
  }
  return { start: (start ?? first) - first, stalls };
}

/** What became of many answers. */
export interface Judged {
  /** The share of them that stood still, from 0 to 1. */
  readonly stalls: number;
  /** Where they began, in milliseconds behind the first piece; the earliest first. */
  readonly starts: readonly number[];
}

/** How many answers of one service are heard one after the other: what a rule has learnt shows from the second on. */
const answersInARow = 6;

/**
 * Draws so many services of a row, each with so many answers, and with one more on a later visit where the rules know
 * such. `createRules` is called for each service. The first answers of each visit are counted by themselves.
 */
export function judgeRow(
  { draw, held }: ArrivalRow,
  services: number,
  createRules: () => Rules,
  answers = answersInARow,
): Readonly<Record<"first" | "later" | "returned", Judged>> {
  const [first, later, returned] = [new Count(), new Count(), new Count()];
  for (let service = 0; service < services; service += 1) {
    const rules = createRules();
    const hear = (answer: number, seed: number): ReturnType<typeof listen> =>
      listen(draw(seeded(seed), answer), rules.next(), held);
    for (let answer = 0; answer < answers; answer += 1) {
      (answer === 0 ? first : later).add(hear(answer, service * answersInARow + answer));
    }
    if (rules.leave === undefined) continue;
    rules.leave();
    returned.add(hear(0, (services + service) * answersInARow));
  }
  return { first: first.judged(), later: later.judged(), returned: returned.judged() };
}

/** Our rule, which learns from answer to answer, and from visit to visit. */
export function learningRules(): Rules {
  let history = createArrivalHistory();
  return {
    next: () => createPrebufferPolicy(history),
    leave() {
      history = createArrivalHistory(tellingOf(history));
    },
  };
}

class Count {
  readonly #starts: number[] = [];
  #stalled = 0;

  add({ start, stalls }: ReturnType<typeof listen>): void {
    this.#starts.push(start);
    if (stalls) this.#stalled += 1;
  }

  judged(): Judged {
    return { stalls: this.#stalled / this.#starts.length, starts: this.#starts.sort((a, b) => a - b) };
  }
}
