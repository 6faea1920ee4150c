import { expect, test } from "vitest";
import { createAudioOutput } from "./audio-output.ts";
import type { AudioContextConstructor } from "./capabilities.ts";

/** An output on a context that is at second 2, and says of what is heard `stamp`. */
function outputSaying(stamp: AudioTimestamp) {
  class Context extends EventTarget {
    readonly state = "running";
    readonly currentTime = 2;
    readonly outputLatency = 0.05;
    readonly getOutputTimestamp = () => stamp;
    readonly close = async () => {};
    readonly suspend = async () => {};
    readonly resume = async () => {};
  }
  const AudioContext: unknown = Context;
  const output = createAudioOutput({ AudioContext: AudioContext as AudioContextConstructor, now: () => 10_000 });
  output.hold();
  return output;
}

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
