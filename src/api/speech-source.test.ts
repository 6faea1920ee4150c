import { describe, expect, test } from "vitest";
import type { AudioPart } from "../audio/base/source.ts";
import { createSpeechClient } from "./client.ts";
import { IncompleteAudioError, keptErrorBytes, ServiceUnreachableError, SpeechRequestError } from "./errors.ts";
import type { Fetch } from "./http.ts";
import type { RequestEvent } from "./request-events.ts";

const mp3 = Uint8Array.from([0xff, 0xf3, 0x80, 0xc0, ...Array<number>(28).fill(7)]);
const path = "/v1/audio/speech";
const body = '{ "model":"cloud-tts",\n"input":"\\ud83d\\ude00 \u4f60",  "voice":"x" }';

interface Outcome {
  readonly parts: AudioPart[];
  readonly events: RequestEvent[];
  readonly calls: { readonly path: string; readonly init: RequestInit }[];
  readonly error?: unknown;
}

/** Sends one request to `answer` and reads until the end, or until `leave` says so. */
async function speak(
  answer: Fetch,
  leave?: (part: AudioPart, controller: AbortController) => boolean,
): Promise<Outcome> {
  const outcome: Outcome = { parts: [], events: [], calls: [] };
  const controller = new AbortController();
  let time = 0;
  const client = createSpeechClient({
    now: () => {
      time += 1;
      return time;
    },
    fetch(input, init) {
      outcome.calls.push({ path: input, init });
      return answer(input, init);
    },
  });
  const source = client.speechSource({ path, body, observe: (event) => outcome.events.push(event) });
  try {
    for await (const part of source(controller.signal)) {
      outcome.parts.push(part);
      if (leave?.(part, controller) === true) break;
    }
    return outcome;
  } catch (error) {
    return { ...outcome, error };
  }
}

function stream(chunks: readonly Uint8Array[], ending: "close" | "break" | "hang" = "close") {
  let cancelled = false;
  const pending = [...chunks];
  const readable = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = pending.shift();
      if (chunk !== undefined) controller.enqueue(chunk);
      else if (ending === "close") controller.close();
      else if (ending === "break") controller.error(new TypeError("terminated"));
      else return new Promise<void>(() => undefined);
      return undefined;
    },
    cancel() {
      cancelled = true;
    },
  });
  return { readable, wasCancelled: () => cancelled };
}

const reply =
  (content: BodyInit | null, headers: Record<string, string> = {}, status = 200): Fetch =>
  async () =>
    new Response(content, { status, headers });
const audioHeaders = { "content-type": "audio/mpeg" };
const kinds = (outcome: Outcome): string[] => outcome.parts.map((part) => part.type);
const eventTypes = (outcome: Outcome): string[] => outcome.events.map((event) => event.type);

function bytesOf({ parts }: Outcome): number[] {
  return parts.flatMap((part) => (part.type === "audio" ? [...part.bytes] : []));
}

