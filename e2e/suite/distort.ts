import type { Conversation, HeardFrame } from "../../src/api/conversation.ts";
import { SpeechRequestError } from "../../src/api/errors.ts";
import { isJsonObject } from "../../src/contract/json.ts";
import type { Recorded } from "./recording.ts";

/** One way to be wrong, by what it does to one answer. */
export interface Mutation {
  readonly name: string;
  readonly distort: (recorded: Recorded) => Recorded;
}

export type Bytes = Uint8Array<ArrayBuffer>;
type Http = Recorded & { readonly kind: "http" };

export function onHttp(name: string, change: (http: Http) => Http): Mutation {
  return {
    name,
    distort(recorded) {
      if (recorded.kind === "http") return change(recorded);
      if (recorded.kind === "socket") return recorded;
      // The answer to a WebSocket that wasn't taken is an answer over HTTP.
      const { status, headers, error } = recorded.error;
      const bytes = new TextEncoder().encode(error.raw);
      const answer = {
        status,
        headers,
        body: new Blob([bytes], { type: "application/json" }),
        truncated: false,
        broken: false,
        times: { headers: 0, end: 0 },
      };
      const changed = change({ kind: "http", answer, bytes });
      return { kind: "refused", error: refusalOf(changed) };
    },
  };
}

function refusalOf({ answer, bytes }: Http): SpeechRequestError {
  const raw = new TextDecoder().decode(bytes);
  const { status, headers } = answer;
  return new SpeechRequestError({ refusal: "status", status, headers, error: { message: "", raw }, truncated: false });
}

export function onSocket(name: string, change: (conversation: Conversation) => Conversation): Mutation {
  return {
    name,
    distort: (recorded) =>
      recorded.kind === "socket" ? { kind: "socket", conversation: change(recorded.conversation) } : recorded,
  };
}

/** A JSON body over HTTP, or every JSON frame. */
export function onJson(name: string, change: (body: Readonly<Record<string, unknown>>) => object): Mutation {
  const rewrite = (text: string): string | undefined => {
    const value = parseJson(text);
    return isJsonObject(value) ? JSON.stringify(change(value)) : undefined;
  };
  const { distort } = onHttp(name, (http) => {
    const text = rewrite(new TextDecoder().decode(http.bytes));
    return text === undefined ? http : withBytes(http, new TextEncoder().encode(text), http.answer.body.type);
  });
  return {
    name,
    distort: (recorded) =>
      recorded.kind === "socket"
        ? { kind: "socket", conversation: withTexts(recorded.conversation, (text) => rewrite(text) ?? text) }
        : distort(recorded),
  };
}

type Entry = Readonly<Record<string, unknown>>;

/** The entries of a timestamps document, or of a `progress` frame. */
export function onTimes(
  name: string,
  change: (entries: readonly Entry[]) => readonly Entry[],
  changeRest: (body: Entry) => Entry = (body) => body,
): Mutation {
  return onJson(name, (body) =>
    Object.fromEntries(
      Object.entries(changeRest(body)).map(([key, value]) => [
        key,
        Array.isArray(value) ? change(value.filter(isJsonObject)) : value,
      ]),
    ),
  );
}

export function renamed({ word, sentence, ...rest }: Entry): Entry {
  return word === undefined ? { ...rest, word: sentence } : { ...rest, sentence: word };
}

export function otherGranularity(body: Entry): Entry {
  const { granularity, ...rest } = body;
  return granularity === undefined ? rest : { ...rest, granularity: granularity === "word" ? "sentence" : "word" };
}

function withTexts(conversation: Conversation, rewrite: (text: string) => string): Conversation {
  const frames = conversation.frames.map((frame) =>
    frame.kind === "text" ? { ...frame, text: rewrite(frame.text) } : frame,
  );
  return { ...conversation, frames };
}

export function withError(body: Entry, field: string): Entry {
  const error = isJsonObject(body["error"]) ? body["error"] : {};
  return { ...body, error: { ...error, [field]: "something_else" } };
}

export function without(body: Entry, [key = "", ...rest]: readonly string[]): Entry {
  const { [key]: inner, ...others } = body;
  if (rest.length === 0) return others;
  if (Array.isArray(inner)) return { ...others, [key]: inner.map((item) => without(item, rest.slice(1))) };
  return { ...others, ...(isJsonObject(inner) ? { [key]: without(inner, rest) } : {}) };
}

/** The bytes of a sound, whichever way it came. */
export function anyBytes(name: string, change: (bytes: Bytes) => Bytes): Mutation {
  return {
    name,
    distort(recorded) {
      if (recorded.kind === "http") return withBytes(recorded, change(recorded.bytes), recorded.answer.body.type);
      return recorded.kind === "socket"
        ? { kind: "socket", conversation: withSound(recorded.conversation, change) }
        : recorded;
    },
  };
}

export function anySound(name: string, bytes: Bytes): Mutation {
  return {
    name,
    distort(recorded) {
      if (recorded.kind === "http") {
        if (recorded.answer.status >= 300 || !recorded.answer.body.type.startsWith("audio/")) return recorded;
        return sounding(recorded, recorded.answer.status, bytes, "application/octet-stream");
      }
      return recorded.kind === "socket"
        ? { kind: "socket", conversation: withSound(recorded.conversation, () => bytes) }
        : recorded;
    },
  };
}

function withSound({ frames, ...rest }: Conversation, change: (bytes: Bytes) => Bytes): Conversation {
  const whole = joined(frames.flatMap((frame) => (frame.kind === "binary" ? [frame.bytes] : [])));
  const binary: HeardFrame = { at: 1, kind: "binary", bytes: change(whole) };
  return { ...rest, frames: [binary, ...frames.filter(({ kind }) => kind === "text")] };
}

export function spoken(conversation: Conversation): Conversation {
  const frames: readonly HeardFrame[] = [
    { at: 1, kind: "binary", bytes: new Uint8Array(100) },
    { at: 2, kind: "text", text: '{"type":"progress","message":[]}' },
    { at: 3, kind: "text", text: '{"type":"complete"}' },
  ];
  return { ...conversation, frames };
}

export function taken(recorded: Recorded): Recorded {
  if (recorded.kind !== "refused") return recorded;
  return { kind: "socket", conversation: spoken({ frames: [], close: { code: 1_000, reason: "" }, end: 3 }) };
}

export function sounding(http: Http, status: number, bytes: Bytes, type: string): Http {
  const sound = withBytes(http, bytes, type);
  return { ...sound, answer: { ...sound.answer, status } };
}

export function withBytes(http: Http, bytes: Bytes, type: string): Http {
  const headers = http.answer.headers.map(([name, value]) =>
    name === "content-type" ? ([name, type] as const) : ([name, value] as const),
  );
  return { ...http, bytes, answer: { ...http.answer, headers, body: new Blob([bytes], { type }) } };
}

export function joined(pieces: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
