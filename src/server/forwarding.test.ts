import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readUpstreamFields } from "../contract/playground.ts";
import { type FakeService, startFakeService } from "../http/fake-service.fixture.ts";
import { canary, type RunningProxy, startProxy } from "./proxy.fixture.ts";

/** Headers, paths and bodies on their way through. */
/** The head of a speech request, but for its length. */
const postTo = ({ host }: RunningProxy): string =>
  `POST /v1/audio/speech HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`;

let upstream: FakeService;
let proxy: RunningProxy;

beforeAll(async () => {
  upstream = await startFakeService();
  proxy = await startProxy(`${upstream.url}/base/path/`);
});
beforeEach(() => {
  upstream.seen.length = 0;
  upstream.answer = (_request, response) => response.setHeader("content-type", "application/json").end("{}");
});
afterAll(async () => {
  await proxy.close();
  await upstream.close();
});

describe("routes", () => {
  test.each([
    ["GET", "/v1/models"],
    ["POST", "/v1/audio/speech"],
    ["POST", "/v1/audio/speech/tasks"],
    ["GET", "/v1/audio/speech/tasks/task_a.B~1-_"],
    ["GET", "/v1/audio/speech/tasks/task_a/content"],
    ["HEAD", "/v1/audio/speech/tasks/task_a/content"],
    ["GET", "/v1/audio/speech/tasks/task_a/timestamps"],
    ["GET", "/v1/audio/speech/tasks/42"],
    ["GET", "/v1/audio/speech/tasks/job-a.B~1/content"],
    ["POST", "/v1/systemone"],
  ] as const)("%s %s reaches the service under its base address", async (method, path) => {
    const reply = await (method === "POST" ? proxy.post(path) : proxy.send(method, path));
    expect(reply.status).toBe(200);
    expect(upstream.seen.map(({ method, url }) => [method, url])).toEqual([[method, `/base/path${path}`]]);
  });

  test.each([
    ["DELETE", "/v1/models", 405],
    ["POST", "/v1/models", 405],
    ["HEAD", "/v1/models", 405],
    ["OPTIONS", "/v1/audio/speech", 405],
    ["GET", "/v1/audio/speech", 405],
    ["PUT", "/v1/audio/speech", 405],
    ["POST", "/playground/config", 405],
    ["QUERY", "/v1/models", 405],
    ["GET", "/v1/", 404],
    ["GET", "/v1/models/", 404],
    ["GET", "/v1/Models", 404],
    ["GET", "/v1/audio/voices", 404],
    ["POST", "/v1/chat/completions", 404],
    ["DELETE", "/v1/audio/speech/tasks/task_a", 405],
    ["POST", "/v1/audio/speech/tasks/task_a/content", 405],
    ["DELETE", "/v1/audio/speech/tasks/job_a", 405],
    ["DELETE", "/v1/audio/speech/tasks/...", 404],
    ["POST", "/v1/audio/speech/tasks/task_a/other", 404],
    ["GET", "/index.php", 404],
    ["GET", "/.env", 404],
  ])("%s %s doesn't exist: %i in our shape", async (method, path, status) => {
    const reply = await proxy.send(method, path);
    expect(reply.status).toBe(status);
    if (method !== "HEAD")
      expect(Object.keys(JSON.parse(reply.text).error)).toEqual(["message", "type", "param", "code"]);
    expect(reply.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(upstream.seen).toHaveLength(0);
  });

  test.each([
    "http://evil.example/v1/models",
    "//evil.example/v1/models",
    "/\\evil.example/v1/models",
    "/v1/../v1/models",
    "/v1/./models",
    "/v1/%2e%2e/v1/models",
    "/v1/..%2fmodels",
    "/v1/..%5cmodels",
    "/v1/..;/models",
    "/v1/%252e%252e/models",
    "/v1/models#fragment",
    "/v1/models?a#fragment",
    "/v1/models%00",
    "/v1/models%0d%0aX:1",
    "/v1/%zz",
    "/v1/%ff",
    "/%c0%ae%c0%ae/models",
    "/v1/mod\u00e9ls",
    "*",
    "v1/models",
  ])("%s is refused with 400 or 404", async (target) => {
    const reply = await proxy.raw(`GET ${target} HTTP/1.1\r\nHost: ${proxy.host}\r\nConnection: close\r\n\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(reply).toMatch(/\{"error":\{"message":"[^"]+","type":"[a-z_]+","param":null,"code":"[a-z_]+"\}\}/);
    expect(upstream.seen).toHaveLength(0);
  });

  test.each([
    "...",
    "a".repeat(206),
    "task_a%20b",
    "task_a%2Fb",
    "task_%E4%BD%A0",
    `task_${"a".repeat(201)}`,
    "task_a:b",
    "task_a%3f",
  ])("the task id %s is refused", async (id) => {
    for (const rest of ["", "/content", "/timestamps"]) {
      expect([400, 404]).toContain((await proxy.send("GET", `/v1/audio/speech/tasks/${id}${rest}`)).status);
    }
    expect(upstream.seen).toHaveLength(0);
  });

  test("the longest task id passes", async () => {
    const id = `task_${"a".repeat(200)}`;
    await proxy.send("GET", `/v1/audio/speech/tasks/${id}`);
    expect(upstream.seen.map(({ url }) => url)).toEqual([`/base/path/v1/audio/speech/tasks/${id}`]);
  });

  test("a query is dropped, but on the content route it passes byte for byte", async () => {
    await proxy.send("GET", "/v1/models?limit=1&key=x");
    const query = "?signature=a%2Fb+c%20d==&&expires=17&signature=%e4&x[]='\"";
    await proxy.send("GET", `/v1/audio/speech/tasks/task_a/content${query}`);
    expect(upstream.seen.map(({ url }) => url)).toEqual([
      "/base/path/v1/models",
      `/base/path/v1/audio/speech/tasks/task_a/content${query}`,
    ]);
  });
});

describe("request headers", () => {
  test("only those on the list are forwarded", async () => {
    await proxy.send("GET", "/v1/audio/speech/tasks/task_a/content", {
      headers: {
        range: "bytes=0-1",
        "if-range": '"e"',
        "if-match": '"e"',
        "idempotency-key": "one-press",
        "if-unmodified-since": "Mon, 23 Nov 2026 12:00:00 GMT",
        accept: "audio/wav",
        cookie: "a=b",
        authorization: "Bearer mine",
        forwarded: "for=1.2.3.4",
        "x-forwarded-for": "1.2.3.4",
        "x-forwarded-host": "evil.example",
        "x-real-ip": "1.2.3.4",
        "accept-encoding": "br",
        "x-api-key": "mine",
        "proxy-authorization": "Basic x",
        te: "trailers",
        "x-request-id": "mine-1",
        "user-agent": "secret",
      },
    });
    const names = upstream.seen[0]?.rawHeaders
      .filter((_name, index) => index % 2 === 0)
      .map((name) => name.toLowerCase());
    expect(names?.sort()).toEqual([
      "accept",
      "accept-encoding",
      "authorization",
      "connection",
      "host",
      "idempotency-key",
      "if-match",
      "if-range",
      "if-unmodified-since",
      "range",
      "x-request-id",
    ]);
    expect(upstream.seen[0]?.headers).toMatchObject({
      authorization: `Bearer ${canary}`,
      host: new URL(upstream.url).host,
      "accept-encoding": "identity",
      "x-request-id": "mine-1",
      range: "bytes=0-1",
    });
  });

  test("those that Connection names go, the proxy's own stay", async () => {
    await proxy.post("/v1/audio/speech", "{}", {
      connection: "close, Authorization, x-foo, content-type, accept, x-request-id",
      accept: "audio/mpeg",
      "x-foo": "1",
    });
    const headers = upstream.seen[0]?.headers;
    expect(headers?.authorization).toBe(`Bearer ${canary}`);
    expect(headers?.["content-type"]).toBe("application/json");
    expect(headers?.accept).toBeUndefined();
    expect(headers?.["x-foo"]).toBeUndefined();
  });

  test("a request id that isn't plain is replaced, and every answer carries one", async () => {
    for (const sent of ["a b", "x".repeat(129), "é", '"><script>']) {
      const reply = await proxy.send("GET", "/v1/models", { headers: { "x-request-id": sent } });
      expect(reply.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    }
    upstream.answer = (_request, response) => response.setHeader("x-request-id", "theirs").end();
    const theirs = await proxy.send("GET", "/v1/models");
    expect([theirs.headers["x-request-id"], theirs.headers["playground-added"]]).toEqual(["theirs", undefined]);
    // Whoever checks a service must know that it gave none.
    upstream.answer = (_request, response) => response.setHeader("playground-added", "etag").end();
    expect((await proxy.send("GET", "/v1/models")).headers["playground-added"]).toBe("x-request-id");
  });

  test("that are too many or too large get 431", async () => {
    const many = Array.from({ length: 3_000 }, (_, index) => `a${index % 7}:\r\n`).join("");
    const head = `GET /v1/models HTTP/1.1\r\nHost: ${proxy.host}\r\nConnection: close\r\n`;
    expect(await proxy.raw(`${head}${many}\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
    expect(await proxy.raw(`${head}x: ${"y".repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 [\s\S]*"headers_too_large"/,
    );
    expect(upstream.seen).toHaveLength(0);
  });

  test.each(["x: a\0b", "x: a\rb", "x\0: a", "x : a", ": a", "a b: c"])("%j is refused with 400", async (line) => {
    const reply = await proxy.raw(`GET /v1/models HTTP/1.1\r\nHost: ${proxy.host}\r\n${line}\r\n\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 400 [\s\S]*"bad_request"/);
    expect(upstream.seen).toHaveLength(0);
  });

  test("that announce two lengths, or a length and chunks, are refused with 400", async () => {
    const head = `POST /v1/audio/speech HTTP/1.1\r\nHost: ${proxy.host}\r\nContent-Type: application/json\r\n`;
    const two = "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}";
    const both = "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
    expect(await proxy.raw(head + two)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await proxy.raw(head + both)).toMatch(/^HTTP\/1\.1 400 /);
    expect(upstream.seen).toHaveLength(0);
  });
});

describe("answer headers", () => {
  test("only those on the list are passed on, and ours replace the service's", async () => {
    upstream.answer = (_request, response) => {
      response.writeHead(429, {
        "content-type": "text/html",
        "content-language": "gl",
        "x-speech-note": "pitch of 42 Hz is out of reach; spoken at 45 Hz",
        "retry-after": "3",
        "retry-after-ms": "3000",
        "x-should-retry": "true",
        "x-ratelimit-remaining": "0",
        etag: '"e"',
        "set-cookie": "a=b",
        "content-security-policy": "script-src *",
        "access-control-allow-origin": "*",
        server: "secret",
        "x-powered-by": "secret",
        location: "http://evil.example",
        connection: "close, etag, x-internal",
        "x-internal": "secret",
      });
      response.end("<script>alert(1)</script>");
    };
    const { headers, text } = await proxy.send("GET", "/v1/models");
    expect(headers).toMatchObject({
      "content-type": "text/html",
      "content-language": "gl",
      "x-speech-note": "pitch of 42 Hz is out of reach; spoken at 45 Hz",
      "retry-after": "3",
      "retry-after-ms": "3000",
      "x-should-retry": "true",
      "x-ratelimit-remaining": "0",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "cross-origin-resource-policy": "same-origin",
    });
    const withheld = [
      "set-cookie",
      "access-control-allow-origin",
      "server",
      "x-powered-by",
      "location",
      "x-internal",
      "etag",
    ];
    for (const name of withheld) expect([name, headers[name]]).toEqual([name, undefined]);
    expect(readUpstreamFields(String(headers["x-upstream-headers"]))).toEqual([
      ["etag", '"e"'],
      ["set-cookie", "a=*"],
      ["content-security-policy", "script-src *"],
      ["access-control-allow-origin", "*"],
      ["server", "secret"],
      ["x-powered-by", "secret"],
      ["location", "http://evil.example"],
      ["x-internal", "secret"],
      ["date", expect.any(String)],
    ]);
    expect(text).toBe("<script>alert(1)</script>");
  });
});

test("what is told of withheld fields holds no key, is bounded, and is nothing but data", async () => {
  upstream.answer = (request, response) => {
    const key = String(request.headers.authorization).slice("Bearer ".length);
    response.writeHead(200, {
      via: `1.1 gateway (${key})`,
      "x-trace-id": `trace-${key.slice(2, 12)}-Gr\u00fc\u00dfe "quoted"`,
      "x-long": "a".repeat(3_000),
      ...Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`x-many-${at}`, "b".repeat(200)])),
    });
    response.end("{}");
  };
  const { headers } = await proxy.send("GET", "/v1/models");
  const note = String(headers["x-upstream-headers"]);
  const told = new Map(readUpstreamFields(note));
  expect(told.get("via")).toMatch(/^1\.1 gateway \(\*+\)$/);
  expect(told.get("x-trace-id")).toMatch(/^trace-\*{10}-Gr\u00fc\u00dfe "quoted"$/);
  // What was cut is told.
  expect(told.get("x-long")).toBe(`${"a".repeat(500)}… (3000 characters, cut by the playground)`);
  const many = [...told.keys()].filter((name) => name.startsWith("x-many-")).length;
  expect([...told].at(-1)).toEqual(["…", expect.stringMatching(/^\d\d more fields, cut by the playground$/)]);
  expect(Number.parseInt(told.get("…") ?? "", 10)).toBeGreaterThanOrEqual(50 - many);
  expect(note.length).toBeLessThan(6_000);
  expect(note).toMatch(/^[\x20-\x7e]*$/);
});