describe("an answer that is audio", () => {
  test("is handed on part by part, and the request left exactly as it was given", async () => {
    const { readable } = stream([mp3.slice(0, 20), mp3.slice(20)]);
    const outcome = await speak(reply(readable, { ...audioHeaders, "x-request-id": "r1" }));
    expect(outcome.parts).toEqual([
      { type: "start", format: { codec: "mp3" }, answeredAt: 2 },
      { type: "audio", bytes: mp3.slice(0, 20) },
      { type: "audio", bytes: mp3.slice(20) },
      { type: "end" },
    ]);
    expect(outcome.calls).toHaveLength(1);
    expect(outcome.calls[0]).toMatchObject({
      path,
      init: {
        method: "POST",
        body,
        redirect: "error",
        mode: "same-origin",
        headers: { "content-type": "application/json" },
      },
    });
  });

  test("is reported with times, sizes and headers", async () => {
    const { readable } = stream([mp3.slice(0, 20), mp3.slice(20)]);
    const { events } = await speak(reply(readable, audioHeaders));
    expect(events).toEqual([
      { at: 1, type: "sent", path, body },
      { at: 2, type: "headers", status: 200, headers: [["content-type", "audio/mpeg"]] },
      { at: 3, type: "chunk", bytes: 20, start: mp3.slice(0, 20) },
      { at: 4, type: "chunk", bytes: 12, start: mp3.slice(20) },
      { at: 5, type: "end", bytes: 32 },
    ]);
  });

  test("in single bytes and without a type is judged as soon as enough is there, and nothing is lost", async () => {
    const { readable } = stream([...mp3].map((byte) => Uint8Array.of(byte)));
    const outcome = await speak(reply(readable));
    expect(outcome.parts[0]).toEqual({ type: "start", format: { codec: "mp3" }, answeredAt: 2 });
    expect(kinds(outcome)).toHaveLength(1 + 1 + (32 - 12) + 1);
    expect(bytesOf(outcome)).toEqual([...mp3]);
  });

  test("of a length as announced is whole", async () => {
    expect(kinds(await speak(reply(mp3, { ...audioHeaders, "content-length": "32" }))).at(-1)).toBe("end");
  });
});

describe("an answer that breaks off", () => {
  test("hands on what came and is never whole", async () => {
    const { readable } = stream([mp3], "break");
    const outcome = await speak(reply(readable, audioHeaders));
    expect(kinds(outcome)).toEqual(["start", "audio"]);
    expect(outcome.error).toBeInstanceOf(IncompleteAudioError);
    expect(outcome.error).toMatchObject({ receivedBytes: 32, expectedBytes: undefined });
    expect(eventTypes(outcome)).toEqual(["sent", "headers", "chunk", "failed"]);
  });

  test("short of its announced length is incomplete, even when it closes as it should", async () => {
    const outcome = await speak(reply(mp3, { ...audioHeaders, "content-length": "100" }));
    expect(kinds(outcome)).toEqual(["start", "audio"]);
    expect(outcome.error).toMatchObject({ name: "IncompleteAudioError", receivedBytes: 32, expectedBytes: 100 });
  });

  test("a compressed answer's announced length counts other bytes", async () => {
    const headers = { ...audioHeaders, "content-length": "100", "content-encoding": "gzip" };
    expect(kinds(await speak(reply(mp3, headers))).at(-1)).toBe("end");
  });
});

