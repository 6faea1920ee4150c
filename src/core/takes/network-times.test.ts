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
