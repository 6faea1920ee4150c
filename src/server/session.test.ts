import { describe, expect, test } from "vitest";
import { readConfiguration } from "./configuration.ts";
import { canary, type Reply, type RunningProxy } from "./proxy.fixture.ts";
import {
  configOf,
  cookieOf,
  open,
  own,
  password,
  secret,
  sessionPath,
  setUpGuarded,
  signIn,
  signOut,
  visitorKey,
} from "./session/guarded.fixture.ts";

/** Who pays: each test is named after what must be survived, and runs over real sockets. */
const guarded = setUpGuarded();
const { start, withPassword, withKeys } = guarded;

const everyRoute = [
  ["GET", "/v1/models"],
  ["POST", "/v1/audio/speech"],
  ["POST", "/v1/audio/speech/tasks"],
  ["GET", "/v1/audio/speech/tasks/task_1"],
  ["GET", "/v1/audio/speech/tasks/task_1/content"],
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
    expect(guarded.upstream.seen).toHaveLength(0);
    const told = need === "key" ? { baseUrl: guarded.upstream.url } : {};
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
    expect(await configOf(proxy, cookie)).toMatchObject({
      session: "password",
      hasKey: true,
      baseUrl: guarded.upstream.url,
    });
    await proxy.post("/v1/audio/speech", "{}", { cookie, authorization: "Bearer mine" });
    expect(guarded.upstream.seen.map(({ headers }) => [headers.authorization, headers.cookie])).toEqual([
      [`Bearer ${canary}`, undefined],
    ]);
  });

  test("is the one in the visitor's session where the server has none", async () => {
    const proxy = await withKeys();
    const mine = await signIn(proxy, { apiKey: ` ${visitorKey}\n` });
    const other = await signIn(proxy, { apiKey: "sk-another-visitor" });
    guarded.upstream.seen.length = 0;
    await proxy.post("/v1/audio/speech", "{}", { cookie: mine, authorization: "Bearer mine" });
    await proxy.send("GET", "/v1/models", { headers: { cookie: other } });
    expect(guarded.upstream.seen.map(({ headers }) => headers.authorization)).toEqual([
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

  test("is taken back when the session ends, and a copy of it is good for nothing", async () => {
    for (const [proxy, opener] of [
      [await withPassword(), { password }],
      [await withKeys(), { apiKey: visitorKey }],
    ] as const) {
      const [cookie, other] = [await signIn(proxy, opener), await signIn(proxy, opener)];
      const reply = await signOut(proxy, cookie);
      expect([reply.status, cookieOf(reply)]).toEqual([204, `${cookie.split("=", 1)[0]}=`]);
      expect(String(reply.headers["set-cookie"])).toMatch(/; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict$/);
      expect(await configOf(proxy, cookie)).toMatchObject({ hasKey: false });
      const refused = await proxy.send("GET", "/v1/models", { headers: { cookie } });
      expect([refused.status, refused.code]).toEqual([401, "session_required"]);
      expect((await proxy.send("GET", "/v1/models", { headers: { cookie: other } })).status).toBe(200);
    }
  });

  test("ends at the playground that is asked to, and an answer that is under way comes to its end", async () => {
    const [first, second] = [await withKeys(), await withKeys()];
    const cookie = await signIn(first, { apiKey: visitorKey });
    let goOn = () => {};
    guarded.upstream.answer = (_request, response) => {
      response.write("half");
      goOn = () => response.end(" and half");
    };
    const reply = first.post("/v1/audio/speech", "{}", { cookie });
    await expect.poll(() => guarded.upstream.seen.length).toBe(2);
    await signOut(first, cookie);
    goOn();
    expect([(await reply).text, (await reply).complete]).toEqual(["half and half", true]);
    expect(await configOf(first, cookie)).toMatchObject({ hasKey: false });
    expect(await configOf(second, cookie)).toMatchObject({ hasKey: true });
  });

  test("fits into a cookie with the longest key", async () => {
    const proxy = await withKeys();
    const apiKey = "k".repeat(2_048);
    const cookie = await signIn(proxy, { apiKey });
    expect(cookie.length).toBeLessThan(4_096);
    await proxy.send("GET", "/v1/models", { headers: { cookie } });
    expect(guarded.upstream.seen[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
  });

  test("that isn't whole, ours or of this secret is no session, and never a 500", async () => {
    const proxy = await withKeys();
    const cookie = await signIn(proxy, { apiKey: visitorKey });
    guarded.upstream.seen.length = 0;
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
    expect(guarded.upstream.seen).toHaveLength(0);
    expect((await proxy.send("GET", "/v1/models", { headers: { cookie: `a=b; ${cookie}; c` } })).status).toBe(200);
  });

  test("that stands there twice with different values is none, so that nobody's is put under another's", async () => {
    const proxy = await withKeys();
    const mine = await signIn(proxy, { apiKey: visitorKey });
    const tossed = await signIn(proxy, { apiKey: "sk-of-somebody-else" });
    guarded.upstream.seen.length = 0;
    for (const cookie of [`${tossed}; ${mine}`, `${mine}; a=b; ${tossed}`, `${mine}; ${mine.split("=", 1)[0]}=`]) {
      expect((await proxy.send("GET", "/v1/models", { headers: { cookie } })).status).toBe(401);
    }
    expect(guarded.upstream.seen).toHaveLength(0);
    expect((await proxy.send("GET", "/v1/models", { headers: { cookie: `${mine}; ${mine}` } })).status).toBe(200);
  });

  test.each<[string, (proxy: RunningProxy) => Promise<RunningProxy>, object]>([
    ["another secret", () => withKeys({ SESSION_SECRET: secret.toUpperCase() }), { apiKey: visitorKey }],
    ["a secret of its own", () => withKeys({ SESSION_SECRET: "" }), { apiKey: visitorKey }],
    ["another service", () => withKeys({ SPEECH_BASE_URL: `${guarded.upstream.url}/other` }), { apiKey: visitorKey }],
    [
      "the same service, whose WebSockets are elsewhere,",
      () => withKeys({ SPEECH_WS_BASE_URL: "wss://sockets.example" }),
      { apiKey: visitorKey },
    ],
    ["another password", () => withPassword({ PLAYGROUND_PASSWORD: "changed" }), { password }],
  ])("of a playground with %s is no session", async (_, startOther, opener) => {
    const first = await ("password" in opener ? withPassword() : withKeys());
    const other = await startOther(first);
    const seal = (await signIn(first, opener)).split("=")[1];
    const otherOpener = "password" in opener ? { password: "changed" } : opener;
    const otherName = (await signIn(other, otherOpener)).split("=", 1)[0];
    guarded.upstream.seen.length = 0;
    const reply = await other.send("GET", "/v1/models", { headers: { cookie: `${otherName}=${seal}` } });
    expect([reply.status, reply.code]).toEqual([401, "session_required"]);
    expect(guarded.upstream.seen).toHaveLength(0);
  });

  test("is known to every playground with the same SESSION_SECRET", async () => {
    const [first, second] = [await withKeys(), await withKeys()];
    const cookie = await signIn(first, { apiKey: visitorKey });
    expect(await configOf(second, cookie)).toMatchObject({ hasKey: true });
    await second.post("/v1/audio/speech", "{}", { cookie });
    expect(guarded.upstream.seen[0]?.headers.authorization).toBe(`Bearer ${visitorKey}`);
    const [third, fourth] = [await withPassword(), await withPassword()];
    expect(await configOf(fourth, await signIn(third, { password }))).toMatchObject({ hasKey: true });
  });
});

test("6. 7. no answer, cookie or log line gives a visitor's key back, whatever the service echoes", async () => {
  const proxy = await withKeys();
  const opened = await open(proxy, { apiKey: visitorKey });
  const headers = { ...own(proxy), cookie: cookieOf(opened) };
  const texts = [JSON.stringify(opened.headers)];
  const keep = (reply: Reply) => texts.push(JSON.stringify(reply.headers) + reply.text);
  for (const status of [200, 400, 401, 403, 429, 500]) {
    guarded.upstream.answer = (request, response) => {
      response.writeHead(status, { "content-type": "application/json", "x-request-id": request.headers.authorization });
      const part = `${visitorKey.slice(0, 7)}***${visitorKey.slice(-4)}`;
      response.end(`{"error":{"message":"Incorrect key ${visitorKey} given: ${part}.","code":"bad_key"}}`);
    };
    keep(await proxy.post("/v1/audio/speech", "{}", headers));
  }
  guarded.upstream.answer = (_request, response) => response.destroy();
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

test("11. an open address with the server's key and no password refuses to start, and says how to mean it", () => {
  const open = { SPEECH_BASE_URL: guarded.upstream.url, SPEECH_API_KEY: canary, HOST: "0.0.0.0" };
  expect(() => readConfiguration(open)).toThrow(/HOST .*PLAYGROUND_PASSWORD.*ALLOW_OPEN_BINDING=yes/);
  expect(() => readConfiguration({ ...open, PLAYGROUND_PASSWORD: password })).not.toThrow();
});

test("without SESSION_SECRET the log says that sessions end with the program", async () => {
  expect((await withKeys({ SESSION_SECRET: "" })).log()).toContain("SESSION_SECRET isn't set");
  expect((await withKeys()).log()).not.toContain("SESSION_SECRET");
  expect((await start({})).log()).not.toContain("SESSION_SECRET");
});

describe("where the service's WebSockets are", () => {
  const elsewhere = { SPEECH_WS_BASE_URL: "wss://sockets.example/x" };
  test("is told with the service's address, to whom that is told, where it is another host or less safe", async () => {
    expect(await configOf(await withKeys(elsewhere))).toMatchObject({ webSocketBaseUrl: "wss://sockets.example/x" });
    const proxy = await withPassword(elsewhere);
    expect(await configOf(proxy)).not.toHaveProperty("webSocketBaseUrl");
    const cookie = await signIn(proxy, { password });
    expect(await configOf(proxy, cookie)).toMatchObject({ webSocketBaseUrl: "wss://sockets.example/x" });
    const plain = { SPEECH_BASE_URL: "https://a.example", SPEECH_WS_BASE_URL: "ws://a.example" };
    expect(await configOf(await start(plain))).toMatchObject({ webSocketBaseUrl: "ws://a.example" });
  });

  test("isn't told where everybody expects them", async () => {
    const same = { SPEECH_BASE_URL: "https://a.example/x", SPEECH_WS_BASE_URL: "wss://A.example:443/y" };
    for (const environment of [{}, same]) {
      expect(await configOf(await start(environment))).not.toHaveProperty("webSocketBaseUrl");
    }
  });
});
