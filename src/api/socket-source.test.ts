import { describe, expect, test, vi } from "vitest";
import type { AudioPart } from "../audio/base/source.ts";
import { playgroundCloseReason } from "../contract/playground.ts";
import { createSpeechClient } from "./client.ts";
import {
  HandshakeError,
  IncompleteAudioError,
  ServiceUnreachableError,
  SocketClosedError,
  SpeechFrameError,
  SpeechRequestError,
} from "./errors.ts";
import type { Fetch } from "./http.ts";
import { keptFrameBytes, keptFrameCharacters, type RequestEvent } from "./request-events.ts";
import { FakeSocket } from "./socket.fixture.ts";

const mp3 = Uint8Array.from([0xff, 0xf3, 0x80, 0xc0, ...Array<number>(28).fill(7)]);
const path = "/v1/audio/speech/websocket?model=streamspeech-v8";
const body = '{"Text":"\\ud83d\\ude00 你","VoiceId":"Mei"}';
const words = { type: "progress", message: [{ word: "Hi", start: 0, end: 0.4 }] };
const complete = { type: "complete" };

interface Outcome {
  readonly parts: AudioPart[];
  readonly events: RequestEvent[];
  readonly sockets: FakeSocket[];
  readonly fetched: string[];
  readonly error?: unknown;
}

/** Speaks over a socket that behaves as `serve` says, and reads until the end, or until `leave` says so. */
async function speak(
  serve: (socket: FakeSocket) => void,
  {
    leave,
    fetch = async () => new Response("", { status: 426 }),
  }: { leave?: (part: AudioPart) => boolean; fetch?: Fetch } = {},
): Promise<Outcome> {
  const outcome: Outcome = { parts: [], events: [], sockets: [], fetched: [] };
  const client = createSpeechClient({
    now: () => 0,
    fetch(input, init) {
      outcome.fetched.push(`${init.method} ${input}`);
      return fetch(input, init);
    },
    openSocket(given) {
      const socket = new FakeSocket(given);
      outcome.sockets.push(socket);
      queueMicrotask(() => serve(socket));
      return socket;
    },
  });
  const observe = (event: RequestEvent): unknown => outcome.events.push(event);
  const source = client.speechSource({ endpoint: "websocket", path, body, expected: { codec: "mp3" }, observe });
  try {
    for await (const part of source(new AbortController().signal)) {
      outcome.parts.push(part);
      if (leave?.(part) === true) break;
    }
    return outcome;
  } catch (error) {
    return { ...outcome, error };
  }
}

/** Opens and lets `frames` come, then closes. */
const serving =
  (frames: readonly unknown[], code = 1000, reason = "") =>
  (socket: FakeSocket): void => {
    socket.onSent = () => {
      socket.receive(...frames);
      socket.end(code, reason);
    };
    socket.open();
  };

const kinds = ({ parts }: Outcome): string[] => parts.map(({ type }) => type);
const eventTypes = ({ events }: Outcome): string[] => events.map(({ type }) => type);
const bytesOf = ({ parts }: Outcome): number[] =>
  parts.flatMap((part) => (part.type === "audio" ? [...part.bytes] : []));

