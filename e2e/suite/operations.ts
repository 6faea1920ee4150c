import type { Conversation, HeardFrame } from "../../src/api/conversation.ts";
import { SpeechRequestError } from "../../src/api/errors.ts";
import { joinBytes } from "../../src/contract/bytes.ts";
import { isJsonObject, type JsonObject, parseJson } from "../../src/contract/json.ts";
import type { Recorded } from "./recording.ts";

export type Bytes = Uint8Array<ArrayBuffer>;
/** What is done to one answer. */
export type Operation = (recorded: Recorded) => Recorded;
type Http = Extract<Recorded, { kind: "http" }>;

/** Changes answers over HTTP; those over a WebSocket stay. */
export function onHttp(change: (http: Http) => Recorded): Operation {
  return (recorded) => (recorded.kind === "http" ? change(recorded) : recorded);
}

/** Changes the frames and the end of a WebSocket. */
export function onSocket(change: (conversation: Conversation) => Conversation): Operation {
  return (recorded) =>
    recorded.kind === "socket" ? { kind: "socket", conversation: change(recorded.conversation) } : recorded;
}

/** Changes the JSON of an answer over HTTP. */
export function onJson(change: (body: JsonObject) => unknown): Operation {
  return onHttp((http) => {
    const body = parseJson(new TextDecoder().decode(http.bytes));
    return isJsonObject(body) ? withBytes(http, textBytes(JSON.stringify(change(body)))) : http;
  });
}

/** Changes the frames of one kind. */
export function onFrames(type: "progress" | "complete", change: (frame: JsonObject) => readonly unknown[]): Operation {
  return onSocket((conversation) => ({
    ...conversation,
    frames: conversation.frames.flatMap((frame): HeardFrame[] => {
      const body = frame.kind === "text" ? parseJson(frame.text) : undefined;
      if (!isJsonObject(body) || body["type"] !== type) return [frame];
      return change(body).map((each) => ({ at: frame.at, kind: "text", text: JSON.stringify(each) }));
    }),
  }));
}

export type Entry = JsonObject;

/** Changes the times of a document, or of a `progress` frame. */
export function onTimes(change: (entries: readonly Entry[]) => readonly Entry[]): Operation {
  const within = (body: JsonObject) =>
    Object.fromEntries(
      Object.entries(body).map(([key, value]) => [
        key,
        Array.isArray(value) ? change(value.filter(isJsonObject)) : value,
      ]),
    );
  const [document, frame] = [onJson(within), onFrames("progress", (body) => [within(body)])];
  return (recorded) => frame(document(recorded));
}

/** Changes the times of each entry. */
export function eachTime(change: (start: number, end: number) => readonly [number, number]): Operation {
  return onTimes((entries) =>
    entries.map((entry) => {
      const [start, end] = change(Number(entry["start"]), Number(entry["end"]));
      return { ...entry, start, end };
    }),
  );
}

/** Changes the bytes of a sound, whichever way it comes. */
export function onSound(change: (bytes: Bytes) => Bytes): Operation {
  return (recorded) => {
    if (recorded.kind === "http") return withBytes(recorded, change(recorded.bytes));
    if (recorded.kind !== "socket") return recorded;
    const { frames, ...rest } = recorded.conversation;
    const whole = joinBytes(frames.flatMap((frame) => (frame.kind === "binary" ? [frame.bytes] : [])));
    const texts = frames.filter(({ kind }) => kind === "text");
    const binary: HeardFrame = { at: 1, kind: "binary", bytes: change(whole) };
    return { kind: "socket", conversation: { ...rest, frames: [binary, ...texts] } };
  };
}

/** Changes the binary frames of a WebSocket among themselves. */
export function onBinaryFrames(change: (frames: readonly HeardFrame[]) => readonly HeardFrame[]): Operation {
  return onSocket(({ frames, ...rest }) => {
    const texts = frames.filter(({ kind }) => kind === "text");
    return { ...rest, frames: [...change(frames.filter(({ kind }) => kind === "binary")), ...texts] };
  });
}

/** Another status. */
export function withStatus(status: number): Operation {
  return onHttp((http) => ({ ...http, answer: { ...http.answer, status } }));
}

/** The same refusal with another status; a WebSocket that was taken isn't any more. */
export function refusedWith(status: number): Operation {
  const raw = '{"error":{"message":"No."}}';
  const error = { message: "No.", raw };
  const headers = [["content-type", "application/json"]] as const;
  const refusal = new SpeechRequestError({ refusal: "status", status, headers, error, truncated: false });
  return (recorded) => (recorded.kind === "http" ? withStatus(status)(recorded) : { kind: "refused", error: refusal });
}

/** Another header, or without it. */
export function withHeader(name: string, value: string | undefined): Operation {
  return onHttp((http) => {
    const others = http.answer.headers.filter(([each]) => each !== name);
    const headers = value === undefined ? others : [...others, [name, value] as const];
    return { ...http, answer: { ...http.answer, headers } };
  });
}

/** Another content type, in front of the same bytes. */
export function typed(type: string): Operation {
  return onHttp((http) => withBytes(http, http.bytes, type));
}

/** Something else in place of the body. */
export function replaced(bytes: Bytes, type: string, status?: number): Operation {
  return onHttp((http) => {
    const changed = withBytes(http, bytes, type);
    return status === undefined ? changed : { ...changed, answer: { ...changed.answer, status } };
  });
}

/** One thing after the other. */
export function both(...operations: readonly Operation[]): Operation {
  return (recorded) => operations.reduce((changed, operation) => operation(changed), recorded);
}

export function withBytes(http: Http, bytes: Bytes, type = http.answer.body.type): Http {
  const headers = http.answer.headers.map(([name, value]) => [name, name === "content-type" ? type : value] as const);
  return { ...http, bytes, answer: { ...http.answer, headers, body: new Blob([bytes], { type }) } };
}

export function textBytes(text: string): Bytes {
  return new TextEncoder().encode(text);
}
