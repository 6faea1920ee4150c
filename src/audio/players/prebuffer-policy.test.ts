import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPrebufferPolicy } from "./prebuffer-policy.ts";

type Piece = readonly [at: number, total: number];

/** The policy after pieces that came at `at` milliseconds, with so much sound in all (seconds). */
function policyAfter(...pieces: readonly Piece[]) {
  const policy = createPrebufferPolicy();
  for (const [at, total] of pieces) policy.came(total, at);
  return policy;
}

/** Even pieces: `count` of them, at `pace` times real time, every `tick` milliseconds. */
const even = (count: number, pace: number, tick = 20): Piece[] =>
  Array.from({ length: count }, (_, index) => [index * tick, ((index + 1) * tick * pace) / 1_000]);

test("600 ms may start at any pace, the end at any length", () => {
  expect(policyAfter([0, 0.6]).mayStart({ available: 0.6, ended: false })).toBe(true);
  expect(policyAfter([0, 0.59]).mayStart({ available: 0.59, ended: false })).toBe(false);
  expect(policyAfter([0, 0.01]).mayStart({ available: 0.01, ended: true })).toBe(true);
});

describe("100 ms may start", () => {
  test("at three times real time, seen at two moments", () => {
    expect(policyAfter(...even(2, 3)).mayStart({ available: 0.12, ended: false })).toBe(true);
    expect(policyAfter(...even(2, 1.9, 30)).mayStart({ available: 0.114, ended: false })).toBe(false);
  });

  test("not by two ticks of 50 ms of a stream near real time that came close together", () => {
    expect(policyAfter([0, 0.0525], [20, 0.105]).mayStart({ available: 0.105, ended: false })).toBe(false);
  });

  test("at twice real time, seen at three", () => {
    expect(policyAfter(...even(3, 2.1)).mayStart({ available: 0.126, ended: false })).toBe(true);
    expect(policyAfter(...even(3, 1.9)).mayStart({ available: 0.114, ended: false })).toBe(false);
  });

  test("when enough of it can be played", () => {
    expect(policyAfter(...even(2, 3)).mayStart({ available: 0.08, ended: false })).toBe(true);
    expect(policyAfter(...even(2, 3)).mayStart({ available: 0.07, ended: false })).toBe(false);
    expect(policyAfter(...even(3, 1.5, 15)).mayStart({ available: 0.0675, ended: false })).toBe(false);
  });

  test("not by one moment, however much came in it", () => {
    const burst = policyAfter([0, 0.1], [1, 0.3], [2, 0.5]);
    expect(burst.mayStart({ available: 0.5, ended: false })).toBe(false);
  });

  test("not by two moments of which one brought what had been held up", () => {
    expect(policyAfter([0, 0.05], [20, 0.25]).mayStart({ available: 0.25, ended: false })).toBe(false);
    expect(policyAfter([0, 0.2], [20, 0.25]).mayStart({ available: 0.25, ended: false })).toBe(false);
  });

  test("not when there was a wait that could not be bridged again", () => {
    const waited = policyAfter([0, 0.05], [60, 0.2], [65, 0.25]);
    expect(waited.mayStart({ available: 0.25, ended: false })).toBe(false);
  });
});

describe("where the answer's head came a little before its first piece was read", () => {
  test("the pace counts from there", () => {
    const policy = createPrebufferPolicy();
    policy.came(0.06, 10, 4);
    policy.came(0.12, 22, 4);
    expect(policy.mayStart({ available: 0.12, ended: false })).toBe(true);
    const slow = createPrebufferPolicy();
    slow.came(0.052, 10, 0);
    slow.came(0.104, 28, 0);
    expect(slow.mayStart({ available: 0.104, ended: false })).toBe(false);
  });

  test("a head that came long before says nothing", () => {
    const policy = createPrebufferPolicy();
    policy.came(0.06, 30, 4);
    policy.came(0.12, 42, 4);
    expect(policy.mayStart({ available: 0.12, ended: false })).toBe(false);
  });
});

test("after a stall the pace from before counts no more", () => {
  const policy = policyAfter([0, 0.15], [50, 0.3]);
  expect(policy.mayStart({ available: 0.3, ended: false })).toBe(true);
  policy.ranDry();
  expect(policy.mayStart({ available: 0.4, ended: false })).toBe(false);
  expect(policy.mayStart({ available: 0.6, ended: false })).toBe(true);
});

/**
 * Where it starts, in milliseconds from the first piece, and with how many seconds of sound; and whether what comes
 * later comes too late.
 */
function listen(pieces: readonly Piece[]) {
  const policy = createPrebufferPolicy();
  const startIndex = pieces.findIndex(([at, total], index) => {
    policy.came(total, at);
    return policy.mayStart({ available: total, ended: index === pieces.length - 1 });
  });
  const [start, seconds] = pieces[startIndex] ?? [0, 0];
  const stalls = pieces.some(
    ([at], index) => index > startIndex && (at - start) / 1_000 > (pieces[index - 1]?.[1] ?? 0),
  );
  return { started: start - (pieces[0]?.[0] ?? 0), seconds, stalls };
}

/** The same pieces, each late by so many milliseconds, order kept. */
function late(pieces: readonly Piece[], lateness: readonly number[]): Piece[] {
  let last = 0;
  return pieces.map(([at, total], index) => {
    last = Math.max(last, at + (lateness[index] ?? 0));
    return [last, total];
  });
}

const upTo = (most: number, length: number) =>
  fc.array(fc.double({ min: 0, max: most, noNaN: true }), { minLength: length, maxLength: length });

test("a fast stream starts with its second piece or its third, and never stalls", () => {
  fc.assert(
    fc.property(fc.double({ min: 2.6, max: 6, noNaN: true }), upTo(4, 60), (pace, lateness) => {
      const { started, stalls } = listen(late(even(60, pace), lateness));
      expect(stalls).toBe(false);
      expect(started).toBeLessThanOrEqual(44);
    }),
  );
  expect(listen(even(60, 3)).started).toBe(20);
});

test("1.05 × real time in ticks of 50 ms, late by up to 300 ms, stalls in about one of a hundred cases", () => {
  const samples = fc.sample(upTo(300, 200), { numRuns: 4_000, seed: 1 });
  const stalled = samples.filter((lateness) => listen(late(even(200, 1.05, 50), lateness)).stalls).length;
  expect(stalled / samples.length).toBeLessThan(0.015);
});

test("the same stream never stalls once 600 ms were waited for", () => {
  fc.assert(
    fc.property(upTo(300, 200), (lateness) => {
      const { seconds, stalls } = listen(late(even(200, 1.05, 50), lateness));
      if (seconds >= 0.6) expect(stalls).toBe(false);
    }),
  );
});
