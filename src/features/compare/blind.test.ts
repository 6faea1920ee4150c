import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFakeService, createTestPlayground } from "../../core/page/fake-service.fixture.ts";
import { createTab } from "../../core/page/tab.fixture.ts";
import { openTestLibrary } from "../../core/takes/library.fixture.ts";
import {
  type BlindVerdict,
  beginBlindTest,
  type Coin,
  chanceOfAtLeast,
  handsOf,
  hear,
  isRight,
  judge,
  preferenceChance,
  roundsAsCsv,
  takeAt,
  tallyOf,
  unheardOf,
  verdictOfHands,
} from "./blind.ts";
import { type BlindTestKey, blindTestsOf, createBlindTests, findBlindTest, scoreOf } from "./blind-tests.ts";

/** A coin that falls as `falls` say, over and over. */
function coinOf(falls: readonly boolean[]): Coin {
  let at = 0;
  return () => falls[at++ % falls.length] ?? false;
}

describe("a blind test", () => {
  it("counts the hands of a room for the takes, wherever they stood; more hands win a round", () => {
    const round = fc.record({ falls: fc.boolean(), a: fc.nat(40), b: fc.nat(40) });
    fc.assert(
      fc.property(fc.array(round, { minLength: 1, maxLength: 9 }), (rounds) => {
        let test = beginBlindTest("ab", ["one", "two"], coinOf([rounds[0]?.falls === true]));
        const wanted = { hands: [0, 0], won: [0, 0] };
        for (const [at, hands] of rounds.entries()) {
          const firstIsA = takeAt(test, "a") === "one";
          const [first, second] = firstIsA ? [hands.a, hands.b] : [hands.b, hands.a];
          wanted.hands = [(wanted.hands[0] ?? 0) + first, (wanted.hands[1] ?? 0) + second];
          wanted.won = [(wanted.won[0] ?? 0) + Number(first > second), (wanted.won[1] ?? 0) + Number(second > first)];
          test = judge(test, verdictOfHands(hands), coinOf([rounds[at + 1]?.falls === true]), hands);
        }
        expect(handsOf(test)).toEqual(wanted.hands);
        const { first, second } = tallyOf(test);
        expect([first, second]).toEqual(wanted.won);
      }),
    );
    expect(handsOf(judge(beginBlindTest("ab", ["one", "two"], coinOf([true])), "a", coinOf([true])))).toBeUndefined();
  });

  it("counts the hands of an ABX test for the right answer and the wrong one, as its verdicts", () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.nat(40), fc.nat(40), (falls, other, a, b) => {
        const coin = coinOf([falls, other]);
        const test = judge(beginBlindTest("abx", ["one", "two"], coin), verdictOfHands({ a, b }), coin, { a, b });
        const [round] = test.rounds;
        expect(handsOf(test)).toEqual(round?.x === round?.a ? [a, b] : [b, a]);
        const { first, second } = tallyOf(test);
        const [right = 0, wrong = 0] = handsOf(test) ?? [];
        expect([first, second]).toEqual([Number(right > wrong), Number(wrong > right)]);
      }),
    );
  });

  it("counts verdicts for the takes, wherever they stood", () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
        fc.array(fc.constantFrom("one", "two", "none"), { maxLength: 30 }),
        (falls, liked) => {
          const coin = coinOf(falls);
          let test = beginBlindTest("ab", ["one", "two"], coin);
          for (const like of liked) {
            const verdict: BlindVerdict = like === "none" ? "none" : takeAt(test, "a") === like ? "a" : "b";
            test = judge(test, verdict, coin);
          }
          const count = (like: string) => liked.filter((each) => each === like).length;
          expect(tallyOf(test)).toMatchObject({
            rounds: liked.length,
            first: count("one"),
            second: count("two"),
            none: count("none"),
          });
        },
      ),
    );
  });

  it("puts both takes at both places, and draws anew for every round", () => {
    const coin = coinOf([true, true, false, true]);
    const test = beginBlindTest("ab", ["one", "two"], coin);
    expect([takeAt(test, "a"), takeAt(test, "b")]).toEqual(["one", "two"]);
    const next = judge(test, "none", coin);
    expect([takeAt(next, "a"), takeAt(next, "b")]).toEqual(["two", "one"]);
  });

  it("of X counts what was right", () => {
    let test = beginBlindTest("abx", ["one", "two"], coinOf([true, false]));
    expect(takeAt(test, "x")).toBe("two");
    test = judge(test, "b", coinOf([true, true]));
    test = judge(test, "b", coinOf([false, true]));
    test = judge(test, "b", coinOf([false, true]));
    expect(tallyOf(test)).toMatchObject({ rounds: 3, none: 0, first: 2, second: 1 });
    expect(tallyOf(test).chance).toBeCloseTo(0.5, 12);
  });

  it("that was revealed is over", () => {
    const test = { ...beginBlindTest("ab", ["one", "two"], () => true), revealed: true };
    expect(judge(test, "a", () => true)).toBe(test);
    expect(tallyOf(test).chance).toBeUndefined();
  });

  it("knows what was heard in the round that runs, and forgets it with the round", () => {
    const coin = coinOf([true]);
    let test = hear(beginBlindTest("abx", ["one", "two"], coin));
    expect(unheardOf(test)).toEqual(["b", "x"]);
    test = hear({ ...test, place: "x" });
    expect(hear(test)).toBe(test);
    expect(unheardOf(test)).toEqual(["b"]);
    expect(unheardOf(judge(test, "a", coin))).toEqual(["a", "b", "x"]);
  });

  it("leaves as CSV, one line a round", () => {
    const coin = coinOf([true]);
    const test = judge(judge(beginBlindTest("ab", ["one", "two"], coin), "b", coin), "none", coin);
    const nameOf = (id: string) => `Take, ${id}`;
    expect(roundsAsCsv(test, nameOf).split("\r\n")).toEqual([
      "test,round,A,B,X,A_name,B_name,X_name,answer,verdict",
      'ab,1,one,two,,"Take, one","Take, two",,,two',
      'ab,2,one,two,,"Take, one","Take, two",,,none',
      "",
    ]);
  });

  it("with an X says what X really was, and whether the answer was right", () => {
    const coin = coinOf([true]);
    const begun = beginBlindTest("abx", ["one", "two"], coin);
    const test = judge(judge(judge(begun, "a", coin), "b", coin), "none", coin);
    expect(test.rounds.map(isRight)).toEqual([true, false, undefined]);
    const [, first, second] = roundsAsCsv(test, (id) => id).split("\r\n");
    expect([first, second]).toEqual([
      "abx,1,one,two,one,one,two,one,right,one",
      "abx,2,one,two,one,one,two,one,wrong,two",
    ]);
  });
});