describe("bodies", () => {
  test("leave byte for byte, valid JSON or not", async () => {
    const bodies = ['{ "a" : 1e999,\n"a":2, "__proto__":{} }', "", "{", "nonsense", '"\\ud83d"', "[".repeat(64)];
    for (const body of bodies) expect((await proxy.post("/v1/audio/speech", body)).status).toBe(200);
    const bytes = Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d]);
    await proxy.post("/v1/audio/speech", bytes);
    expect(upstream.seen.map(({ body }) => body)).toEqual([...bodies.map((body) => Buffer.from(body)), bytes]);
  });

  test("500,000 Chinese characters and as many escaped emoji pass", async () => {
    const chinese = JSON.stringify({ input: "语".repeat(500_000) });
    const emoji = `{"input":"${"\\ud83d\\ude00".repeat(500_000)}"}`;
    for (const body of [chinese, emoji]) {
      expect((await proxy.post("/v1/audio/speech/tasks", body)).status).toBe(200);
      expect(upstream.seen.pop()?.body.equals(Buffer.from(body))).toBe(true);
    }
  });

  test("beyond 8 MB get 413, whether the length was announced or not", async () => {
    const reply = await proxy.raw(`${postTo(proxy)}Content-Length: 8388609\r\n\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 413 [\s\S]*"body_too_large"/);
    const small = await startProxy(upstream.url, { limits: { bodyBytes: 10 } });
    const chunks = "Transfer-Encoding: chunked\r\n\r\nb\r\n12345678901\r\n0\r\n\r\n";
    expect(await small.raw(postTo(small) + chunks)).toMatch(/^HTTP\/1\.1 413 /);
    await small.close();
    expect(upstream.seen).toHaveLength(0);
  });

  test.each([
    ["5,000 levels", `${"[".repeat(5_000)}${"]".repeat(5_000)}`],
    ["700,000 keys", `{"model":"cloud-tts"${',"key":0'.repeat(700_000)}}`],
    ["a million arrays", `[${"[],".repeat(1_000_000)}0]`],
    ["700,000 short texts", `["a"${',"a"'.repeat(700_000)}]`],
    ["what is no JSON, and could cost as much", `{"a":${"[,".repeat(1_000_000)}`],
  ])("that cost more to parse than to send get 400 before they have come: %s", async (_what, body) => {
    const reply = await proxy.raw(`${postTo(proxy)}Content-Length: 8000000\r\n\r\n${body.slice(0, 300_000)}`);
    expect(reply).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"json_too_complex"/);
    expect(reply).toContain("at most 64 levels deep and hold at most 10000 keys and array elements");
    expect(upstream.seen).toHaveLength(0);
  });

  test("that don't arrive in time get 408", async () => {
    const impatient = await startProxy(upstream.url, { limits: { requestTime: 200 } });
    const reply = await impatient.raw(`${postTo(impatient)}Content-Length: 5\r\n\r\n{`);
    expect(reply).toMatch(/^HTTP\/1\.1 408 [\s\S]*"request_timeout"/);
    await impatient.close();
    expect(upstream.seen).toHaveLength(0);
  });
});
