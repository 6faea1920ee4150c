import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Samples } from "../decoders/decoder.ts";
import { createFakeSink } from "../output/fake-sink.fixture.ts";
import { createPlayout } from "./playout.ts";
import { createPrebufferPolicy } from "./prebuffer-policy.ts";

const rate = 8_000;

/** Frames numbered from 1, so that each says where it belongs; small enough that a sum is exact. */
const frames = (from: number, count: number): Samples =>
  Float32Array.from({ length: count }, (_, index) => (from + index + 1) / 2 ** 22);

/** What sounded, as the numbers of the frames, without the silence around it. */
const numbersIn = (heard: Samples): number[] => [...heard].map((sample) => sample * 2 ** 22);

describe("without a stall", () => {
  test("every frame sounds once, unchanged and exactly behind the one before", () => {
    const sink = createFakeSink(rate);
    const playout = createPlayout(sink);
    playout.push([frames(0, 800)]);
    playout.start();
    for (let pushed = 800; pushed < 8_000; pushed += 80) {
      playout.push([frames(pushed, 80)]);
      playout.update();
      sink.time += 0.01;
    }
    playout.end();
    playout.update();
    sink.time = 2;
    const numbers = numbersIn(sink.heard());
    const first = numbers.indexOf(1);
    expect(numbers.slice(first, first + 8_000)).toEqual(Array.from({ length: 8_000 }, (_, index) => index + 1));
    expect(numbers.slice(first + 8_000).every((number) => number === 0)).toBe(true);
    expect(playout.status(sink.time)).toBe("ended");
    expect(playout.position(sink.time)).toBe(1);
  });

  test("a long sound that came at once is kept only as far as it is not heard", () => {
    const sink = createFakeSink(rate);
    const playout = createPlayout(sink);
    playout.push([frames(0, 16_000)]);
    playout.start();
    sink.time = 1;
    playout.update();
    expect(playout.ahead).toBeCloseTo(1 + sink.margin, 3);
  });
});

describe("at an edge", () => {
  test("running dry fades out, and what comes then goes on with the next frame, faded in", () => {
    const sink = createFakeSink(rate);
    const playout = createPlayout(sink);
    playout.push([frames(0, 1_600)]);
    playout.start();
    sink.time = 0.3;
    playout.update();
    expect(playout.ranDry).toBe(true);
    expect(playout.status(sink.time)).toBe("silent");
    expect(playout.position(sink.time)).toBeCloseTo(0.2, 9);
    playout.push([frames(1_600, 1_600)]);
    playout.end();
    playout.start();
    sink.time = 1;
    expectOnlySpeech(sink.heard(), 3_200);
  });

  test("a look that comes late loses nothing of what came meanwhile", () => {
    const sink = createFakeSink(rate);
    const playout = createPlayout(sink);
    playout.push([frames(0, 1_600)]);
    playout.start();
    sink.time = 2;
    playout.push([frames(1_600, 1_600)]);
    playout.update();
    playout.push([frames(3_200, 1_600)]);
    playout.update();
    playout.end();
    playout.start();
    sink.time = 4;
    expectOnlySpeech(sink.heard(), 4_800);
  });

  test("an end that is known late is the end and no stall", () => {
    const sink = createFakeSink(rate);
    const playout = createPlayout(sink);
    playout.push([frames(0, 1_600)]);
    playout.start();
    sink.time = 0.3;
    playout.update();
    playout.end();
    expect(playout.status(sink.time)).toBe("ended");
  });

  test("a pause loses no frame and repeats none", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 7_000 }), { minLength: 1, maxLength: 8 }), (pauses) => {
        const sink = createFakeSink(rate);
        const playout = createPlayout(sink);
        playout.push([frames(0, 16_000)]);
        playout.end();
        playout.start();
        for (const pause of pauses) {
          sink.time += pause / rate;
          playout.update();
          playout.stop();
          sink.time += 0.1;
          playout.start();
        }
        sink.time += 3;
        playout.update();
        expectOnlySpeech(sink.heard(), 16_000);
      }),
      { numRuns: 30 },
    );
  });

  test("a pause before the first sound leaves everything", () => {
    const sink = createFakeSink(rate);
    const playout = createPlayout(sink);
    playout.push([frames(0, 1_600)]);
    playout.start();
    playout.stop();
    expect(playout.position(sink.time)).toBe(0);
    expect(playout.ahead).toBe(0.2);
  });

  test("after clear the next frame is the first", () => {
    const sink = createFakeSink(rate);
    const playout = createPlayout(sink);
    playout.push([frames(0, 16_000)]);
    playout.start();
    sink.time = 0.5;
    playout.clear();
    playout.push([frames(0, 800)]);
    playout.end();
    playout.start();
    sink.time = 1;
    expect(playout.position(sink.time)).toBe(0.1);
    expect(sink.heard().findLastIndex((sample) => sample !== 0)).toBeLessThan(0.7 * rate);
  });
});

