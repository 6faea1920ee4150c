import { once } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import type { FakeService } from "../../http/fake-service.fixture.ts";
import { canary, type RunningProxy } from "../proxy.fixture.ts";
import { setUpSocketService, startOther } from "./setup.fixture.ts";
import { dial, hear, offer, openSocket, path, query, refusal } from "./socket.fixture.ts";

/** Which offers of a WebSocket are accepted: each test is named after what must be survived. */
let service: FakeService;
let proxy: RunningProxy;

setUpSocketService(
  { limits: { connectTime: 1_000, answerTime: 1_000 }, serve: (socket) => socket.close(1000) },
  (started) => {
    ({ service, proxy } = started);
  },
);

describe("an offer", () => {
  test("without a session where one is needed is refused before anything reaches the service", async () => {
    const guarded = await startOther(service.url, {
      environment: { PLAYGROUND_PASSWORD: "open sesame", SESSION_SECRET: "0123456789abcdef0123456789abcdef" },
    });
    expect(await refusal(guarded, offer(guarded))).toEqual([401, "session_required"]);
    expect(service.seen).toEqual([]);
    const opened = await guarded.post("/playground/session", JSON.stringify({ password: "open sesame" }), {
      origin: `http://${guarded.host}`,
    });
    const cookie = opened.headers["set-cookie"]?.[0]?.split(";", 1)[0] ?? "";
    expect((await hear(openSocket(guarded, { headers: { cookie } }))).code).toBe(1000);
    expect(service.seen[0]?.headers["authorization"]).toBe(`Bearer ${canary}`);
    expect(service.seen[0]?.headers["cookie"]).toBeUndefined();
  });

  test("reaches the service with the configured key and nothing of the client's", async () => {
    const headers = {
      authorization: "Bearer mine",
      cookie: "a=b",
      "x-forwarded-for": "1.2.3.4",
      "x-request-id": "request-7",
      "sec-websocket-protocol": "chat",
    };
    const socket = openSocket(proxy, { headers, perMessageDeflate: true }, `${path}?other=1&model=a%26b%20c&key=x`);
    await hear(socket);
    const [seen] = service.seen;
    expect(seen?.url).toBe(`${path}?model=a%26b%20c`);
    expect(seen?.headers).toEqual({
      authorization: `Bearer ${canary}`,
      "accept-encoding": "identity",
      "x-request-id": "request-7",
      host: new URL(service.url).host,
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": expect.any(String),
    });
  });

  test("goes to a base address with a path, and to an address of its own", async () => {
    const prefixed = await startOther(`${service.url}/speech`);
    await hear(openSocket(prefixed));
    expect(service.seen.map(({ url }) => url)).toEqual([`/speech${path}${query}`]);
    const environment = { SPEECH_WS_BASE_URL: service.url.replace("http", "ws") };
    const apart = await startOther("http://127.0.0.1:1", { environment });
    expect((await hear(openSocket(apart))).code).toBe(1000);
  });

  test("is accepted without compression, whatever the client and the service can", async () => {
    const socket = openSocket(proxy, { perMessageDeflate: true });
    await once(socket, "open");
    expect(socket.extensions).toBe("");
    await once(socket, "close");
  });

  test.each(["chat", "a,,b", 'a"b', "a, a"])("with the subprotocol %j is answered without one", async (protocol) => {
    const socket = await dial(proxy);
    let answer = "";
    socket.on("data", (chunk: Buffer) => {
      answer += chunk.toString("latin1");
    });
    socket.write(offer(proxy, { "Sec-WebSocket-Protocol": protocol }));
    await expect.poll(() => answer).toContain("\r\n\r\n");
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 101 /);
    expect(answer).not.toMatch(/sec-websocket-(?:protocol|extensions)/i);
  });

  test("with the length of no body is accepted", async () => {
    expect((await hear(openSocket(proxy, { headers: { "content-length": "0" } }))).code).toBe(1000);
  });
});

