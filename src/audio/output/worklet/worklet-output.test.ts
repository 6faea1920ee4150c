import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Samples } from "../../decoders/decoder.ts";
import { createPlayout } from "../../players/playout.ts";
import type { SoundSink, Stretch } from "../sound-sink.ts";
import type { LineReport, LineRequest } from "./messages.ts";
import { createMixer } from "./mixer.ts";
import { createWorkletOutput, type LinePort } from "./worklet-output.ts";

const sampleRate = 8_000;
const block = 128;

/** Frames numbered from 1, small enough that a fading one can't be taken for another. */
const frames = (from: number, count: number): Samples =>
  Float32Array.from({ length: count }, (_, index) => (from + index + 1) / 2 ** 20);

/** A line to a mixer whose blocks the test makes, with a clock that the test leaves behind. */
function open() {
  const clock = { sampleRate, currentTime: 0 };
  const heard: number[] = [];
  const [requests, reports]: [LineRequest[], LineReport[]] = [[], []];
  const port: LinePort & { closed: boolean } = {
    closed: false,
    onmessage: null,
    postMessage(request, transfer) {
      // What is handed over is gone here, as it is with a real port.
      requests.push(structuredClone(request, { transfer }));
    },
    close() {
      this.closed = true;
    },
  };
  const broken = new EventTarget();
  const mixer = createMixer((report) => reports.push(report));
  let released = 0;
  const line = createWorkletOutput({ port, broken, clock, onClosed: () => (released += 1) });
  return {
    line,
    port,
    clock,
    broken,
    heard,
    requests,
    released: () => released,
    /** Makes blocks: what was sent has arrived before. */
    make(blocks: number): void {
      for (const request of requests.splice(0)) mixer.receive(request);
      for (let made = 0; made < blocks; made += 1) {
        const output = [new Float32Array(block)];
        mixer.render(output, heard.length);
        heard.push(...(output[0] ?? []));
      }
    },
    /** What was said arrives at the page, and its clock is right for a moment. */
    tell(): void {
      for (const data of reports.splice(0)) port.onmessage?.(new MessageEvent("message", { data }));
      clock.currentTime = heard.length / sampleRate;
    },
  };
}

function begun(line: { open(): Stretch | undefined }, length: number, earliest = 0): Stretch {
  const stretch = line.open();
  if (stretch === undefined) throw new Error("It is broken.");
  stretch.begin({ sure: [frames(0, length)], tail: [] }, earliest, 0);
  return stretch;
}

describe("the time of a stretch", () => {
  test("lies ahead of every moment until it is known, and is then where it really began", () => {
    const { line, clock, make, tell } = open();
    const stretch = begun(line, 1_000);
    for (const time of [0, 0.5, 2]) {
      clock.currentTime = time;
      expect(stretch.time).toBeGreaterThan(time);
    }
    make(0);
    clock.currentTime = 0;
    make(3);
    tell();
    expect(stretch.time).toBe(0);
    const second = begun(line, 1_000);
    make(9);
    tell();
    expect(second.time).toBe(1_000 / sampleRate);
  });

  test("is not before what it was to wait for", () => {
    const { line, make, tell } = open();
    const stretch = begun(line, 100, 0.5);
    expect(stretch.time).toBe(0.5);
    make(40);
    tell();
    expect(stretch.time).toBe(0.5);
    expect(stretch.end).toBe(100);
  });
});

test("what is asked goes out in that order, and the samples with it", () => {
  const { line, requests } = open();
  const stretch = begun(line, 10, 0.5);
  const more = frames(10, 5);
  stretch.put({ sure: [more], tail: [] }, 10);
  stretch.fadeOut(12, 14);
  stretch.cancel();
  line.close();
  expect(more).toHaveLength(0);
  expect(requests).toEqual([
    { type: "begin", stretch: 1, piece: { sure: [frames(0, 10)], tail: [] }, earliest: 4_000, fadeIn: 0 },
    { type: "put", stretch: 1, piece: { sure: [frames(10, 5)], tail: [] }, frame: 10 },
    { type: "fadeOut", stretch: 1, from: 12, to: 14 },
    { type: "cancel", stretch: 1 },
    { type: "close" },
  ]);
});