test("the first sound that can be noticed is found behind silence", () => {
  const sink = createFakeSink(rate);
  const playout = createPlayout(sink);
  playout.push([new Float32Array(800).fill(0.0002)]);
  playout.push([new Float32Array(800).fill(0.01)]);
  expect(playout.firstLoud).toBeUndefined();
  playout.start();
  expect(playout.firstLoud).toBeCloseTo(sink.margin + 0.1, 4);
});

test("silence in front is passed over, once and only in front", () => {
  const sink = createFakeSink(rate);
  const playout = createPlayout(sink);
  playout.push([new Float32Array(800)]);
  playout.skipSilence();
  expect(playout.next).toBe(0);
  playout.push([new Float32Array(800).fill(0.01)]);
  playout.skipSilence();
  playout.start();
  expect(playout.position(sink.time)).toBeCloseTo(0.1, 9);
  expect(playout.firstLoud).toBeCloseTo(sink.margin, 3);
  playout.stop();
  playout.skipSilence();
  expect(playout.next).toBeCloseTo(0.1, 9);
});

/**
 * Numbered frames came out, each once and in order; only at edges they are softer than they were, and between edges is
 * silence.
 */
function expectOnlySpeech(heard: Samples, count: number): void {
  let next = 1;
  let silentAtEdge = 0;
  for (const number of numbersIn(heard)) {
    if (number === 0) {
      // The outermost frame of each fade is silent itself.
      silentAtEdge = 2;
      continue;
    }
    const skipped = Math.max(0, Math.ceil(number) - next);
    // Softer than it should be is a frame of a fade; louder is another frame.
    if (skipped > silentAtEdge || next > count) expect.fail(`${number} sounds where ${next} should`);
    silentAtEdge -= skipped;
    next += skipped + 1;
  }
  expect(next - 1).toBeGreaterThanOrEqual(count - 2);
  expect(next - 1).toBeLessThanOrEqual(count);
}

/** Arrival times in seconds: ticks of 50 ms, each late by up to 300 ms, order kept. */
function lateTicks(random: () => number, count: number): number[] {
  let last = 0;
  return Array.from({ length: count }, (_, index) => {
    last = Math.max(last, index * 0.05 + random() * 0.3);
    return last;
  });
}

/** Plays a stream of pieces that come at `arrivals`, as a player does, looking every 20 ms of the sink's time. */
function play(arrivals: readonly number[], framesPerPiece: number) {
  const sink = createFakeSink(rate);
  const playout = createPlayout(sink);
  const rule = createPrebufferPolicy();
  const whole = arrivals.length * framesPerPiece;
  let pushed = 0;
  let stalls = 0;
  let started: number | undefined;
  const look = (): void => {
    playout.update();
    const available = pushed / rate - playout.next;
    if (playout.ranDry) rule.ranDry();
    if (playout.started || !rule.mayStart({ available, ended: pushed === whole })) return;
    if (started !== undefined) stalls += 1;
    started ??= sink.time;
    playout.start();
  };
  const moments = [
    ...arrivals.map((at) => ({ at, piece: true })),
    ...Array.from({ length: Math.ceil(((arrivals.at(-1) ?? 0) + 3) / 0.02) }, (_, index) => ({
      at: index * 0.02,
      piece: false,
    })),
  ].sort((a, b) => a.at - b.at);
  for (const { at, piece } of moments) {
    sink.time = at;
    if (piece) {
      playout.push([frames(pushed, framesPerPiece)]);
      pushed += framesPerPiece;
      rule.came(pushed / rate, at * 1_000);
      if (pushed === whole) playout.end();
    }
    look();
  }
  return { heard: sink.heard(), stalls, started: (started ?? 0) - (arrivals[0] ?? 0), whole };
}

describe("a stream", () => {
  test("at 1.05 × real time in late ticks: nothing is heard but the speech", () => {
    let stalls = 0;
    for (let seed = 1; seed <= 50; seed += 1) {
      const result = play(lateTicks(randomOf(seed), 60), 420);
      expectOnlySpeech(result.heard, result.whole);
      stalls += result.stalls;
    }
    expect(stalls).toBeLessThanOrEqual(1);
  });

  test.each([
    [3, 0.009, 0.05],
    [3, 0.05, 0.06],
    [2.2, 0.02, 0.1],
    [10, 0.05, 0.06],
  ])("at %f × real time in even pieces of %f s begins within %f s", (pace, seconds, within) => {
    const arrivals = Array.from({ length: 100 }, (_, index) => index * seconds);
    const result = play(arrivals, Math.round(seconds * pace * rate));
    expect(result.started).toBeLessThanOrEqual(within);
    expect(result.stalls).toBe(0);
  });

  test("slower than real time stalls, goes on exactly and loses nothing", () => {
    const result = play(
      Array.from({ length: 60 }, (_, index) => index * 0.1),
      400,
    );
    expect(result.stalls).toBeGreaterThan(1);
    expectOnlySpeech(result.heard, result.whole);
  });
});

/** A random number generator that gives the same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
