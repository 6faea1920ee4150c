import { describe, expect, test } from "vitest";
import { createSpeechClient } from "./client.ts";
import { ServiceUnreachableError, SpeechRequestError } from "./errors.ts";
import type { Fetch } from "./http.ts";
import { FakeSocket } from "./socket.fixture.ts";

interface Call {
  readonly path: string;
  readonly init: RequestInit;
}

function clientAnswering(answer: (call: Call) => Response | Promise<Response>) {
  const calls: Call[] = [];
  const fetch: Fetch = async (path, init) => {
    const call = { path, init };
    calls.push(call);
    return answer(call);
  };
  return { client: createSpeechClient({ fetch, now: () => 0 }), calls };
}

const { signal } = new AbortController();
const json = (value: unknown, status = 200): Response => Response.json(value, { status });

describe("the model list", () => {
  test("is asked of the own origin, with nothing but the session", async () => {
    const { client, calls } = clientAnswering(() => json({ object: "list", data: [{ id: "a" }, { id: "b" }] }));
    expect(await client.listModels(signal)).toEqual({ kind: "listed", ids: ["a", "b"] });
    expect(calls).toEqual([
      {
        path: "/v1/models",
        init: {
          method: "GET",
          headers: { accept: "application/json" },
          signal,
          credentials: "same-origin",
          mode: "same-origin",
          redirect: "error",
          cache: "no-store",
          referrerPolicy: "same-origin",
        },
      },
    ]);
  });

  test.each([
    [json({ object: "list", data: [] }), "empty"],
    [json({ error: { message: "key" } }, 401), "unauthorised"],
    [json({}, 403), "forbidden"],
    [new Response("<html>", { status: 502 }), "unknown"],
    [new Response("not JSON"), "unknown"],
  ])("%o is the answer %s", async (response, kind) => {
    const { client } = clientAnswering(() => response);
    expect(await client.listModels(signal)).toEqual({ kind });
  });
});

test("what is meant for one of several services goes there by its path, and the playground's own doesn't", async () => {
  const service = "production";
  const { client, calls } = clientAnswering(() => json({}));
  const [path, body] = ["/v1/audio/speech", "{}"];
  await client.listModels(signal, service);
  await client.exchange({ method: "POST", path, body, service }, signal);
  const tasks = await client.tasks(service);
  await tasks.read("task_1", signal).catch(() => undefined);
  await tasks.contentLength("/v1/audio/speech/tasks/task_1/content?signature=a%2Fb", signal);
  const parts = client.speechSource({ path, body, service })(signal);
  await parts[Symbol.asyncIterator]()
    .next()
    .catch(() => undefined);
  await client.getConfig(signal).catch(() => undefined);
  expect(calls.map((call) => call.path)).toEqual([
    "/services/production/v1/models",
    "/services/production/v1/audio/speech",
    "/services/production/v1/audio/speech/tasks/task_1",
    "/services/production/v1/audio/speech/tasks/task_1/content?signature=a%2Fb",
    "/services/production/v1/audio/speech",
    "/playground/config",
  ]);
});

describe("the playground's configuration", () => {
  const config = { service: "embedded", version: "0.1.0", session: "password", hasKey: true };

  test("is read", async () => {
    const { client, calls } = clientAnswering(() => json(config));
    expect(await client.getConfig(signal)).toEqual(config);
    expect(calls.map((call) => call.path)).toEqual(["/playground/config"]);
  });

  test.each([
    [json({ ...config, service: "elsewhere" }), "unknown_shape", 200],
    [new Response("<!doctype html>"), "unknown_shape", 200],
    [json({ error: { message: "No session.", code: "session_required" } }, 401), "status", 401],
  ])("%o is a typed error", async (response, refusal, status) => {
    const { client } = clientAnswering(() => response);
    const error: unknown = await client.getConfig(signal).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SpeechRequestError);
    expect(error).toMatchObject({ refusal, status });
  });
});

