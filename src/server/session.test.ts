import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { playgroundRoutes } from "../contract/playground.ts";
import { readConfiguration } from "./configuration.ts";
import {
  canary,
  type ProxyOptions,
  type Reply,
  type RunningProxy,
  startProxy,
  startUpstream,
  type Upstream,
} from "./proxy.fixture.ts";

/** Who pays: each test is named after what must be survived, and runs over real sockets. */
const password = "correct horse battery";
const visitorKey = "sk-visitor-5b1e88c0d7";
const secret = "0123456789abcdef0123456789abcdef";
const sessionPath = playgroundRoutes.openSession.path;

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
beforeEach(() => {
  upstream.seen.length = 0;
  upstream.answer = (_request, response) => response.setHeader("content-type", "application/json").end("{}");
});
afterAll(() => upstream.close());

async function start(environment: Record<string, string>, options: ProxyOptions = {}): Promise<RunningProxy> {
  const limits = { wrongPasswordDelay: 1, longestPasswordDelay: 2, ...options.limits };
  const proxy = await startProxy(upstream.url, { ...options, limits, environment });
  onTestFinished(() => proxy.close());
  return proxy;
}
const withPassword = (more: Record<string, string> = {}, options?: ProxyOptions) =>
  start({ PLAYGROUND_PASSWORD: password, SESSION_SECRET: secret, ...more }, options);
const withKeys = (more: Record<string, string> = {}) => start({ SPEECH_API_KEY: "", SESSION_SECRET: secret, ...more });

const own = (proxy: RunningProxy) => ({ origin: `http://${proxy.host}` });
const open = (proxy: RunningProxy, body: unknown, headers: Record<string, string> = {}) =>
  proxy.post(sessionPath, typeof body === "string" ? body : JSON.stringify(body), { ...own(proxy), ...headers });

/** `name=value` of the cookie that an answer sets. */
function cookieOf(reply: Reply): string {
  return String(reply.headers["set-cookie"]).split(";", 1)[0] ?? "";
}

async function signIn(proxy: RunningProxy, opener: unknown): Promise<string> {
  const reply = await open(proxy, opener);
  expect([reply.status, reply.text]).toEqual([204, ""]);
  return cookieOf(reply);
}

async function configOf(proxy: RunningProxy, cookie = ""): Promise<unknown> {
  return JSON.parse((await proxy.send("GET", "/playground/config", { headers: { cookie } })).text);
}

const everyRoute = [
  ["GET", "/v1/models"],
  ["POST", "/v1/audio/speech"],
  ["POST", "/v1/audio/speech/tasks"],
  ["GET", "/v1/audio/speech/tasks/task_1"],
  ["GET", "/v1/audio/speech/tasks/task_1/content?signature=1"],
  ["HEAD", "/v1/audio/speech/tasks/task_1/content"],
  ["GET", "/v1/audio/speech/tasks/task_1/timestamps"],
  ["POST", "/v1/systemone"],
] as const;

