import type { IncomingHttpHeaders } from "node:http";
import { isJsonObject, type JsonObject, property } from "../../../src/contract/json.ts";
import { type Answer, json, refusal } from "../../spec-fake/answer.ts";
import type { Entry } from "../operations.ts";

const differs = () => true;

/** An answer of the service inside, as it came. */
export interface Inner {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer<ArrayBuffer>;
}

/** What is said of a wrong request: with other statuses and in other shapes. */
export function refusedOtherwise({ status, bytes }: Inner): Answer {
  const error = property(parse(bytes), "error");
  const message = String(property(error, "message") ?? "No.");
  const param = property(error, "param");
  return refusal(status === 400 ? 422 : status, message, differs, typeof param === "string" ? param : undefined);
}

/** The model list with what a gateway lists beside the speech models. */
export function crowdedList(bytes: Buffer): Answer {
  const { data } = objectOf(bytes);
  const others = [
    { id: "chat/large:2026-01", object: "model", created: 1, permission: [{ allow: true }] },
    { object: "model", name: "an entry without an id" },
  ];
  return json(200, { object: "list", data: [...others, ...(Array.isArray(data) ? data : [])], has_more: false });
}

/** Times as a bare list, in milliseconds, under another name. */
export function bareTimes(bytes: Buffer): Answer {
  return json(200, entriesOf(objectOf(bytes)["timestamps"]).map(inMilliseconds));
}

export function entriesOf(value: unknown): readonly Entry[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** One time as this service tells it. */
export function inMilliseconds({ word, sentence, start, end }: Entry, index: number): JsonObject {
  const times = { start: Math.round(Number(start) * 1_000), end: Math.round(Number(end) * 1_000) };
  return { index, text: word ?? sentence, ...times, confidence: 0.5 };
}

/** How many 16-bit samples a second there are, in place of the embedded service's 22,050. */
const [rate, innerRate] = [16_000, 22_050];

/**
 * Sound in pieces without an announced length: MP3 without a telling type, WAV under another name, samples of another
 * rate.
 */
export function soundOtherwise({ status, headers, bytes }: Inner, asked: JsonObject): Answer {
  const type = headers.get("content-type") ?? "";
  const range = headers.get("content-range");
  const kept = { "accept-ranges": "bytes", ...(range === null ? {} : { "content-range": range }) };
  const answer = (mediaType: string, body: Uint8Array = bytes): Answer => {
    return { status, headers: { "content-type": mediaType, ...kept }, body };
  };
  if (type.startsWith("audio/mpeg")) return answer("application/octet-stream");
  if (type.includes("wav")) return answer("audio/vnd.wave");
  const codec = asked["Codec"] ?? asked["codec"] ?? "pcm_s16le";
  if (asked["model"] !== "streamspeech-v8" || codec !== "pcm_s16le") return answer(type);
  return answer(`audio/pcm;rate=${rate}`, resampled(bytes));
}

/** Between two samples lies a line. */
function resampled(bytes: Buffer<ArrayBuffer>): Uint8Array {
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
  const length = Math.floor((samples.length * rate) / innerRate);
  const other = Int16Array.from({ length }, (_, at) => {
    const place = (at * innerRate) / rate;
    const before = Math.floor(place);
    const [one = 0, next = one] = [samples[before], samples[before + 1]];
    return one + (next - one) * (place - before);
  });
  return new Uint8Array(other.buffer);
}

export function objectOf(bytes: Buffer): JsonObject {
  const value = parse(bytes);
  return isJsonObject(value) ? value : {};
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** What of a request's head goes on. */
export function passedOn({ range, "content-type": type }: IncomingHttpHeaders): Record<string, string> {
  return { ...(range === undefined ? {} : { range }), ...(type === undefined ? {} : { "content-type": type }) };
}