describe("a reply that is not audio", () => {
  const shapes: [string, BodyInit | null, object][] = [
    [
      "OpenAI's shape",
      '{"error":{"message":"m","type":"t","param":"voice","code":"c"}}',
      { message: "m", type: "t", param: "voice", code: "c" },
    ],
    ["a detail", '{"detail":"m"}', { message: "m" }],
    ["a message", '{"message":"m"}', { message: "m" }],
    ["plain text", "m", { message: "m" }],
    ["nothing", null, { message: "" }],
  ];

  test.each(shapes)("%s with an error status", async (_, content, error) => {
    const outcome = await speak(reply(content, { "x-request-id": "r7", "retry-after": "3" }, 429));
    expect(outcome.parts).toEqual([]);
    expect(outcome.error).toBeInstanceOf(SpeechRequestError);
    expect(outcome.error).toMatchObject({ refusal: "status", status: 429, requestId: "r7", error, truncated: false });
    expect((outcome.error as SpeechRequestError).headers).toContainEqual(["retry-after", "3"]);
  });

  test("audio with an error status is an error all the same", async () => {
    const outcome = await speak(reply(mp3, audioHeaders, 500));
    expect([outcome.parts, outcome.error]).toMatchObject([[], { refusal: "status", status: 500 }]);
  });

  test.each([
    ["JSON", '{"error":{"message":"no such voice"}}', { "content-type": "application/json" }, "no such voice"],
    ["HTML", "<!doctype html><title>Login</title>", { "content-type": "text/html" }, "Login"],
    ["JSON that is called audio", '{"detail":"quota"}', audioHeaders, "quota"],
    ["text without a type", "upstream gone", {}, "upstream gone"],
  ])("200 with %s", async (_, content, headers: Record<string, string>, message) => {
    const { readable } = stream([new TextEncoder().encode(content)]);
    const outcome = await speak(reply(readable, headers));
    expect(outcome.parts).toEqual([]);
    expect(outcome.error).toMatchObject({ refusal: "not_audio", status: 200, error: { message, raw: content } });
  });

  test.each([[null], [stream([]).readable]])("200 with nothing", async (content) => {
    const outcome = await speak(reply(content, audioHeaders));
    expect(outcome.parts).toEqual([]);
    expect(outcome.error).toMatchObject({ refusal: "empty", status: 200 });
  });

  test("of any length is kept up to a limit, and not read on", async () => {
    const page = new TextEncoder().encode("x".repeat(10_000));
    const { readable, wasCancelled } = stream(Array(50).fill(page));
    const outcome = await speak(reply(readable, { "content-type": "text/plain" }, 502));
    const { error } = outcome;
    expect(error).toMatchObject({ truncated: true });
    expect((error as SpeechRequestError).error.raw).toHaveLength(keptErrorBytes);
    expect(wasCancelled()).toBe(true);
  });

  test("that breaks off is known as far as it came", async () => {
    const { readable } = stream([new TextEncoder().encode("half a mess")], "break");
    const outcome = await speak(reply(readable, {}, 500));
    expect(outcome.error).toMatchObject({ status: 500, truncated: true, error: { message: "half a mess" } });
  });
});

test("no answer is a typed error", async () => {
  const cause = new TypeError("fetch failed");
  const outcome = await speak(() => Promise.reject(cause));
  expect(outcome.error).toBeInstanceOf(ServiceUnreachableError);
  expect(outcome.error).toMatchObject({ cause });
  expect(eventTypes(outcome)).toEqual(["sent", "failed"]);
});

describe("a listener that leaves", () => {
  test("before the answer ends the request, without a failure", async () => {
    const controller = new AbortController();
    const events: RequestEvent[] = [];
    const fetch: Fetch = (_, init) =>
      new Promise((_resolve, reject) => init.signal?.addEventListener("abort", () => reject(new Error("aborted"))));
    const client = createSpeechClient({ fetch, now: () => 0 });
    const source = client.speechSource({ path, body, observe: (event) => events.push(event) });
    const reading = source(controller.signal)[Symbol.asyncIterator]().next();
    controller.abort("stopped");
    await expect(reading).rejects.toBe("stopped");
    expect(events.map((event) => event.type)).toEqual(["sent", "aborted"]);
  });

  test("in the middle ends the connection", async () => {
    const { readable, wasCancelled } = stream([mp3], "hang");
    const outcome = await speak(reply(readable, audioHeaders), (part) => part.type === "audio");
    expect(outcome.error).toBeUndefined();
    expect(wasCancelled()).toBe(true);
    expect(eventTypes(outcome)).toEqual(["sent", "headers", "chunk", "aborted"]);
  });

  test("behind the end gives up nothing", async () => {
    const outcome = await speak(reply(mp3, audioHeaders), (part) => part.type === "end");
    expect(eventTypes(outcome).at(-1)).toBe("end");
  });
});

test("a request is never sent twice, since each may be billed", async () => {
  let sent = 0;
  const client = createSpeechClient({
    now: () => 0,
    fetch: async () => {
      sent += 1;
      return new Response(mp3, { headers: audioHeaders });
    },
  });
  const source = client.speechSource({ path, body });
  const { signal } = new AbortController();
  for await (const part of source(signal)) expect(part).toBeDefined();
  await expect(source(signal)[Symbol.asyncIterator]().next()).rejects.toThrow("once only");
  expect(sent).toBe(1);
});
