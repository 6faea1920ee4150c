import type { HeardFrame } from "../../../src/api/conversation.ts";
import { onBinaryFrames, onFrames, onSocket } from "../operations.ts";
import { sounds } from "../places.ts";
import { mutationsAt, textFrame } from "./mutation.ts";

const inOrder = (...order: readonly ("b" | "p" | "c")[]) =>
  onSocket(({ frames, ...rest }) => ({
    ...rest,
    frames: order.flatMap((letter) => frames.filter((frame) => letterOf(frame) === letter)),
  }));

function letterOf(frame: HeardFrame): string {
  return frame.kind === "binary" ? "b" : frame.text.includes('"complete"') ? "c" : "p";
}
/** Another end of the connection. */
export const closed = (close: { readonly code: number; readonly reason: string } | undefined) =>
  onSocket(({ close: _, ...rest }) => (close === undefined ? rest : { ...rest, close }));

/** What is done to frames, and to the end of the connection. */
export const frameMutations = mutationsAt(
  "WebSocket: ",
  sounds["the WebSocket"],
  ["6/"],
  [
    ["closed without a close frame", closed({ code: 1_006, reason: "" })],
    ["closed by nobody", closed(undefined)],
    ["closed with 1011", closed({ code: 1_011, reason: "" })],
    ["closed before complete", inOrder("b", "p")],
    ["closed before progress", inOrder("b")],
    ["closed without a word", inOrder()],
    ["no progress", inOrder("b", "c")],
    ["no sound", inOrder("p", "c")],
    ["progress first", inOrder("p", "b", "c")],
    ["complete first", inOrder("c", "b", "p")],
    ["complete before progress", inOrder("b", "c", "p")],
    ["progress twice", onFrames("progress", (frame) => [frame, frame])],
    ["complete twice", onFrames("complete", (frame) => [frame, frame])],
    ["sound twice", inOrder("b", "b", "p", "c")],
    [
      "binary frames reordered",
      onBinaryFrames((frames) => [...frames.slice(frames.length >> 1), ...frames.slice(0, frames.length >> 1)]),
    ],
    ["binary frames reversed", onBinaryFrames((frames) => frames.toReversed())],
    [
      "one binary frame twice",
      onBinaryFrames((frames) => frames.flatMap((frame, at) => (at === 1 ? [frame, frame] : [frame]))),
    ],
    ["one binary frame missing", onBinaryFrames((frames) => frames.filter((_, at) => at !== 1))],
    ["the last binary frame missing", onBinaryFrames((frames) => frames.slice(0, -1))],
    [
      "sound as text",
      onSocket(({ frames, ...rest }) => ({
        ...rest,
        frames: frames.map((frame) => (frame.kind === "binary" ? textFrame({ audio: "AAAA" }) : frame)),
      })),
    ],
    [
      "an error at the end",
      onSocket(({ frames, ...rest }) => ({
        ...rest,
        frames: [...frames, textFrame({ type: "error", message: "Oops." })],
      })),
    ],
    ["complete under another name", onFrames("complete", () => [{ type: "done" }])],
  ],
);