describe("refused before the service hears of it:", () => {
  // The one that is seen asks, when the test is over, whether the process lives.
  afterEach(() => expect(service.seen).toHaveLength(0));

  test.each([
    ["no Origin (hardening 3)", { Origin: undefined }, [403, "foreign_origin"]],
    [
      "no Origin, though the browser says same-origin",
      { Origin: undefined, "Sec-Fetch-Site": "same-origin" },
      [403, "foreign_origin"],
    ],
    ["a foreign Origin (hardening 3)", { Origin: "https://evil.example" }, [403, "foreign_origin"]],
    ["an opaque Origin", { Origin: "null" }, [403, "foreign_origin"]],
    ["another port's Origin", { Origin: "http://127.0.0.1:1" }, [403, "foreign_origin"]],
    ["a page of another site (hardening 3)", { "Sec-Fetch-Site": "cross-site" }, [403, "foreign_origin"]],
    [
      "a Host that isn't allowed (hardening 10)",
      { Host: "evil.example", Origin: "http://evil.example" },
      [421, "host_not_allowed"],
    ],
    ["a bad Sec-WebSocket-Key (hardening 32)", { "Sec-WebSocket-Key": "short" }, [400, "bad_request"]],
    ["no Sec-WebSocket-Key", { "Sec-WebSocket-Key": undefined }, [400, "bad_request"]],
    ["another version", { "Sec-WebSocket-Version": "8" }, [426, "upgrade_required"]],
    ["a body", { "Content-Length": "5" }, [400, "bad_request"]],
  ] as const)("%s", async (_what, fields, expected) => {
    expect(await refusal(proxy, offer(proxy, fields))).toEqual(expected);
  });

  test("another version, and is told the protocol, its version and that the connection ends", async () => {
    const answer = await proxy.raw(offer(proxy, { "Sec-WebSocket-Version": "8" }));
    for (const line of ["connection: upgrade, close", "upgrade: websocket", "sec-websocket-version: 13"])
      expect(answer).toContain(`\r\n${line}\r\n`);
    expect(answer.match(/\r\nconnection:/gi)).toHaveLength(1);
  });

  test("thousands of header fields (hardening 14)", async () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`x-${index}`, "y"]));
    expect(await refusal(proxy, offer(proxy, many))).toEqual([431, "headers_too_large"]);
    expect(await refusal(proxy, offer(proxy, { x: "y".repeat(20_000) }))).toEqual([431, "headers_too_large"]);
  });

  test.each(["x: a\0b", "x: a\rb", "x : a", "x: a\r\n b"])("the line %j (hardening 14)", async (line) => {
    expect(await refusal(proxy, offer(proxy).replace(/\r\n\r\n$/, `\r\n${line}\r\n\r\n`))).toEqual([
      400,
      "bad_request",
    ]);
  });

  test.each([
    `//evil${path}${query}`,
    `http://evil.example${path}${query}`,
    `/v1/audio/speech/..%2fspeech/websocket${query}`,
    `/v1/audio/../audio/speech/websocket${query}`,
    `${path};x${query}`,
    `${path}${query}#fragment`,
    `/v1/audio/speech/%252e/websocket${query}`,
  ])("the target %s (hardening 15)", async (target) => {
    expect((await refusal(proxy, offer(proxy, {}, target)))[0]).toBeOneOf([400, 404]);
  });

  test.each([
    "?model=a&model=b",
    "?model=a&%6dodel=b",
    "?model=",
    "?model=%ff",
    "?model=%0d%0ax",
    `?model=${"a".repeat(201)}`,
    "",
    "?Model=a",
  ])("the query %s (hardening 17)", async (bad) => {
    expect((await refusal(proxy, offer(proxy, {}, path + bad)))[0]).toBe(400);
  });

  test.each([
    ["GET", "/nowhere"],
    ["GET", "/v1/models"],
    ["GET", "/"],
    ["GET", "/playground/config"],
    ["GET", `${path}/`],
    ["POST", path + query],
    ["POST", "/v1/audio/speech"],
    ["HEAD", path + query],
    ["DELETE", path + query],
  ])("%s %s has no WebSocket (hardening 17)", async (method, target) => {
    const [status] = await refusal(proxy, offer(proxy, {}, target, method));
    expect(status).toBe(404);
  });

  test("another method than GET", async () => {
    expect((await proxy.post(path + query)).status).toBe(405);
  });
});

test("a request that offers another protocol is answered as if it had not, again and again", async () => {
  const socket = await dial(proxy);
  let answers = "";
  socket.on("data", (chunk: Buffer) => {
    answers += chunk.toString("latin1");
  });
  for (let turn = 1; turn <= 20; turn++) {
    socket.write(offer(proxy, { Upgrade: "h2c" }, "/healthz"));
    await expect.poll(() => answers.split('{"status":"ok"}')).toHaveLength(turn + 1);
  }
  socket.write(offer(proxy, { Upgrade: "h2c", Connection: "Upgrade, close" }, "/v1/models"));
  await once(socket, "close");
  expect(answers).toMatch(/\r\n\r\n\{\}$/);
});

test("bytes that come with the offer arrive, in order (hardening 32)", async () => {
  const arrived = new Promise((resolve) => {
    service.serve = (socket) => {
      const texts: string[] = [];
      socket.on("message", (data) => {
        texts.push(String(data));
        if (texts.length < 3) return;
        resolve(texts);
        socket.close(1000);
      });
    };
  });
  const frame = (text: string) =>
    Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
  const socket = await dial(proxy);
  socket.resume();
  socket.write(Buffer.concat([Buffer.from(offer(proxy)), frame("one"), frame("two").subarray(0, 4)]));
  // The rest comes while the proxy waits for the service.
  await expect.poll(() => service.seen).toHaveLength(1);
  socket.write(Buffer.concat([frame("two").subarray(4), frame("three")]));
  expect(await arrived).toEqual(["one", "two", "three"]);
  socket.destroy();
});

test.each(["websocket", "h2c"])("an offer of %s behind a request without an answer ends all", async (Upgrade) => {
  const [asked, offered] = [{ Upgrade: undefined, Connection: undefined }, { Upgrade }];
  expect(await proxy.raw(offer(proxy, asked, "/healthz") + offer(proxy, offered))).toBe("");
  expect(service.seen).toEqual([]);
});

test("bytes without end behind an offer that is refused don't hold the answer back (hardening 32)", async () => {
  const answer = await proxy.raw(offer(proxy, { Origin: "https://evil.example" }) + "x".repeat(500_000));
  expect(answer).toMatch(/^HTTP\/1\.1 403 /);
});

test.each(["reset", "end"] as const)(
  "a %s while the service is asked ends the service's side (hardening 26, 32)",
  async (how) => {
    const asked = new Promise<void>((resolve) => {
      service.refuse = (_request, upstream) => {
        upstream.once("close", () => resolve());
        return true;
      };
    });
    // Its times are minutes, so that nothing but the client's end can end the service's side while a test lasts.
    const patient = await startOther(service.url, { limits: {} });
    const socket = await dial(patient);
    socket.write(offer(patient));
    await expect.poll(() => service.seen).toHaveLength(1);
    if (how === "reset") socket.resetAndDestroy();
    else socket.end();
    await asked;
  },
);
