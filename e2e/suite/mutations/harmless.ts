import type { UnjudgedReason } from "../../../src/conformance/checks/outcome.ts";
import {
  both,
  eachTime,
  type Operation,
  onFrames,
  onHttp,
  onJson,
  onSound,
  replaced,
  textBytes,
  typed,
  withBytes,
  withHeader,
  withStatus,
} from "../operations.ts";
import { any, type Place, places, sent, sounds, where } from "../places.ts";
import type { Asked, Recorded } from "../recording.ts";
import { listOf } from "./mutation.ts";

const inMilliseconds = eachTime((start, end) => [Math.round(start * 1_000), Math.round(end * 1_000)]);
const bareTimes = onHttp((http) => {
  const { timestamps }: { readonly timestamps: unknown } = JSON.parse(new TextDecoder().decode(http.bytes));
  return withBytes(http, textBytes(JSON.stringify(timestamps)));
});
const talking = (asked: Asked, answer: Recorded) => places.refusal(asked, answer) && asked.path !== "/v1/systemone";

const refusedByFrame: Operation = (recorded) => ({
  kind: "socket",
  conversation: {
    frames: [{ at: 1, kind: "text", text: '{"type":"error","message":"No."}' }],
    close: { code: 1_008, reason: "" },
    end: recorded.kind === "socket" ? recorded.conversation.end : 2,
  },
});

/** What a service may choose where the document is silent: none of it is wrong. */
export const harmless: readonly {
  readonly name: string;
  readonly place: Place;
  readonly operation: Operation;
  /** Why some of what depends on it is left unjudged. */
  readonly leaves?: UnjudgedReason;
}[] = [
  { name: "tasks answered with 202", place: places.made, operation: withStatus(202) },
  { name: "refusals with 422", place: places.refusal, operation: withStatus(422) },
  {
    name: "errors as details",
    place: talking,
    operation: replaced(textBytes('{"detail":[{"loc":["body","x"],"msg":"No."}]}'), "application/json"),
  },
  {
    name: "errors as problems",
    place: talking,
    operation: replaced(textBytes('{"title":"No."}'), "application/problem+json", 422),
  },
  {
    name: "refusals with nothing but a status",
    place: talking,
    operation: both(replaced(new Uint8Array(), ""), withHeader("content-type", undefined)),
  },
  { name: "a WebSocket that is taken before it is refused", place: places.refusedSocket, operation: refusedByFrame },
  {
    name: "tasks whose recording is out of reach, refused at once",
    place: where(places.made, (asked) => sent(asked, "voice") === "https://reference.invalid/voice.wav"),
    operation: replaced(textBytes('{"detail":"No."}'), "application/json", 422),
  },
  { name: "errors as text", place: talking, operation: replaced(textBytes("No."), "text/plain") },
  {
    name: "sound without a telling type",
    place: any(...Object.values(sounds), places.head),
    operation: typed("application/octet-stream"),
    leaves: "unmeasured",
  },
  {
    name: "samples at twice the usual rate, which nothing tells",
    place: sounds["Model B, PCM"],
    operation: both(
      onSound((bytes) =>
        Uint8Array.from({ length: bytes.length * 2 }, (_, at) => bytes[(at >> 2) * 2 + (at & 1)] ?? 0),
      ),
      typed("audio/pcm"),
    ),
    leaves: "unmeasured",
  },
  { name: "samples as L16", place: sounds["Model B, PCM"], operation: typed("audio/L16;rate=22050;channels=1") },
  { name: "mu-law as audio/raw", place: sounds["Model B, mu-law"], operation: typed("audio/raw;rate=22050") },
  { name: "sound as audio/x-wav", place: sounds["Model C"], operation: typed("audio/x-wav") },
  {
    name: "times in milliseconds, as a bare list",
    place: places.timestamps,
    operation: both(inMilliseconds, bareTimes),
  },
  { name: "progress in milliseconds", place: places.socketTimes, operation: inMilliseconds },
  {
    name: "progress word by word",
    place: places.socketTimes,
    operation: onFrames("progress", (frame) =>
      Array.isArray(frame["message"])
        ? frame["message"].map((word: unknown) => ({ type: "progress", words: [word] }))
        : [frame],
    ),
  },
  {
    name: "a talkative complete",
    place: places.socketTimes,
    operation: onFrames("complete", (frame) => [{ ...frame, usage: { characters: 29 } }]),
  },
  {
    name: "tasks without timestamps",
    place: any(places.task, places.timestamps),
    operation: onHttp((http) => {
      const { timestamps_url: _, ...body } = JSON.parse(new TextDecoder().decode(http.bytes));
      if ("granularity" in body) return replaced(textBytes("{}"), "application/json", 404)(http);
      return withBytes(http, textBytes(JSON.stringify(body)));
    }),
    leaves: "lacks",
  },
  { name: "HEAD without a length", place: places.head, operation: withHeader("content-length", undefined) },
  {
    name: "further fields of a task",
    place: any(places.made, places.task),
    operation: onJson((body) => ({ ...body, owner: { team: "x" }, duration: 4_711 })),
  },
  { name: "no models for this key", place: places.models, operation: onJson((body) => ({ ...body, data: [] })) },
  {
    name: "further models",
    place: places.models,
    operation: onJson((body) => ({
      ...body,
      data: [...listOf(body), { id: "chat/large:2026-01", object: "model", created: 1 }],
    })),
  },
];
