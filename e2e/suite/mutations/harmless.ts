import {
  both,
  eachTime,
  type Operation,
  onFrames,
  onHttp,
  onJson,
  replaced,
  textBytes,
  typed,
  withBytes,
  withHeader,
  withStatus,
} from "../operations.ts";
import { any, type Place, places, sounds } from "../places.ts";
import type { Asked, Recorded } from "../recording.ts";
import { listOf } from "./mutation.ts";

const inMilliseconds = eachTime((start, end) => [Math.round(start * 1_000), Math.round(end * 1_000)]);
const bareTimes = onHttp((http) => {
  const { timestamps }: { readonly timestamps: unknown } = JSON.parse(new TextDecoder().decode(http.bytes));
  return withBytes(http, textBytes(JSON.stringify(timestamps)));
});
const talking = (asked: Asked, answer: Recorded) => places.refusal(asked, answer) && asked.path !== "/v1/systemone";

/** What a service may choose where the document is silent: none of it is wrong. */
export const harmless: readonly { readonly name: string; readonly place: Place; readonly operation: Operation }[] = [
  { name: "tasks answered with 202", place: places.made, operation: withStatus(202) },
  { name: "refusals with 422", place: places.refusal, operation: withStatus(422) },
  {
    name: "errors as details",
    place: talking,
    operation: replaced(textBytes('{"detail":[{"loc":["body","x"],"msg":"No."}]}'), "application/json"),
  },
  { name: "errors as text", place: talking, operation: replaced(textBytes("No."), "text/plain") },
  {
    name: "sound without a telling type",
    place: any(...Object.values(sounds), places.head),
    operation: typed("application/octet-stream"),
  },
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
  { name: "HEAD without a length", place: places.head, operation: withHeader("content-length", undefined) },
  {
    name: "further fields of a task",
    place: any(places.made, places.task),
    operation: onJson((body) => ({ ...body, owner: { team: "x" }, duration: 4_711 })),
  },
  {
    name: "further models",
    place: places.models,
    operation: onJson((body) => ({
      ...body,
      data: [...listOf(body), { id: "chat/large:2026-01", object: "model", created: 1 }],
    })),
  },
];
