import type { WebSocket } from "ws";
import { isJsonObject } from "../../../src/contract/json.ts";
import { oddPiece } from "../../spec-fake/answer.ts";
import { entriesOf, inMilliseconds } from "./answers.ts";

/** Sends on what a client says to the service inside, and tells its answer otherwise: see `differences`. */
export function bridge(outer: WebSocket, inner: WebSocket): void {
  const say = (frame: unknown): void => outer.send(JSON.stringify(frame));
  let announced = false;
  outer.on("message", (data, isBinary) => inner.send(isBinary ? data : data.toString()));
  outer.on("close", () => inner.close());
  inner.on("message", (data: Buffer, isBinary) => {
    if (!isBinary) {
      for (const frame of framesFor(data.toString())) say(frame);
      return;
    }
    if (!announced) say({ type: "session.created", session: { id: 1 } });
    announced = true;
    outer.ping();
    for (let at = 0; at < data.length; at += oddPiece) outer.send(data.subarray(at, at + oddPiece));
  });
  // What RFC 6455 keeps to itself can't be sent.
  inner.on("close", (code) => (code >= 1_004 && code <= 1_006 ? outer.terminate() : outer.close(code)));
  inner.on("error", () => outer.terminate());
}

/** The frames in the place of one of the service inside. */
function framesFor(text: string): readonly unknown[] {
  const frame: unknown = JSON.parse(text);
  if (!isJsonObject(frame)) return [frame];
  switch (frame["type"]) {
    case "progress":
      return entriesOf(frame["message"]).map((entry, at) => ({
        type: "progress",
        part: at,
        words: [inMilliseconds(entry, at)],
      }));
    case "complete":
      return [{ type: "complete", status: "done", usage: { characters: 1 }, error: null }];
    case "error":
      return [{ type: "error", detail: [{ msg: frame["message"] }] }];
    default:
      return [frame];
  }
}