describe("the blind tests of a page", () => {
  it("go on where they were left, with what was heard", () => {
    const store = createBlindTests(coinOf([true]), createTab().options);
    const pair = ["one", "two"] as const;
    const test = { kind: "ab", pair, venue: "board" } as const;
    const { begin, turnTo, hear: note, judge: say, reveal } = store.getState();
    begin(test);
    note(test);
    turnTo(test, "b");
    begin({ ...test, pair: ["two", "one"] });
    expect(store.getState().tests).toMatchObject([{ place: "b", heard: ["a"], rounds: [] }]);
    note(test);
    say(test, "b");
    reveal(test);
    say(test, "b");
    expect(store.getState().tests).toMatchObject([{ revealed: true, rounds: [{ verdict: "b" }] }]);
    begin(test);
    expect(store.getState().tests).toMatchObject([{ revealed: false, heard: [] }, { revealed: true }]);
  });

  it("tell the board's, a rehearsal's and the show's from each other, and forget a rehearsal's", () => {
    const { getState } = createBlindTests(coinOf([true]), createTab().options);
    const [board, rehearsal, show] = (["board", "rehearsal", "show"] as const).map(
      (venue) => ({ kind: "ab", pair: ["one", "two"], venue }) as const,
    ) as [BlindTestKey, BlindTestKey, BlindTestKey];
    for (const tried of [board, rehearsal]) {
      getState().begin(tried);
      getState().reveal(tried);
      expect(findBlindTest(getState().tests, show)).toBeUndefined();
    }
    getState().begin(show);
    expect(findBlindTest(getState().tests, rehearsal)).toMatchObject({ revealed: true });
    getState().forgetRehearsed();
    expect(getState().tests).toMatchObject([{ venue: "show", revealed: false }, { venue: "board" }]);
  });
});

it("a score is told once a round of the show is counted, also of a test that was left for a new one", async () => {
  const playground = createTestPlayground(createFakeService().client, openTestLibrary());
  const { begin, judge: say, reveal, leaveRevealed } = blindTestsOf(playground).getState();
  const test = { kind: "ab", pair: ["one", "two"], venue: "show" } as const;
  const find = () => findBlindTest(blindTestsOf(playground).getState().tests, test);
  const rounds = async () => (await scoreOf(playground, test.pair, "ab"))?.rounds.toSorted();
  begin(test);
  expect(await rounds()).toBeUndefined();
  say(test, "a");
  expect(await rounds()).toEqual([0, 1]);
  leaveRevealed();
  expect(find()).toMatchObject({ revealed: false });
  reveal(test);
  leaveRevealed();
  expect(find()).toBeUndefined();
  begin(test);
  expect(await rounds()).toEqual([0, 1]);
  say(test, "none");
  expect(await rounds()).toEqual([0, 0]);
});

