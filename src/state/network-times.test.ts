import { expect, it } from "vitest";
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
  expect(networkTimesOf(events)).toEqual({ sent: 1, headers: undefined, lastByte: 20, chunks: 2 });
});