test("closed and silent, it lets go of its port, once", () => {
  const { line, port, make, tell, released } = open();
  begun(line, 200);
  line.close();
  make(1);
  tell();
  expect([port.closed, released()]).toEqual([false, 0]);
  make(1);
  tell();
  expect([port.closed, released()]).toEqual([true, 1]);
});

test("when the mixer fails, its stretches are over where they were heard last, and none is opened any more", () => {
  const { line, port, broken, clock, make, tell, released } = open();
  const sounding = begun(line, 1_000);
  const waiting = begun(line, 1_000);
  make(2);
  tell();
  clock.currentTime = 0.03;
  broken.dispatchEvent(new Event("processorerror"));
  expect([sounding.end, waiting.end]).toEqual([240, 0]);
  expect(line.open()).toBeUndefined();
  expect([port.closed, released()]).toEqual([true, 1]);
});

/** A playout through a line. The page's clock stands still but for `tell`. */
function playing() {
  const opened = open();
  const { line, clock } = opened;
  const sink: SoundSink = {
    sampleRate,
    margin: 0.03,
    get time() {
      return clock.currentTime;
    },
    open() {
      const stretch = line.open();
      if (stretch === undefined) throw new Error("It is broken.");
      return stretch;
    },
  };
  return { ...opened, playout: createPlayout(sink) };
}

const numbersIn = (heard: readonly number[]): number[] => heard.map((sample) => sample * 2 ** 20);

describe("a playout through a line", () => {
  test("is heard without a gap, however far behind the page's clock is while sound is there", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 40, maxLength: 40 }), (behind) => {
        const { playout, heard, make, tell } = playing();
        let pushed = 0;
        const push = (count: number): void => {
          playout.push([frames(pushed, count)]);
          pushed += count;
        };
        make(5);
        push(2_000);
        playout.start();
        for (const blocks of behind) {
          make(blocks);
          push(blocks * block);
          playout.update();
          make(0);
          if (blocks < 3) tell();
        }
        playout.end();
        playout.update();
        make(40);
        tell();
        const numbers = numbersIn(heard);
        const first = numbers.indexOf(1);
        expect(first).toBe(5 * block);
        expect(numbers.slice(first, first + pushed)).toEqual(Array.from({ length: pushed }, (_, index) => index + 1));
        expect(playout.status(heard.length / sampleRate)).toBe("ended");
        expect(playout.position(heard.length / sampleRate)).toBeCloseTo(pushed / sampleRate, 9);
      }),
      { numRuns: 30 },
    );
  });

  test("what was handed over too late is a stall, and goes on with the frame that wasn't heard", () => {
    const { playout, heard, make, tell } = playing();
    playout.push([frames(0, 1_000)]);
    playout.start();
    make(1);
    tell();
    playout.update();
    // The page believes that there is time, and its clock is wrong.
    make(20);
    playout.push([frames(1_000, 1_000)]);
    playout.end();
    playout.update();
    expect(playout.ranDry).toBe(false);
    make(2);
    tell();
    playout.update();
    expect(playout.ranDry).toBe(true);
    expect(playout.next).toBe(1_000 / sampleRate);
    playout.start();
    make(12);
    tell();
    playout.update();
    const numbers = numbersIn(heard);
    expect(numbers.slice(0, 968)).toEqual(Array.from({ length: 968 }, (_, index) => index + 1));
    const resumed = numbers.findIndex((number, at) => at > 1_100 && number !== 0) - 1;
    expect(numbers.slice(1_000, resumed).every((number) => number === 0)).toBe(true);
    expect(numbers.slice(resumed + 32, resumed + 1_000)).toEqual(
      Array.from({ length: 968 }, (_, index) => 1_033 + index),
    );
    expect(playout.status(heard.length / sampleRate)).toBe("ended");
  });
});