it("a score has every counted round of one show, also where its test was begun anew, or is gone on with", async () => {
  const playground = createTestPlayground(createFakeService().client, openTestLibrary());
  const { begin, turnTo, hear, judge: say, reveal, leaveRevealed, restart } = blindTestsOf(playground).getState();
  const test = { kind: "abx", pair: ["one", "two"], venue: "show" } as const;
  const find = () => findBlindTest(blindTestsOf(playground).getState().tests, test);
  async function counted(): Promise<number> {
    const { rounds = [0, 0] } = (await scoreOf(playground, test.pair, "abx")) ?? {};
    return rounds[0] + rounds[1];
  }
  begin(test);
  say(test, "a");
  turnTo(test, "b");
  hear(test);
  restart(test);
  expect(find()).toMatchObject({ rounds: [{ verdict: "a" }], place: "a", heard: [] });
  reveal(test);
  // By the button for another one, then by the key.
  begin(test);
  say(test, "b");
  reveal(test);
  restart(test);
  expect(find()).toBeUndefined();
  begin(test);
  say(test, "a");
  leaveRevealed();
  expect(find()).toMatchObject({ revealed: false });
  expect(await counted()).toBe(3);
  reveal(test);
  leaveRevealed();
  for (const shown of [1, 2]) {
    expect(find()).toBeUndefined();
    begin(test);
    for (let round = 0; round < shown; round += 1) say(test, "a");
    reveal(test);
    expect(await counted()).toBe(shown);
    leaveRevealed();
    expect(await counted()).toBe(shown);
  }
});

it("a test of the board is never left behind by the stage", () => {
  const { getState } = createBlindTests(coinOf([true]), createTab().options);
  const board = { kind: "ab", pair: ["one", "two"], venue: "board" } as const;
  getState().begin(board);
  getState().judge(board, "a");
  getState().reveal(board);
  getState().restart(board);
  getState().leaveRevealed();
  expect(findBlindTest(getState().tests, board)).toMatchObject({ revealed: true });
});

it("a score is the show's, whatever was tried on the board", async () => {
  const playground = createTestPlayground(createFakeService().client, openTestLibrary());
  const { begin, judge: say, reveal } = blindTestsOf(playground).getState();
  const scores = [];
  for (const venue of ["board", "show"] as const) {
    const test = { kind: "ab", pair: ["one", "two"], venue } as const;
    begin(test);
    say(test, "none");
    reveal(test);
    scores.push(await scoreOf(playground, test.pair, "ab"));
  }
  expect(scores).toEqual([undefined, { question: "ab", rounds: [0, 0], hands: undefined }]);
});

it("blind tests outlive a reload, with rounds, what was heard in the round that runs, and what was revealed", () => {
  const { options, reload, stored } = createTab();
  const { getState } = createBlindTests(coinOf([true, false]), options);
  const running = { kind: "abx", pair: ["one", "two"], venue: "board" } as const;
  const over = { kind: "ab", pair: ["three", "four"], venue: "board" } as const;
  getState().begin(over);
  getState().reveal(over);
  getState().begin(running);
  getState().judge(running, "a");
  getState().turnTo(running, "x");
  getState().hear(running);
  reload();
  expect(createBlindTests(coinOf([true]), options).getState().tests).toEqual(getState().tests);
  expect(getState().tests).toMatchObject([{ heard: ["x"], rounds: [{ verdict: "a" }] }, { revealed: true }]);
  const [name = ""] = Object.keys(stored);
  stored[name] = JSON.stringify({ version: 1, state: { tests: [{ kind: "ab" }, ...getState().tests] } });
  expect(createBlindTests(coinOf([true]), options).getState().tests).toEqual(getState().tests);
});

it("blind tests that an earlier version kept are where they were held", () => {
  const { venue: _, ...test } = beginBlindTest("ab", ["one", "two"], () => true);
  const tests = [test, { ...test, rehearsed: true }, { ...test, rehearsed: false }];
  const { options } = createTab({ "speech-playground-blind": JSON.stringify({ version: 1, state: { tests } }) });
  const read = createBlindTests(coinOf([true]), options).getState().tests;
  expect(read.map(({ venue }) => venue)).toEqual(["board", "rehearsal", "show"]);
});

describe("what chance alone does", () => {
  it("is what the binomial distribution says", () => {
    expect(chanceOfAtLeast(0, 10)).toBeCloseTo(1, 12);
    expect(chanceOfAtLeast(10, 10)).toBeCloseTo(1 / 1_024, 12);
    expect(chanceOfAtLeast(12, 16)).toBeCloseTo(0.0384063720703125, 12);
    expect(preferenceChance(5, 5)).toBe(1);
    expect(preferenceChance(8, 2)).toBeCloseTo(0.109375, 12);
    expect(preferenceChance(2, 8)).toBeCloseTo(0.109375, 12);
    expect(preferenceChance(1, 0)).toBe(1);
  });

  it("stays a number for thousands of rounds", () => {
    expect(preferenceChance(1_500, 1_500)).toBe(1);
    expect(chanceOfAtLeast(1_500, 3_000)).toBeGreaterThan(0.5);
    expect(chanceOfAtLeast(1_500, 3_000)).toBeLessThan(0.52);
  });
});
