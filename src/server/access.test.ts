import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type FakeService, startFakeService } from "../http/fake-service.fixture.ts";
import { canary, type RunningProxy, startProxy } from "./proxy.fixture.ts";

/** Who may do what: each test is named after what must be survived. */
let upstream: FakeService;
let proxy: RunningProxy;

beforeAll(async () => {
  upstream = await startFakeService();
  proxy = await startProxy(upstream.url, { environment: { ALLOWED_HOSTS: "speech.example.com, other.example:8443" } });
});
beforeEach(() => {
  upstream.seen.length = 0;
  upstream.answer = (_request, response) => response.setHeader("content-type", "application/json").end("{}");
});
afterAll(async () => {
  await proxy.close();
  await upstream.close();
});

test("the client's Authorization is dropped and the configured key sent", async () => {
  await proxy.post("/v1/audio/speech", "{}", { authorization: "Bearer mine" });
  expect(upstream.seen).toHaveLength(1);
  expect(upstream.seen[0]?.headers.authorization).toBe(`Bearer ${canary}`);
});

describe("a page of another site", () => {
  const foreign: readonly Readonly<Record<string, string>>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://127.0.0.1:1" },
    { origin: "http://127.0.0.1" },
    { origin: "file://" },
    { origin: "http://evil.example@127.0.0.1" },
    { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
  ];
  test.each(foreign)("is refused with 403 before anything is sent: %j", async (headers) => {
    for (const path of ["/v1/audio/speech", "/v1/audio/speech/tasks", "/v1/systemone"]) {
      const reply = await proxy.post(path, "{}", headers);
      expect([reply.status, reply.code]).toEqual([403, "foreign_origin"]);
    }
    expect((await proxy.send("GET", "/v1/models", { headers })).status).toBe(403);
    expect((await proxy.send("GET", "/playground/config", { headers })).status).toBe(403);
    expect(upstream.seen).toHaveLength(0);
  });

  test("is told apart from the playground's own page", async () => {
    const own = { origin: `http://${proxy.host}`, "sec-fetch-site": "same-origin" };
    expect((await proxy.post("/v1/audio/speech", "{}", own)).status).toBe(200);
    expect((await proxy.post("/v1/audio/speech", "{}", { "sec-fetch-site": "none" })).status).toBe(200);
  });

  test("is told apart from our own page behind TLS, whose default port isn't in Host", async () => {
    const headers = { origin: "https://speech.example.com", host: "speech.example.com" };
    expect((await proxy.post("/v1/audio/speech", "{}", headers)).status).toBe(200);
    const withPort = { origin: "https://speech.example.com", host: "speech.example.com:443" };
    expect((await proxy.post("/v1/audio/speech", "{}", withPort)).status).toBe(200);
  });
});

test("a page that came by http isn't our own where the public address is https", async () => {
  const host = "speak.example.com";
  const secure = await startProxy(upstream.url, { environment: { PLAYGROUND_PUBLIC_URL: `https://${host}` } });
  const send = (origin: string) => secure.post("/v1/audio/speech", "{}", { host, origin });
  expect((await send(`https://${host}`)).status).toBe(200);
  expect((await send(`https://${host}:443`)).status).toBe(200);
  expect((await send(`http://${host}`)).code).toBe("foreign_origin");
  expect((await send(`http://${host}:443`)).code).toBe("foreign_origin");
  const local = { host: secure.host, origin: `http://${secure.host}` };
  expect((await secure.post("/v1/audio/speech", "{}", local)).status).toBe(200);
  await secure.close();
});

describe("the content type", () => {
  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
  ])("%s is refused with 415", async (type) => {
    const reply = await proxy.post("/v1/audio/speech", '{"model":"cloud-tts"}', { "content-type": type });
    expect([reply.status, reply.code]).toEqual([415, "unsupported_media_type"]);
    expect(upstream.seen).toHaveLength(0);
  });

  test("that is missing is refused with 415, with a body and without", async () => {
    expect((await proxy.send("POST", "/v1/audio/speech", { body: "{}" })).status).toBe(415);
    expect((await proxy.send("POST", "/v1/audio/speech")).status).toBe(415);
    expect(upstream.seen).toHaveLength(0);
  });

  test("of a compressed body is refused with 415", async () => {
    const reply = await proxy.post("/v1/audio/speech", "{}", { "content-encoding": "gzip" });
    expect([reply.status, reply.code]).toEqual([415, "unsupported_media_type"]);
    expect(reply.headers["accept-encoding"]).toBe("identity");
    expect(reply.text).toContain("Content-Encoding");
  });

  test("with a charset is accepted", async () => {
    const reply = await proxy.post("/v1/audio/speech", "{}", { "content-type": "Application/JSON; charset=utf-8" });
    expect(reply.status).toBe(200);
    expect(upstream.seen[0]?.headers["content-type"]).toBe("application/json");
  });
});

