import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arrivalRows, even, judgeRow, learningRules, listen, type Piece } from "./arrivals.fixture.ts";
import { createArrivalHistory, createPrebufferPolicy } from "./prebuffer-policy.ts";

/** The policy after pieces that came at `at` milliseconds, with so much sound in all (seconds). */
function policyAfter(...pieces: readonly Piece[]) {
  const policy = createPrebufferPolicy();
  for (const [at, total] of pieces) policy.came(total, at);
  return policy;
}

/** The first so many pieces at `pace` times real time, every `tick` milliseconds. */
const first = (count: number, pace: number, tick = 20): readonly Piece[] => even(pace, tick, 10).slice(0, count);

/** What is known of a service after answers that came so, and were heard. */
function historyOf(...answers: readonly (readonly Piece[])[]) {
  const history = createArrivalHistory();
  for (const pieces of answers) listen(pieces, createPrebufferPolicy(history));
  return history;
}

const mayStart = (policy: ReturnType<typeof createPrebufferPolicy>, available: number): boolean =>
  policy.mayStart({ available, ended: false });

test("600 ms may start at any pace, the end at any length", () => {
  expect(mayStart(policyAfter([0, 0.6]), 0.6)).toBe(true);
  expect(mayStart(policyAfter([0, 0.59]), 0.59)).toBe(false);
  expect(policyAfter([0, 0.01]).mayStart({ available: 0.01, ended: true })).toBe(true);
});

describe("of a service that nobody knows", () => {
  test("a fast stream may start with its third piece", () => {
    expect(mayStart(policyAfter(...first(2, 3)), 0.12)).toBe(false);
    expect(mayStart(policyAfter(...first(3, 3)), 0.18)).toBe(true);
  });

  test("with two pieces, where they bring 300 ms", () => {
    expect(mayStart(policyAfter(...first(2, 3, 50)), 0.3)).toBe(true);
    expect(mayStart(policyAfter(...first(2, 2, 50)), 0.2)).toBe(false);
  });

  test("the nearer to real time, the more must be there", () => {
    expect(mayStart(policyAfter(...first(4, 2)), 0.16)).toBe(true);
    expect(mayStart(policyAfter(...first(12, 1.2)), 0.288)).toBe(false);
    expect(mayStart(policyAfter(...first(15, 1.2)), 0.36)).toBe(true);
    expect(mayStart(policyAfter(...first(20, 1)), 0.4)).toBe(false);
  });

  test("when enough of it can be played", () => {
    expect(mayStart(policyAfter(...first(8, 3)), 0.145)).toBe(true);
    expect(mayStart(policyAfter(...first(8, 3)), 0.07)).toBe(false);
  });

  test("not by one moment, however much came in it", () => {
    expect(mayStart(policyAfter([0, 0.1], [1, 0.3], [2, 0.5]), 0.5)).toBe(false);
  });

  test("with three pieces, where they bring 130 ms", () => {
    expect(mayStart(policyAfter(...first(3, 3)), 0.12)).toBe(false);
    expect(mayStart(policyAfter(...first(3, 3)), 0.135)).toBe(true);
  });

  test("not by three moments of which one brought what had been held up", () => {
    expect(mayStart(policyAfter([0, 0.06], [10, 0.12], [20, 0.24]), 0.24)).toBe(false);
  });

  test("not when there was a wait that could not be bridged again", () => {
    expect(mayStart(policyAfter([0, 0.05], [60, 0.1], [65, 0.15], [70, 0.2], [75, 0.25]), 0.25)).toBe(false);
  });

  test("a piece that is read in two counts once", () => {
    const cut: readonly Piece[] = [
      [0, 0.06],
      [20, 0.065],
      [24, 0.12],
      [40, 0.125],
      [44, 0.18],
    ];
    expect(mayStart(policyAfter(...cut.slice(0, 3)), 0.12)).toBe(false);
    expect(mayStart(policyAfter(...cut), 0.18)).toBe(true);
  });
});

test("where the answer's head came a little before its first piece was read, the pace counts from there", () => {
  const late: readonly Piece[] = [
    [10, 0.045],
    [16, 0.09],
    [32, 0.135],
  ];
  const from = (since: number) => {
    const policy = createPrebufferPolicy();
    for (const [at, total] of late) policy.came(total, at, since);
    return mayStart(policy, 0.135);
  };
  expect(from(10)).toBe(true);
  expect(from(0)).toBe(true);
  expect(from(-20)).toBe(true);
});