describe("an answer that is whole", () => {
  test("goes on part by part: sound, words, end; the one frame is sent as it was given", async () => {
    const outcome = await speak(serving([mp3.slice(0, 20), mp3.slice(20), words, complete]));
    expect(outcome.parts).toEqual([
      { type: "start", format: { codec: "mp3" } },
      { type: "audio", bytes: mp3.slice(0, 20) },
      { type: "audio", bytes: mp3.slice(20) },
      { type: "progress", data: words },
      { type: "end" },
    ]);
    expect(outcome.sockets).toHaveLength(1);
    expect(outcome.sockets[0]).toMatchObject({ path, sent: [body] });
    expect(outcome.fetched).toEqual([]);
  });

  test("is reported frame by frame, with directions and sizes", async () => {
    const { events } = await speak(serving([mp3, words, complete]));
    const frame = { at: 0, type: "frame", direction: "received" };
    expect(events).toEqual([
      { at: 0, type: "sent", path, body },
      { at: 0, type: "opened" },
      {
        at: 0,
        type: "frame",
        direction: "sent",
        kind: "text",
        size: new TextEncoder().encode(body).length,
        text: body,
      },
      { ...frame, kind: "binary", size: 32, start: mp3 },
      { ...frame, kind: "text", size: JSON.stringify(words).length, text: JSON.stringify(words), is: "progress" },
      { ...frame, kind: "text", size: 19, text: '{"type":"complete"}', is: "complete" },
      { at: 0, type: "closed", code: 1000, reason: "", clean: true, by: "service" },
      { at: 0, type: "end", bytes: 32 },
    ]);
  });

  test("may come interleaved, and words before any sound wait for it", async () => {
    const outcome = await speak(serving([words, mp3, words, mp3, complete]));
    expect(kinds(outcome)).toEqual(["start", "audio", "progress", "progress", "audio", "end"]);
  });

  test("may come in single bytes", async () => {
    const outcome = await speak(serving([...[...mp3].map((byte) => Uint8Array.of(byte)), complete]));
    expect(bytesOf(outcome)).toEqual([...mp3]);
    expect(kinds(outcome).at(-1)).toBe("end");
  });

  test("may be shorter than what is looked at, and says its words all the same", async () => {
    const outcome = await speak(serving([mp3.slice(0, 6), words, complete]));
    expect(kinds(outcome)).toEqual(["start", "audio", "progress", "end"]);
  });

  test("of ten thousand frames keeps their order and bytes (hardening 31)", async () => {
    const frames = Array.from({ length: 10_000 }, (_, index) =>
      Uint8Array.of(0xff, 0xf3, 0x80, 0xc0, index >> 8, index & 0xff),
    );
    const outcome = await speak(serving([...frames, complete]));
    expect(bytesOf(outcome)).toEqual(frames.flatMap((frame) => [...frame]));
  });

  test("ends with complete when the service doesn't close, and takes what comes just behind it", async () => {
    vi.useFakeTimers();
    const outcome = speak((socket) => {
      socket.onSent = () => socket.receive(mp3, complete, words);
      socket.open();
    });
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    expect(kinds(await outcome)).toEqual(["start", "audio", "progress", "end"]);
    expect((await outcome).sockets[0]?.closes).toEqual([1000]);
  });

  test("stays whole when the goodbye is lost", async () => {
    const outcome = await speak(serving([mp3, complete], 1006));
    expect([outcome.error, kinds(outcome).at(-1)]).toEqual([undefined, "end"]);
  });

  test("passes over frames that nobody knows, but reports them", async () => {
    const odd = ["", "not json", "null", "[]", '{"type":"Complete"}', { type: "ping" }, { type: 5 }];
    const outcome = await speak(serving([...odd, mp3, ...odd, complete]));
    expect(kinds(outcome)).toEqual(["start", "audio", "end"]);
    expect(eventTypes(outcome).filter((type) => type === "frame")).toHaveLength(1 + 7 + 1 + 7 + 1);
  });

  test("keeps little of long frames in its report", async () => {
    const long = { type: "other", text: "é".repeat(100_000) };
    const { events } = await speak(serving([new Uint8Array(2_000).fill(0xff), long, mp3, complete]));
    const frames = events.filter((event) => event.type === "frame");
    const text = frames.find((frame) => frame.kind === "text" && frame.direction === "received");
    expect(text).toMatchObject({ size: 200_000 + '{"type":"other","text":""}'.length });
    expect(text).toHaveProperty("text.length", keptFrameCharacters);
    expect(frames.find((frame) => frame.kind === "binary")).toHaveProperty("start.length", keptFrameBytes);
  });
});

describe("an answer that breaks off is never a clean end (hardening 30):", () => {
  test.each([
    [1000, ""],
    [1001, "The playground is stopping."],
    [1005, ""],
    [1006, ""],
    [1011, "The speech service went silent."],
    [4001, "quota"],
  ])("closed with %i %s before complete", async (code, reason) => {
    const outcome = await speak(serving([mp3, words], code, reason));
    expect(outcome.error).toBeInstanceOf(IncompleteAudioError);
    expect(outcome.error).toMatchObject({ receivedBytes: 32, cause: { code, reason } });
    expect(kinds(outcome)).toEqual(["start", "audio", "progress"]);
    expect(eventTypes(outcome).at(-1)).toBe("failed");
  });

  test("closed by the playground's server, which says so: nobody takes its words for the service's", async () => {
    const reason = playgroundCloseReason("upstream_broken_off", "The connection ended without a close frame.");
    const { error, events } = await speak(serving([mp3], 1011, reason));
    const close = {
      code: 1011,
      reason: "The connection ended without a close frame.",
      playground: "upstream_broken_off",
    };
    expect(error).toMatchObject({ cause: close });
    expect(events.find(({ type }) => type === "closed")).toMatchObject(close);
  });

  test("closed before anything", async () => {
    const { error } = await speak(serving([], 4001, "quota"));
    expect(error).toMatchObject({ receivedBytes: 0, cause: new SocketClosedError({ code: 4001, reason: "quota" }) });
  });

  test("more than the page can hold while nobody takes it", async () => {
    const outcome = await speak(serving([mp3, new Uint8Array(33 * 1024 * 1024), mp3, complete]));
    expect(outcome.error).toBeInstanceOf(IncompleteAudioError);
    expect(outcome.error).toHaveProperty("cause", expect.any(RangeError));
    expect(outcome.sockets[0]?.closes).toEqual([1000]);
  });
});

