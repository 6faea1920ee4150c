import { expect, onTestFinished, test, vi } from "vitest";
import type { AudioContextConstructor } from "../base/capabilities.ts";
import { assumedLatencyOf, createAudioOutput, willWantLines } from "./audio-output.ts";

/** An output on a context that is at second 2, and says of what is heard what `stamp` gives. */
function outputAsking(stamp: () => AudioTimestamp, assumedLatency?: number) {
  class Context extends EventTarget {
    readonly state = "running";
    readonly currentTime = 2;
    readonly getOutputTimestamp = stamp;
    get outputLatency() {
      stamp();
      return 0.05;
    }
    readonly close = async () => {};
    readonly suspend = async () => {};
    readonly resume = async () => {};
  }
  const AudioContext: unknown = Context;
  const output = createAudioOutput({
    AudioContext: AudioContext as AudioContextConstructor,
    now: () => 10_000,
    assumedLatency,
  });
  output.hold();
  return output;
}

const outputSaying = (stamp: AudioTimestamp) => outputAsking(() => stamp);

test("the browser's word on what is heard holds", () => {
  const output = outputSaying({ contextTime: 1.9, performanceTime: 9_990 });
  expect(output.heard()).toBeCloseTo(1.91);
  expect(output.clockOf(1.9)).toBe(9_990);
});

test.each([
  ["says nothing", { contextTime: 0, performanceTime: 0 }],
  ["says it on a clock of its own", { contextTime: 1.9, performanceTime: 20_000 }],
])("where the browser %s, what is heard lies behind by the latency", (_, stamp) => {
  const output = outputSaying(stamp);
  expect(output.heard()).toBeCloseTo(1.95);
  expect(output.clockOf(1.95)).toBeCloseTo(10_000);
});

test("a browser that must not be asked isn't, and the usual latency is assumed", () => {
  const output = outputAsking(() => {
    throw new Error("It was asked.");
  }, 0.04);
  expect(output.heard()).toBeCloseTo(1.96);
  expect(output.clockOf(1.96)).toBeCloseTo(10_000);
});

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0", true],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0", false],
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36", false],
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15", false],
])("%s: must not be asked: %s", (userAgent, mustNot) => {
  expect(assumedLatencyOf(userAgent) !== undefined).toBe(mustNot);
  expect(willWantLines(userAgent)).toBe(userAgent.includes("Firefox"));
});

test("a context that was made ready and that nobody uses lets the device go", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const suspend = vi.fn(async () => {});
  class Context extends EventTarget {
    readonly state = "running";
    readonly baseLatency = 0.01;
    readonly suspend = suspend;
    readonly resume = async () => {};
  }
  const AudioContext: unknown = Context;
  const make = () =>
    createAudioOutput({
      AudioContext: AudioContext as AudioContextConstructor,
      now: () => 0,
      assumedLatency: undefined,
    });
  expect(make().prepare()).toBe(true);
  vi.advanceTimersByTime(10_000);
  expect(suspend).toHaveBeenCalledOnce();
  const used = make();
  used.prepare();
  used.hold();
  vi.advanceTimersByTime(20_000);
  expect(suspend).toHaveBeenCalledOnce();
});

test("who wants to sound in the moment in which an idle device is let go of is heard", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let last = { state: "running" };
  /** Its state changes a while after it was told to, in the order of what it was told. */
  class Context extends EventTarget {
    state = "running";
    readonly close = async () => {};
    readonly suspend = () => this.become("suspended");
    readonly resume = () => this.become("running");
    constructor() {
      super();
      last = this;
    }
    private async become(state: string) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      this.state = state;
    }
  }
  const AudioContext: unknown = Context;
  const output = createAudioOutput({ AudioContext: AudioContext as AudioContextConstructor, now: () => 0 });
  output.hold()();
  await vi.advanceTimersByTimeAsync(10_000);
  output.hold();
  await vi.advanceTimersByTimeAsync(100);
  expect(last.state).toBe("running");
  output.dispose();
});
