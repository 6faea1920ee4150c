import { expect, test } from "vitest";
import { wantsLine } from "./web-audio-sink.ts";

test.each([
  ["Firefox, whose clock stands behind", { baseLatency: 0, audioWorklet: {} }, true],
  ["a browser that says nothing of it", { audioWorklet: {} }, true],
  ["Firefox without a secure context", { baseLatency: 0 }, false],
  ["Chromium and WebKitGTK", { baseLatency: 0.003, audioWorklet: {} }, false],
  ["neither a clock nor worklets", {}, false],
])("%s: wants a line: %j", (_, context, wants) => {
  expect(wantsLine(context)).toBe(wants);
});