describe("what isn't sound is never played (hardening 25):", () => {
  test("an error frame ends it at once, and is kept as it came", async () => {
    const raw = '{ "type": "error", "error": {"message": "Too loud.", "param": "Speed", "code": "out_of_range"} }';
    const outcome = await speak(serving([raw, mp3, complete], 1008));
    expect(outcome.error).toBeInstanceOf(SpeechFrameError);
    expect(outcome.error).toMatchObject({
      refusal: "error",
      receivedBytes: 0,
      error: { message: "Too loud.", param: "Speed", code: "out_of_range", raw },
    });
    expect(outcome.parts).toEqual([]);
    expect(outcome.sockets[0]?.closes).toEqual([1000]);
  });

  test("an error frame in the middle keeps what came", async () => {
    const outcome = await speak(serving([mp3, { type: "error", message: "No." }]));
    expect(outcome.error).toMatchObject({ refusal: "error", receivedBytes: 32, error: { message: "No." } });
    expect(kinds(outcome)).toEqual(["start", "audio"]);
  });

  test.each(['{"error":{"message":"In bytes."}}', "<!doctype html><title>Bad gateway</title>", "just some words here"])(
    "bytes that read as %s",
    async (text) => {
      const outcome = await speak(serving([new TextEncoder().encode(text), complete]));
      expect(outcome.error).toMatchObject({ refusal: "not_audio", error: { raw: text } });
      expect(outcome.parts).toEqual([]);
    },
  );

  test("complete without any sound", async () => {
    expect((await speak(serving([words, complete]))).error).toMatchObject({ refusal: "empty" });
  });
});

describe("a handshake that fails", () => {
  const refused = (socket: FakeSocket): void => socket.end(1006);

  test("is explained by an ordinary request to the same address; nothing else is sent", async () => {
    const fetch: Fetch = async () =>
      new Response('{"error":{"message":"No.","code":"model_not_allowed"}}', {
        status: 403,
        headers: { "x-request-id": "r1" },
      });
    const outcome = await speak(refused, { fetch });
    expect(outcome.error).toBeInstanceOf(HandshakeError);
    expect(outcome.error).toHaveProperty("cause", expect.any(SpeechRequestError));
    expect(outcome.error).toMatchObject({
      cause: { status: 403, requestId: "r1", error: { code: "model_not_allowed" } },
    });
    expect(outcome.fetched).toEqual([`GET ${path}`]);
    expect([outcome.sockets.length, outcome.sockets[0]?.sent]).toEqual([1, []]);
    expect(eventTypes(outcome)).toEqual(["sent", "closed", "failed"]);
  });

  test("though one would be taken lies on the way", async () => {
    const { error } = await speak(refused);
    expect(error).toBeInstanceOf(HandshakeError);
    expect(error).toHaveProperty("cause", undefined);
  });

  test("because nobody answers says so", async () => {
    const { error } = await speak(refused, { fetch: () => Promise.reject(new TypeError("Failed to fetch")) });
    expect(error).toHaveProperty("cause", expect.any(ServiceUnreachableError));
  });

  test("because the browser won't even try is no crash", async () => {
    const client = createSpeechClient({
      fetch: () => Promise.reject(new Error("unexpected")),
      openSocket: () => {
        throw new DOMException("insecure", "SecurityError");
      },
    });
    const source = client.speechSource({ endpoint: "websocket", path, body });
    const first = source(new AbortController().signal)[Symbol.asyncIterator]().next();
    await expect(first).rejects.toBeInstanceOf(HandshakeError);
  });
});

