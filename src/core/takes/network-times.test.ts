import { expect, it } from "vitest";
import { deriveFigures } from "./figures.ts";
import { networkTimesOf } from "./network-times.ts";

it("over a WebSocket, the frames of sound that came are what an HTTP body's pieces are", () => {
  const frame = (at: number, direction: string, kind: string) => ({ at, type: "frame", direction, kind });
  const events = [
    { at: 1, type: "sent" },
    { at: 2, type: "opened" },
    frame(3, "sent", "text"),
    frame(10, "received", "binary"),
    frame(20, "received", "binary"),
    frame(30, "received", "text"),
  ];
  expect(networkTimesOf(events)).toEqual({ sent: 1, headers: undefined, firstByte: 10, lastByte: 20, chunks: 2 });
});

const requests = [
  { at: 100, type: "sent" },
  { at: 200, type: "headers" },
  { at: 300, type: "chunk" },
  { at: 400, type: "sent" },
  { at: 500, type: "headers" },
  { at: 600, type: "chunk" },
];

it("of several requests the first one's beginning counts, and the last one's end", () => {
  expect(networkTimesOf(requests)).toEqual({ sent: 100, headers: 200, firstByte: 300, lastByte: 600, chunks: 2 });
});

it.each([
  ["what is kept sounds first: that isn't the answer's", 50, undefined],
  ["nothing was kept", 350, 350],
])("a take that goes on, %s", (_what, firstSound, shown) => {
  const { moments, realTime } = deriveFigures(
    {
      state: { status: "complete", playback: { status: "none" }, recording: undefined },
      times: { started: 0, firstAudio: 20, firstSound, ended: 700, stalls: [] },
      ...{ duration: 10, volume: 1, muted: false, rate: 1 },
    },
    networkTimesOf(requests),
    true,
  );
  expect(moments).toMatchObject({ firstByte: 300, firstSound: shown, complete: 700 });
  expect(realTime).toBeUndefined();
});

it("the first byte never comes behind the last one, though the player hears of it later", () => {
  const network = networkTimesOf([
    { at: 1, type: "sent" },
    { at: 2, type: "headers" },
    { at: 30, type: "chunk" },
  ]);
  const figures = deriveFigures(
    {
      state: { status: "complete", playback: { status: "none" }, recording: undefined },
      times: { started: 0, firstAudio: 31.5, firstSound: 33, ended: 32, stalls: [] },
      duration: 1,
      volume: 1,
      muted: false,
      rate: 1,
    },
    network,
  );
  expect(figures.moments).toMatchObject({ firstByte: 30, lastByte: 30 });
});