describe("the Host header", () => {
  test.each([
    "evil.example",
    "127.0.0.1.evil.example",
    "localhost:1",
    "127.0.0.1",
    "localhost.",
    "192.168.1.20",
    "127.0.0.1.",
    "2130706433",
    "127.1",
    "speech.example.com:65536",
    "[::ffff:127.0.0.1]",
    "0.0.0.0",
    "a b",
  ])("%s is refused with 421", async (host) => {
    for (const [method, path] of [
      ["GET", "/"],
      ["GET", "/v1/models"],
      ["GET", "/playground/config"],
      ["GET", "/nothing"],
    ] as const) {
      const reply = await proxy.send(method, path, { headers: { host } });
      expect([path, reply.status, reply.code]).toEqual([path, 421, "host_not_allowed"]);
    }
    expect(upstream.seen).toHaveLength(0);
  });

  test("is needed once", async () => {
    const twice = `GET /v1/models HTTP/1.1\r\nHost: ${proxy.host}\r\nHost: ${proxy.host}\r\nConnection: close\r\n\r\n`;
    expect(await proxy.raw(twice)).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"bad_request"/);
    expect(await proxy.raw("GET /v1/models HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 421 /);
    const none = await proxy.raw("GET /v1/models HTTP/1.1\r\nConnection: close\r\n\r\n");
    expect(none).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"bad_request"/);
    expect(upstream.seen).toHaveLength(0);
  });

  test("may be any of the loopback names with our port, or one that is configured", async () => {
    const good = ["LOCALHOST", "127.0.0.1", "127.8.8.8", "[::1]"].map((name) => `${name}:${proxy.port}`);
    for (const host of [...good, "speech.example.com", "speech.example.com:9999", "other.example:8443"]) {
      expect([host, (await proxy.send("GET", "/v1/models", { headers: { host } })).status]).toEqual([host, 200]);
    }
    expect((await proxy.send("GET", "/v1/models", { headers: { host: "other.example" } })).status).toBe(421);
  });

  test("may be any address once the playground is open to the network, but no unknown name", async () => {
    const open = await startProxy(upstream.url, { configuration: { host: "0.0.0.0" } });
    expect((await open.send("GET", "/v1/models", { headers: { host: "192.168.1.20:4173" } })).status).toBe(200);
    expect((await open.send("GET", "/v1/models", { headers: { host: "[fe80::1]:4173" } })).status).toBe(200);
    expect((await open.send("GET", "/v1/models", { headers: { host: "evil.example" } })).status).toBe(421);
    await open.close();
  });

  test("doesn't matter for the health check", async () => {
    const reply = await proxy.send("GET", "/healthz", { headers: { host: "10.0.0.7:4173" } });
    expect([reply.status, reply.text]).toEqual([200, '{"status":"ok"}']);
    expect((await proxy.send("HEAD", "/healthz", { headers: { host: "10.0.0.7" } })).status).toBe(200);
  });
});

describe("the key", () => {
  test("is in no answer, header or log line, whatever the service echoes", async () => {
    const echo = JSON.stringify({ error: { message: `Incorrect key ${canary}.`, code: "x" }, pad: "é".repeat(50) });
    const replies: string[] = [];
    for (const status of [200, 400, 401, 403, 404, 429, 500, 503]) {
      upstream.answer = (request, response) => {
        response.writeHead(status, {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(echo),
          "x-request-id": request.headers.authorization,
          "x-ratelimit-key": canary,
          "www-authenticate": `Bearer realm="${canary}"`,
        });
        // Cut through the middle of the key.
        const middle = echo.indexOf(canary) + 7;
        response.write(echo.slice(0, middle));
        setImmediate(() => response.end(echo.slice(middle)));
      };
      const reply = await proxy.post("/v1/audio/speech");
      expect([status, reply.status, reply.complete]).toEqual([status, status, true]);
      replies.push(JSON.stringify(reply.headers) + reply.text);
    }
    replies.push((await proxy.send("GET", "/playground/config")).text, proxy.log());
    for (const text of replies) expect(text).not.toContain(canary);
    expect(replies[1]).toContain(`Incorrect key ${"*".repeat(canary.length)}.`);
  });

  test("that the service refuses gives our own 401, with nothing of the service's words", async () => {
    upstream.answer = (_request, response) => response.writeHead(401).end(`bad key ${canary.slice(0, 9)}…`);
    const reply = await proxy.send("GET", "/v1/models");
    expect([reply.status, reply.code]).toEqual([401, "upstream_unauthorized"]);
    expect(reply.headers["proxy-status"]).toBe("speech-playground; error=http_request_error; received-status=401");
    expect(reply.text).not.toContain(canary.slice(0, 9));
  });

  test.each(["gzip", "gzip ", "gzip\t", "none gzip"])("can't hide in an error compressed as %j", async (coding) => {
    upstream.answer = (_request, response) => {
      response.writeHead(400, { "content-type": "application/json", "content-encoding": coding });
      response.end(gzipSync(`{"error":"${canary}"}`));
    };
    const reply = await proxy.post("/v1/audio/speech");
    expect([reply.status, reply.code]).toEqual([502, "upstream_invalid"]);
  });

  test("isn't in what the page is told", async () => {
    const reply = await proxy.send("GET", "/playground/config");
    expect(JSON.parse(reply.text)).toEqual({
      service: "remote",
      version: "1.2.3",
      session: "none_needed",
      hasKey: true,
      baseUrl: upstream.url,
    });
    expect(reply.headers["cache-control"]).toBe("no-store");
  });
});