describe("a session", () => {
  test("is opened and ended by the own origin alone", async () => {
    const { client, calls } = clientAnswering(() => new Response(null, { status: 204 }));
    await client.openSession({ apiKey: "sk-1" }, signal);
    await client.endSession(signal);
    expect(calls.map(({ path, init }) => [path, init.method, init.body, init.mode])).toEqual([
      ["/playground/session", "POST", '{"apiKey":"sk-1"}', "same-origin"],
      ["/playground/session", "DELETE", undefined, "same-origin"],
    ]);
  });

  test("that is refused is a typed error, and no sign that a session has ended", async () => {
    let noticed = 0;
    const client = createSpeechClient({
      fetch: async () => json({ error: { message: "No.", code: "wrong_password" } }, 401),
      onUnauthorised: () => noticed++,
    });
    const opening = client.openSession({ password: "x" }, signal);
    await expect(opening).rejects.toMatchObject({ status: 401, error: { code: "wrong_password" } });
    expect(noticed).toBe(0);
    await client.listModels(signal);
    expect(noticed).toBe(1);
  });
});

test("a WebSocket that is closed because the session has ended is told like a 401, and no other is", async () => {
  let noticed = 0;
  const sockets: FakeSocket[] = [];
  const client = createSpeechClient({
    fetch: async () => json({}),
    openSocket(path) {
      const socket = new FakeSocket(path);
      sockets.push(socket);
      return socket;
    },
    onUnauthorised: () => noticed++,
  });
  const closeWith = async (reason: string) => {
    const source = client.speechSource({ endpoint: "websocket", path: "/x", body: "{}" });
    const parts = source(signal)[Symbol.asyncIterator]().next();
    const opened = sockets.length;
    // What speaks over a WebSocket is loaded first.
    await expect.poll(() => sockets.length).toBe(opened + 1);
    sockets.at(-1)?.end(1008, reason);
    await expect(parts).rejects.toThrow();
    return noticed;
  };
  expect(await closeWith("speech-playground session_ended: The session has ended.")).toBe(1);
  expect(await closeWith("speech-playground upstream_silent: Silent.")).toBe(1);
  expect(await closeWith("session_ended: says the service")).toBe(1);
});

test("a connection that fails is a typed error", async () => {
  const failure = new TypeError("fetch failed");
  const { client } = clientAnswering(() => Promise.reject(failure));
  const error: unknown = await client.listModels(signal).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ServiceUnreachableError);
  expect(error).toMatchObject({ cause: failure });
});

test("an answer that breaks off in its body isn't called unreachable: nobody knows what it should say", async () => {
  const body = () => new ReadableStream({ pull: (controller) => controller.error(new TypeError("terminated")) });
  const { client } = clientAnswering(() => new Response(body()));
  await expect(client.getConfig(signal)).rejects.toBeInstanceOf(SpeechRequestError);
  expect(await client.listModels(signal)).toEqual({ kind: "unknown" });
  const refused = clientAnswering(() => new Response(body(), { status: 401 })).client;
  expect(await refused.listModels(signal)).toEqual({ kind: "unauthorised" });
  const tasks = await client.tasks();
  const message = "The answer (HTTP 200) broke off after 0 bytes.";
  await expect(tasks.read("task_1", signal)).rejects.toThrow(message);
  await expect(tasks.timestamps("/v1/audio/speech/tasks/task_1/timestamps", signal)).rejects.toThrow(message);
});

test("an abort is the caller's own reason, and nothing is sent afterwards", async () => {
  const controller = new AbortController();
  const { client, calls } = clientAnswering(() => {
    controller.abort("left the page");
    throw new DOMException("aborted", "AbortError");
  });
  await expect(client.getConfig(controller.signal)).rejects.toBe("left the page");
  await expect(client.getConfig(controller.signal)).rejects.toBe("left the page");
  expect(calls).toHaveLength(1);
});