describe("of a service whose last answers are known", () => {
  test("a fast one may start with 100 ms, by whatever moments", () => {
    const policy = createPrebufferPolicy(historyOf(first(20, 3)));
    policy.came(0.06, 0);
    expect(mayStart(policy, 0.06)).toBe(false);
    policy.came(0.12, 20);
    expect(mayStart(policy, 0.12)).toBe(true);
  });

  test("not when this answer comes slower", () => {
    const policy = createPrebufferPolicy(historyOf(first(20, 3)));
    policy.came(0.06, 0);
    policy.came(0.12, 50);
    expect(mayStart(policy, 0.12)).toBe(false);
  });

  /** An answer in which nothing came for so long. */
  const paused = (pace: number, milliseconds: number): readonly Piece[] =>
    first(40, pace).map(([at, total]): Piece => [at < 100 ? at : at + milliseconds, total]);

  test("one that was late may start when 1.6 times what was missing is there", () => {
    const policy = createPrebufferPolicy(historyOf(first(20, 2), paused(2, 180)));
    for (const [at, total] of first(7, 2)) policy.came(total, at);
    expect(mayStart(policy, 0.28)).toBe(false);
    policy.came(0.32, 140);
    expect(mayStart(policy, 0.32)).toBe(true);
  });

  test("the first answer of all forbids nothing, and is forgotten with the second", () => {
    const alone = createPrebufferPolicy(historyOf(paused(3, 300)));
    for (const [at, total] of first(3, 3)) alone.came(total, at);
    expect(mayStart(alone, 0.18)).toBe(true);
    const policy = createPrebufferPolicy(historyOf(paused(3, 300), first(20, 3)));
    policy.came(0.12, 0);
    expect(mayStart(policy, 0.12)).toBe(true);
  });

  /** An answer that the page doesn't read for 100 ms. */
  const unread = (from: number): readonly Piece[] =>
    first(40, 3).map(([at, total]): Piece => [at > from ? Math.max(at, from + 100) : at, total]);

  test("what the page didn't read while it drew the press counts for what was missing then", () => {
    const afterUnread = (from: number) => {
      const policy = createPrebufferPolicy(historyOf(first(20, 3), unread(from)));
      policy.came(0.12, 0);
      return mayStart(policy, 0.12);
    };
    expect(afterUnread(60)).toBe(true);
    expect(afterUnread(300)).toBe(false);
  });

  test("one that was late by more than 600 ms is waited for longer, but not for ever", () => {
    const policyAfterPause = (milliseconds: number) =>
      createPrebufferPolicy(historyOf(first(20, 1.2), paused(1.2, milliseconds)));
    expect(mayStart(policyAfterPause(900), 0.7)).toBe(false);
    expect(mayStart(policyAfterPause(900), 1.1)).toBe(true);
    expect(mayStart(policyAfterPause(9_000), 1.5)).toBe(true);
  });

  test("one that came while the page was asleep tells nothing", () => {
    const policy = createPrebufferPolicy(historyOf(first(20, 3), first(20, 3), paused(3, 60_000)));
    policy.came(0.12, 0);
    expect(mayStart(policy, 0.12)).toBe(true);
  });

  test("a few pieces tell nothing, and old answers are forgotten", () => {
    expect(mayStart(createPrebufferPolicy(historyOf(first(3, 3))), 0.5)).toBe(false);
    const fast = first(20, 3);
    const policy = createPrebufferPolicy(historyOf(fast, first(20, 1), fast, fast, fast, fast));
    policy.came(0.12, 0);
    expect(mayStart(policy, 0.12)).toBe(true);
  });
});

test("after a stall the pace from before counts no more", () => {
  const policy = policyAfter(...first(5, 3));
  expect(mayStart(policy, 0.3)).toBe(true);
  policy.ranDry();
  expect(mayStart(policy, 0.4)).toBe(false);
  expect(mayStart(policy, 0.6)).toBe(true);
});

test("a fast stream starts with its third piece or its fourth, and never stalls", () => {
  const lateness = fc.array(fc.double({ min: 0, max: 4, noNaN: true }), { minLength: 60, maxLength: 60 });
  fc.assert(
    fc.property(fc.double({ min: 2.6, max: 6, noNaN: true }), lateness, (pace, late) => {
      const pieces = first(60, pace).map(([at, total], index): Piece => [at + (late[index] ?? 0), total]);
      const { start, stalls } = listen(pieces, createPrebufferPolicy());
      expect(stalls).toBe(false);
      expect(start).toBeLessThanOrEqual(64);
    }),
  );
});

/** Sound that comes sentence by sentence leaves no rule the time: 600 ms don't last until the next one. */
const playable = arrivalRows.filter(({ name }) => !name.includes("1.5 ×"));

test.each(playable)("$name: at most one answer in 200 stands still, and none begins late for that", (row) => {
  const services = 400;
  const patient = judgeRow(row, services, () => ({
    next: () => ({
      came: () => undefined,
      mayStart: ({ available, ended }) => ended || available >= 0.6,
    }),
  }));
  const { first, later, returned } = judgeRow(row, services, learningRules);
  // So few draws may show twice the share; `npm run bench -- arrivals` makes 10,000.
  expect(first.stalls).toBeLessThanOrEqual(0.0125);
  expect(later.stalls).toBeLessThanOrEqual(0.01);
  expect(returned.stalls).toBeLessThanOrEqual(0.0125);
  const median = ({ starts }: typeof first): number => starts[Math.floor(starts.length / 2)] ?? Number.NaN;
  expect(median(first)).toBeLessThanOrEqual(median(patient.first));
  expect(median(later)).toBeLessThanOrEqual(median(patient.later));
  expect(median(returned)).toBeLessThanOrEqual(median(patient.first));
});