test("the page leaves a service that never closes half a second behind complete, and says who closed", async () => {
  vi.useFakeTimers();
  const speaking = speak((socket) => {
    socket.onSent = () => socket.receive(mp3, words, complete);
    socket.open();
  });
  await vi.waitFor(() => vi.advanceTimersByTime(500));
  await vi.advanceTimersByTimeAsync(500);
  const { sockets, events } = await speaking;
  vi.useRealTimers();
  sockets[0]?.end(1000);
  expect(events.at(-1)).toMatchObject({ type: "closed", code: 1000, by: "page" });
});

test.each([
  ["service", 1000, ""],
  ["service", 1008, "no"],
  ["nobody", 1006, ""],
  ["playground", 1011, playgroundCloseReason("upstream_broken_off", "gone")],
] as const)("a close by %s with %i is reported as that", async (by, code, reason) => {
  const { events } = await speak(serving([mp3, words, complete], code, reason));
  expect(events.find(({ type }) => type === "closed")).toMatchObject({ code, by });
});

test("a progress frame of 139,671 bytes is reported as what it is, and its beginning kept", async () => {
  const long = {
    type: "progress",
    message: Array.from({ length: 3_000 }, (_, at) => ({ word: "word", start: at, end: at + 1 })),
  };
  const { events } = await speak(serving([mp3, long, complete]));
  const frame = events.find((event) => event.type === "frame" && event.kind === "text" && event.is === "progress");
  expect(frame).toMatchObject({ size: JSON.stringify(long).length });
  expect(frame?.type === "frame" && frame.kind === "text" && frame.text.length).toBe(keptFrameCharacters);
});

describe("a listener that leaves", () => {
  test.each(["connecting", "open"] as const)(
    "while it is %s closes at once with 1000, without a failure",
    async (when) => {
      const controller = new AbortController();
      const events: string[] = [];
      const socket = new FakeSocket(path);
      const client = createSpeechClient({
        fetch: () => Promise.reject(new Error("unexpected")),
        openSocket: () => socket,
      });
      const source = client.speechSource({
        endpoint: "websocket",
        path,
        body,
        observe: ({ type }) => events.push(type),
      });
      const parts = source(controller.signal)[Symbol.asyncIterator]();
      const reading = parts.next();
      await expect.poll(() => events).toEqual(["sent"]);
      if (when === "open") {
        socket.open();
        await expect.poll(() => socket.sent).toEqual([body]);
      }
      controller.abort("stopped");
      expect(socket.closes).toEqual([1000]);
      await expect(reading).rejects.toBe("stopped");
      expect(events).toEqual(when === "open" ? ["sent", "opened", "frame", "aborted"] : ["sent", "aborted"]);
      // What still comes is nobody's.
      socket.receive(mp3);
      expect(events).not.toContain("failed");
      expect(events.at(-1)).toBe("aborted");
    },
  );

  test("in the middle closes, too", async () => {
    const outcome = await speak(serving([mp3, mp3, complete]), { leave: ({ type }) => type === "audio" });
    expect(outcome.sockets[0]?.closes).toEqual([1000]);
    expect(eventTypes(outcome).at(-1)).toBe("aborted");
  });

  test("before it began opens nothing", async () => {
    const client = createSpeechClient({
      fetch: () => Promise.reject(new Error("unexpected")),
      openSocket: () => expect.unreachable("It opened a WebSocket."),
    });
    const source = client.speechSource({ endpoint: "websocket", path, body });
    await expect(source(AbortSignal.abort("early"))[Symbol.asyncIterator]().next()).rejects.toBe("early");
  });
});

test("a frame is never sent twice, since each may be billed", async () => {
  const sockets: FakeSocket[] = [];
  const client = createSpeechClient({
    fetch: () => Promise.reject(new Error("unexpected")),
    openSocket(given) {
      const socket = new FakeSocket(given);
      sockets.push(socket);
      queueMicrotask(() => serving([mp3, complete])(socket));
      return socket;
    },
  });
  const source = client.speechSource({ endpoint: "websocket", path, body });
  const { signal } = new AbortController();
  for await (const part of source(signal)) expect(part).toBeDefined();
  await expect(source(signal)[Symbol.asyncIterator]().next()).rejects.toThrow("once only");
  expect(sockets.map(({ sent }) => sent)).toEqual([[body]]);
});