describe("1. no session where one is required", () => {
  test.each([
    ["the playground's password", withPassword, "password"],
    ["a visitor's key", withKeys, "key"],
  ] as const)("of %s is 401 in our shape on every route, and nothing reaches the service", async (_, begin, need) => {
    const proxy = await begin();
    for (const [method, path] of everyRoute) {
      const headers = method === "POST" ? { "content-type": "application/json" } : {};
      const reply = await proxy.send(method, path, { headers, ...(method === "POST" ? { body: "{}" } : {}) });
      expect([method, path, reply.status]).toEqual([method, path, 401]);
      if (method === "HEAD") continue;
      expect(JSON.parse(reply.text)).toEqual({
        error: {
          message: expect.any(String),
          type: "authentication_error",
          param: null,
          code: "session_required",
        },
      });
    }
    expect(upstream.seen).toHaveLength(0);
    const told = need === "key" ? { baseUrl: upstream.url } : {};
    expect(await configOf(proxy)).toEqual({
      service: "remote",
      version: expect.any(String),
      session: need,
      hasKey: false,
      ...told,
    });
  });

  test("is refused before the body has come", async () => {
    const proxy = await withPassword();
    const head = `POST /v1/audio/speech HTTP/1.1\r\nHost: ${proxy.host}\r\nConnection: close\r\n`;
    const answer = await proxy.raw(`${head}Content-Type: application/json\r\nContent-Length: 8000000\r\n\r\n{`);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe("2. the key that pays", () => {
  test("is the server's behind a password, whatever the client sends", async () => {
    const proxy = await withPassword();
    const cookie = await signIn(proxy, { password });
    expect(await configOf(proxy, cookie)).toMatchObject({ session: "password", hasKey: true, baseUrl: upstream.url });
    await proxy.post("/v1/audio/speech", "{}", { cookie, authorization: "Bearer mine" });
    expect(upstream.seen.map(({ headers }) => [headers.authorization, headers.cookie])).toEqual([
      [`Bearer ${canary}`, undefined],
    ]);
  });

  test("is the one in the visitor's session where the server has none", async () => {
    const proxy = await withKeys();
    const mine = await signIn(proxy, { apiKey: ` ${visitorKey}\n` });
    const other = await signIn(proxy, { apiKey: "sk-another-visitor" });
    await proxy.post("/v1/audio/speech", "{}", { cookie: mine, authorization: "Bearer mine" });
    await proxy.send("GET", "/v1/models", { headers: { cookie: other } });
    expect(upstream.seen.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${visitorKey}`,
      "Bearer sk-another-visitor",
    ]);
    expect((await proxy.send("GET", "/v1/models", { headers: { authorization: "Bearer mine" } })).status).toBe(401);
  });
});

describe("3. a session is opened and ended by the own page alone:", () => {
  test.each<Record<string, string>>([
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://127.0.0.1:1" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    {},
  ])("not with %j", async (headers) => {
    const proxy = await withPassword();
    const json = { "content-type": "application/json", ...headers };
    for (const [method, body] of [
      ["POST", JSON.stringify({ password })],
      ["DELETE", undefined],
    ] as const) {
      const reply = await proxy.send(method, sessionPath, { headers: json, ...(body === undefined ? {} : { body }) });
      expect([method, reply.status, reply.code]).toEqual([method, 403, "foreign_origin"]);
      expect(reply.headers["set-cookie"]).toBeUndefined();
    }
  });
});

describe("4. the body that opens a session", () => {
  test.each(["text/plain", "application/x-www-form-urlencoded"])("as %s is 415", async (type) => {
    const proxy = await withPassword();
    expect((await open(proxy, { password }, { "content-type": type })).status).toBe(415);
  });

  test.each<[string | object, number]>([
    [{}, 400],
    [{ password: "" }, 400],
    [{ password: null }, 400],
    [{ password: [password] }, 400],
    [{ password, apiKey: visitorKey }, 400],
    [{ apiKey: visitorKey }, 400],
    [`{"password": "${password}", "__proto__": {}}`, 400],
    [[password], 400],
    ["", 400],
    ["null", 400],
    [`{"password": "${password}"`, 400],
  ])("%j is refused", async (body, status) => {
    const proxy = await withPassword();
    const reply = await open(proxy, body);
    expect([reply.status, reply.headers["set-cookie"]]).toEqual([status, undefined]);
    expect(reply.text).not.toContain("horse");
  });

  test.each([{ apiKey: "" }, { apiKey: "two words" }, { apiKey: "sk\r\nx: y" }, { apiKey: "schlüssel" }, { password }])(
    "%j is no key",
    async (body) => {
      const reply = await open(await withKeys(), body);
      expect([reply.status, reply.headers["set-cookie"]]).toEqual([400, undefined]);
    },
  );

  test("that is too large is refused", async () => {
    const proxy = await withPassword();
    expect((await open(proxy, { password: "x".repeat(1_025) })).status).toBe(400);
    expect((await open(proxy, { password: "x".repeat(8_192) })).status).toBe(413);
    expect((await open(await withKeys(), { apiKey: "k".repeat(2_049) })).status).toBe(400);
  });

  test("isn't needed where everybody may speak", async () => {
    const proxy = await start({});
    expect(await configOf(proxy)).toMatchObject({ session: "none_needed", hasKey: true });
    expect((await open(proxy, { password })).code).toBe("session_not_needed");
  });

  test("in another method is 405", async () => {
    const reply = await (await withPassword()).send("GET", sessionPath);
    expect([reply.status, reply.headers.allow]).toEqual([405, "POST, DELETE"]);
  });
});

describe("5. the session's cookie", () => {
  test("is for no script, no other site and a working day", async () => {
    const proxy = await withKeys();
    const reply = await open(proxy, { apiKey: visitorKey });
    expect(reply.headers["set-cookie"]).toHaveLength(1);
    expect(String(reply.headers["set-cookie"])).toMatch(
      /^playground_session_[0-9a-f]{8}=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(reply.headers["cache-control"]).toBe("no-store");
  });

  test("is Secure and bound to its host where the playground is reached by https", async () => {
    const proxy = await withPassword({ PLAYGROUND_PUBLIC_URL: "https://play.example.com" });
    const headers = { host: "play.example.com", origin: "https://play.example.com" };
    const reply = await open(proxy, { password }, headers);
    expect(String(reply.headers["set-cookie"])).toMatch(
      /^__Host-playground_session_[0-9a-f]{8}=[^;]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const cookie = cookieOf(reply);
    expect((await proxy.send("GET", "/v1/models", { headers: { ...headers, cookie } })).status).toBe(200);
    const unbound = cookie.replace("__Host-", "");
    expect((await proxy.send("GET", "/v1/models", { headers: { ...headers, cookie: unbound } })).status).toBe(401);
  });

  test("isn't made Secure by a header that any client can send", async () => {
    const proxy = await withPassword();
    const reply = await open(proxy, { password }, { "x-forwarded-proto": "https" });
    expect(String(reply.headers["set-cookie"])).not.toContain("Secure");
  });

  test("is taken back when the session ends", async () => {
    const proxy = await withPassword();
    const cookie = await signIn(proxy, { password });
    const reply = await proxy.send("DELETE", sessionPath, { headers: { ...own(proxy), cookie } });
    expect([reply.status, cookieOf(reply)]).toEqual([204, `${cookie.split("=", 1)[0]}=`]);
    expect(String(reply.headers["set-cookie"])).toMatch(/; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  test("fits into a cookie with the longest key", async () => {
    const proxy = await withKeys();
    const apiKey = "k".repeat(2_048);
    const cookie = await signIn(proxy, { apiKey });
    expect(cookie.length).toBeLessThan(4_096);
    await proxy.send("GET", "/v1/models", { headers: { cookie } });
    expect(upstream.seen[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
  });

  test("that isn't whole, ours or of this secret is no session, and never a 500", async () => {
    const proxy = await withKeys();
    const cookie = await signIn(proxy, { apiKey: visitorKey });
    const [name = "", value = ""] = cookie.split(/=(.*)/s);
    const parts = value.split("*");
    const changed = parts.map((part, at) =>
      [...parts.slice(0, at), `${part.startsWith("A") ? "B" : "A"}${part.slice(1)}`, ...parts.slice(at + 1)].join("*"),
    );
    const broken = [
      "",
      "x",
      "%",
      "%00",
      "*******~2",
      "__proto__",
      '"',
      visitorKey,
      value.slice(0, -1),
      value.slice(0, value.length / 2),
      `${value}~2`,
      value.replace(/~2$/, "~1"),
      value.repeat(9),
      "x".repeat(5_000),
      ...changed,
    ];
    for (const text of broken) {
      const reply = await proxy.send("GET", "/v1/models", { headers: { cookie: `${name}=${text}` } });
      expect([text.slice(0, 99), reply.status, reply.code]).toEqual([text.slice(0, 99), 401, "session_required"]);
      expect(await configOf(proxy, `${name}=${text}`)).toMatchObject({ hasKey: false });
    }
    expect(upstream.seen).toHaveLength(0);
    expect((await proxy.send("GET", "/v1/models", { headers: { cookie: `a=b; ${cookie}; c` } })).status).toBe(200);
  });

  test("that stands there twice with different values is no session, so that nobody's session is put under another's", async () => {
    const proxy = await withKeys();
    const mine = await signIn(proxy, { apiKey: visitorKey });
    const tossed = await signIn(proxy, { apiKey: "sk-of-somebody-else" });
    for (const cookie of [`${tossed}; ${mine}`, `${mine}; a=b; ${tossed}`, `${mine}; ${mine.split("=", 1)[0]}=`]) {
      expect((await proxy.send("GET", "/v1/models", { headers: { cookie } })).status).toBe(401);
    }
    expect(upstream.seen).toHaveLength(0);
    expect((await proxy.send("GET", "/v1/models", { headers: { cookie: `${mine}; ${mine}` } })).status).toBe(200);
  });

  test.each<[string, (proxy: RunningProxy) => Promise<RunningProxy>, object]>([
    ["another secret", () => withKeys({ SESSION_SECRET: secret.toUpperCase() }), { apiKey: visitorKey }],
    ["a secret of its own", () => withKeys({ SESSION_SECRET: "" }), { apiKey: visitorKey }],
    ["another service", () => withKeys({ SPEECH_BASE_URL: `${upstream.url}/other` }), { apiKey: visitorKey }],
    ["another password", () => withPassword({ PLAYGROUND_PASSWORD: "changed" }), { password }],
  ])("of a playground with %s is no session", async (_, startOther, opener) => {
    const first = await ("password" in opener ? withPassword() : withKeys());
    const other = await startOther(first);
    const seal = (await signIn(first, opener)).split("=")[1];
    const otherOpener = "password" in opener ? { password: "changed" } : opener;
    const otherName = (await signIn(other, otherOpener)).split("=", 1)[0];
    const reply = await other.send("GET", "/v1/models", { headers: { cookie: `${otherName}=${seal}` } });
    expect([reply.status, reply.code]).toEqual([401, "session_required"]);
    expect(upstream.seen).toHaveLength(0);
  });

  test("is known to every playground with the same SESSION_SECRET", async () => {
    const [first, second] = [await withKeys(), await withKeys()];
    const cookie = await signIn(first, { apiKey: visitorKey });
    expect(await configOf(second, cookie)).toMatchObject({ hasKey: true });
    await second.post("/v1/audio/speech", "{}", { cookie });
    expect(upstream.seen[0]?.headers.authorization).toBe(`Bearer ${visitorKey}`);
    const [third, fourth] = [await withPassword(), await withPassword()];
    expect(await configOf(fourth, await signIn(third, { password }))).toMatchObject({ hasKey: true });
  });
});

test("6. 7. a visitor's key can't be read back: not from an answer, a cookie or the log, whatever the service echoes", async () => {
  const proxy = await withKeys();
  const opened = await open(proxy, { apiKey: visitorKey });
  const headers = { ...own(proxy), cookie: cookieOf(opened) };
  const texts = [JSON.stringify(opened.headers)];
  const keep = (reply: Reply) => texts.push(JSON.stringify(reply.headers) + reply.text);
  for (const status of [200, 400, 401, 403, 429, 500]) {
    upstream.answer = (request, response) => {
      response.writeHead(status, { "content-type": "application/json", "x-request-id": request.headers.authorization });
      const part = `${visitorKey.slice(0, 7)}***${visitorKey.slice(-4)}`;
      response.end(`{"error":{"message":"Incorrect key ${visitorKey} given: ${part}.","code":"bad_key"}}`);
    };
    keep(await proxy.post("/v1/audio/speech", "{}", headers));
  }
  upstream.answer = (_request, response) => response.destroy();
  keep(await proxy.post("/v1/audio/speech", "{}", headers));
  for (const path of ["/playground/config", "/playground/session", "/healthz", "/nothing"]) {
    keep(await proxy.send("GET", path, { headers }));
  }
  keep(await open(proxy, { apiKey: visitorKey, more: 1 }));
  keep(await proxy.send("DELETE", sessionPath, { headers }));
  const part = visitorKey.slice(3, 12);
  for (const text of [...texts, proxy.log()]) expect(text).not.toContain(part);
  const refused = texts[3] ?? "";
  // It is the visitor's, so the service's own words come through, but for all that they repeat of it.
  expect(refused).toContain('"code":"bad_key"');
  expect(refused).toMatch(/"Incorrect key \*+ given: \*+\."/);
  expect(refused).not.toContain("proxy-status");
  expect(Buffer.from(decodeURIComponent(cookieOf(opened)), "base64").toString("latin1")).not.toContain(part);
});

describe("wrong passwords", () => {
  test("are said, logged without the password, and slowed down", async () => {
    const proxy = await withPassword({}, { limits: { wrongPasswordDelay: 100, longestPasswordDelay: 100 } });
    const guess = "correct horse batterz";
    const first = await open(proxy, { password: guess });
    expect([first.status, first.code]).toEqual([401, "wrong_password"]);
    const begun = performance.now();
    await open(proxy, { password: guess });
    expect(performance.now() - begun).toBeGreaterThan(95);
    await signIn(proxy, { password });
    expect(proxy.log().match(/"msg":"wrong password"/g)).toHaveLength(2);
    expect(proxy.log()).toContain('"address":"127.0.0.1"');
    expect(proxy.log()).not.toContain("horse");
  });

  test("are 429 beyond so many in a minute, and then even the right one", async () => {
    const proxy = await withPassword({}, { limits: { sessionAttempts: 3 } });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt++) statuses.push((await open(proxy, { password: "no" })).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    const reply = await open(proxy, { password });
    expect([reply.status, reply.code, reply.headers["set-cookie"]]).toEqual([429, "too_many_attempts", undefined]);
    expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
    expect((await proxy.send("GET", "/playground/config")).status).toBe(200);
  });

  const from = (proxy: RunningProxy, visitor: string, given: string) =>
    open(proxy, { password: given }, { "x-forwarded-for": visitor });

  test("of one visitor behind a trusted reverse proxy don't lock out the others, whatever the visitor claims", async () => {
    const proxy = await withPassword({ TRUSTED_PROXIES: "127.0.0.0/8" }, { limits: { sessionAttempts: 2 } });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt++) {
      statuses.push((await from(proxy, `198.51.100.${attempt}, 203.0.113.7`, "no")).status);
    }
    expect(statuses).toEqual([401, 401, 429, 429]);
    expect((await from(proxy, "203.0.113.8", password)).status).toBe(204);
    expect(proxy.log()).toContain('"address":"203.0.113.7"');
  });

  test("count together behind a reverse proxy that isn't trusted, since anyone can claim an address", async () => {
    const proxy = await withPassword({ TRUSTED_PROXIES: "192.0.2.1" }, { limits: { sessionAttempts: 2 } });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt++) {
      statuses.push((await from(proxy, `203.0.113.${attempt}`, "no")).status);
    }
    expect(statuses).toEqual([401, 401, 429, 429]);
  });

  test("many at once are slowed down and bounded as those after one another", async () => {
    const proxy = await withPassword({}, { limits: { sessionAttempts: 8 } });
    const guesses = await Promise.all(Array.from({ length: 40 }, () => open(proxy, { password: "no" })));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(8);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(32);
  });

  test("of another site's page don't use up the visitor's attempts", async () => {
    const proxy = await withPassword({}, { limits: { sessionAttempts: 1 } });
    for (let attempt = 0; attempt < 3; attempt++) {
      expect((await open(proxy, { password: "no" }, { origin: "https://evil.example" })).status).toBe(403);
    }
    await signIn(proxy, { password });
  });
});

test("11. an address of the network with the server's key and no password refuses to start, and says how to mean it", () => {
  const open = { SPEECH_BASE_URL: upstream.url, SPEECH_API_KEY: canary, HOST: "0.0.0.0" };
  expect(() => readConfiguration(open)).toThrow(/HOST .*PLAYGROUND_PASSWORD.*ALLOW_OPEN_BINDING=yes/);
  expect(() => readConfiguration({ ...open, PLAYGROUND_PASSWORD: password })).not.toThrow();
});

test("without SESSION_SECRET the log says that sessions end with the program", async () => {
  expect((await withKeys({ SESSION_SECRET: "" })).log()).toContain("SESSION_SECRET isn't set");
  expect((await withKeys()).log()).not.toContain("SESSION_SECRET");
  expect((await start({})).log()).not.toContain("SESSION_SECRET");
});
