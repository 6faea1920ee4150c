import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { byHandFields, byHandMethods, byHandPath, faultOfFields, isBelowBase } from "../contract/by-hand.ts";
import { pathAt } from "../contract/service-names.ts";
import { type FakeService, startFakeService } from "../http/fake-service.fixture.ts";
import { canary, type ProxyOptions, type RunningProxy, startProxy } from "./proxy.fixture.ts";

/** Requests that a person writes wholly by hand: where they can go, with which fields, and whose key pays. */
const ownKey = "sk-own-key-51d0c3a7be";
let upstream: FakeService;

beforeEach(async () => {
  upstream = await startFakeService();
  upstream.answer = (_request, response) => response.writeHead(200, { "content-type": "text/plain" }).end("hello");
});
afterEach(() => upstream.close());

async function start(options: ProxyOptions = {}): Promise<RunningProxy> {
  const proxy = await startProxy(upstream.url, options);
  onTestFinished(() => proxy.close());
  return proxy;
}

interface Written {
  readonly fields?: readonly (readonly [string, string])[];
  readonly key?: string;
  readonly body?: string;
  readonly service?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function byHand(proxy: RunningProxy, method: string, path: string, written: Written = {}) {
  const { fields = [], key, body, service, headers } = written;
  return proxy.send(method, pathAt(service, byHandPath + path), {
    headers: {
      origin: `http://${proxy.host}`,
      [byHandFields.fields]: JSON.stringify(fields),
      ...(key === undefined ? {} : { [byHandFields.key]: key }),
      ...(body === undefined ? {} : { "content-type": "application/octet-stream", "content-length": body.length }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
}

test.each(byHandMethods)(
  "%s goes out as it was written, with its own fields, and its answer comes back",
  async (method) => {
    const proxy = await start();
    const body = method === "GET" || method === "HEAD" || method === "OPTIONS" ? undefined : "any text <at all>";
    const reply = await byHand(proxy, method, "/v1/voices/x?a=%2F&b", {
      fields: [
        ["X-Trial", "one two"],
        ["Content-Type", "text/x-anything"],
        ["Accept", "text/html"],
      ],
      ...(body === undefined ? {} : { body }),
    });
    expect([reply.status, reply.text]).toEqual([200, method === "HEAD" ? "" : "hello"]);
    const [seen] = upstream.seen;
    expect([seen?.method, seen?.url, seen?.body.toString()]).toEqual([method, "/v1/voices/x?a=%2F&b", body ?? ""]);
    expect(seen?.headers).toMatchObject({
      "x-trial": "one two",
      "content-type": "text/x-anything",
      accept: "text/html",
      authorization: `Bearer ${canary}`,
    });
    for (const name of Object.values(byHandFields)) expect(seen?.headers).not.toHaveProperty(name);
  },
);

test("a field is sent whatever it is called, and as many and as long ones as the page lets through", async () => {
  const proxy = await start();
  const names = ["__proto__", "constructor", "toString"];
  const long = [4_000, 3_850].map((length, index) => [`x-${index}`, "a".repeat(length)] as const);
  const fields = [...names.map((name) => [name, "1"] as const), ...long];
  expect(faultOfFields(fields)).toBeUndefined();
  expect((await byHand(proxy, "GET", "/v1/models", { fields })).status).toBe(200);
  const { rawHeaders = [] } = upstream.seen[0] ?? {};
  for (const [name, value] of fields) expect(rawHeaders[rawHeaders.indexOf(name.toLowerCase()) + 1]).toBe(value);

  const more = [...fields, ["x-2", '"'.repeat(100)] as const];
  expect(faultOfFields(more)).toEqual({ name: "x-2", fault: "long" });
  const refused = await byHand(proxy, "GET", "/v1/models", { fields: more });
  expect([refused.status, refused.code]).toEqual([400, "bad_request"]);
  expect(refused.text).toMatch(/Header field 6: .* 8,000 .* leave some out/);
});

test("only what has a body has a content type that nobody wrote", async () => {
  const proxy = await start();
  await byHand(proxy, "POST", "/v1/models");
  await byHand(proxy, "POST", "/v1/models", { fields: [["Content-Type", "text/x-anything"]] });
  await byHand(proxy, "POST", "/v1/models", { body: "{}" });
  const types = upstream.seen.map(({ headers }) => headers["content-type"]);
  expect(types).toEqual([undefined, "text/x-anything", "application/json"]);
});

test("a range is asked for, and what came of a file is passed on as a part", async () => {
  const proxy = await start();
  upstream.answer = ({ headers }, response) =>
    response.writeHead(206, { "content-range": "bytes 2-3/9" }).end(String(headers.range));
  const reply = await byHand(proxy, "GET", "/v1/audio/speech/tasks/task_1/content", {
    headers: { range: "bytes=2-3" },
  });
  expect([reply.status, reply.text, reply.headers["content-range"]]).toEqual([206, "bytes=2-3", "bytes 2-3/9"]);
});

describe("another key", () => {
  test("pays for its one request alone, and is neither logged nor told, whatever the service repeats", async () => {
    const proxy = await start();
    upstream.answer = ({ headers }, response) => {
      response.writeHead(200, { "content-type": "application/json", "x-request-id": String(headers.authorization) });
      response.end(JSON.stringify({ "you sent": headers.authorization }));
    };
    const reply = await byHand(proxy, "GET", "/v1/models", { key: ownKey });
    await byHand(proxy, "GET", "/v1/models");
    expect(upstream.seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${ownKey}`, `Bearer ${canary}`]);
    upstream.answer = (_request, response) => response.destroy();
    await byHand(proxy, "GET", "/v1/models", { key: ownKey });
    const told = [reply.text, JSON.stringify(reply.headers), proxy.log()].join("\n");
    expect(told).not.toContain(ownKey.slice(0, 12));
    expect(proxy.log()).toContain(byHandPath);
  });

  test("goes to the service that was chosen, and a redirect takes it nowhere", async () => {
    const other = await startFakeService();
    const directory = mkdtempSync(join(tmpdir(), "by-hand-"));
    onTestFinished(async () => {
      await other.close();
      rmSync(directory, { recursive: true });
    });
    const file = join(directory, "services.json");
    const entries = [
      { name: "staging", baseUrl: upstream.url, keyEnv: "STAGING_KEY" },
      { name: "production", baseUrl: other.url, keyEnv: "PRODUCTION_KEY" },
    ];
    writeFileSync(file, JSON.stringify(entries));
    const keys = { STAGING_KEY: "sk-staging-4c1d77", PRODUCTION_KEY: "sk-production-9e02b6" };
    const proxy = await start({
      environment: { SPEECH_API_KEY: "", SPEECH_BASE_URL: "", SPEECH_SERVICES: file, ...keys },
    });
    other.answer = (_request, response) => response.writeHead(307, { location: `${upstream.url}/v1/models` }).end();
    const reply = await byHand(proxy, "GET", "/v1/models", { key: ownKey, service: "production" });
    expect([reply.status, reply.code]).toEqual([502, "upstream_redirected"]);
    expect(other.seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${ownKey}`]);
    expect(upstream.seen).toEqual([]);
    for (const name of ["nowhere", "Production", "production.", "%70roduction", "produc%74ion"]) {
      const refused = await byHand(proxy, "GET", "/v1/models", { key: ownKey, service: name });
      expect([refused.status, refused.code]).toEqual([404, "service_unknown"]);
    }
    for (const prefix of ["/services/production%2Fv1/..", "/services/production/..", "/services/production/.%2e"]) {
      const path = `${prefix}${byHandPath}/v1/models`;
      const headers = { origin: `http://${proxy.host}`, [byHandFields.fields]: "[]" };
      expect((await proxy.send("GET", path, { headers })).status).toBeGreaterThanOrEqual(400);
    }
    expect([other.seen.length, upstream.seen.length]).toEqual([1, 0]);
  });

  test("that no header can hold is refused, as is one for who hasn't signed in", async () => {
    const guarded = await start({ environment: { PLAYGROUND_PASSWORD: "open sesame, please" } });
    expect(await byHand(guarded, "GET", "/v1/models", { key: ownKey })).toMatchObject({
      status: 401,
      code: "session_required",
    });
    const proxy = await start();
    expect(await byHand(proxy, "GET", "/v1/models", { key: "two words" })).toMatchObject({ code: "bad_request" });
    expect(upstream.seen).toEqual([]);
  });
});

test("the server's key pays for what isn't documented only where nobody but its owner is", async () => {
  const password = "open sesame, please";
  const proxy = await start({ environment: { PLAYGROUND_PASSWORD: password } });
  const signIn = await proxy.post("/playground/session", JSON.stringify({ password }), {
    origin: `http://${proxy.host}`,
  });
  const headers = { cookie: String(signIn.headers["set-cookie"]).split(";")[0] ?? "" };
  const ask = (method: string, path: string, more: Written = {}) => byHand(proxy, method, path, { headers, ...more });
  expect(await ask("DELETE", "/v1/models")).toMatchObject({ status: 403, code: "key_not_lent" });
  expect(await ask("POST", "/v1/chat/completions", { body: "{}" })).toMatchObject({ status: 403 });
  expect(await ask("GET", "/v1/audio/speech/websocket?model=x")).toMatchObject({ status: 403 });
  expect(upstream.seen).toEqual([]);
  expect((await ask("GET", "/v1/models")).status).toBe(200);
  expect((await ask("POST", "/v1/chat/completions", { body: "{}", key: ownKey })).status).toBe(200);
  expect(upstream.seen.map(({ headers: { authorization } }) => authorization)).toEqual([
    `Bearer ${canary}`,
    `Bearer ${ownKey}`,
  ]);
});

describe("what is no plain path below the base", () => {
  const wrong = [
    ...["/v1/../admin", "/v1/./models", "/v1//models", "/v1/..%2fadmin", "/v1/%2e%2e/admin", "/v1/a%2Fb", "/v1/%00"],
    ...[
      "/V1/models",
      "/v2/models",
      "/beyond/voices",
      "/healthz",
      "/v1",
      "/",
      "",
      "/v1/a;b",
      "/v1/a\\b",
      "/v1/mod%65ls",
    ],
    ...["//evil.example/v1/models", "/http://evil.example/v1/x", "@evil.example/v1/models", ".evil.example/v1/models"],
  ];
  test.each(wrong)("such as “%s” is refused, and no service hears of it", async (path) => {
    const proxy = await start();
    const { status } = await byHand(proxy, "GET", path, { key: ownKey });
    expect([400, 404, 421]).toContain(status);
    expect(upstream.seen).toEqual([]);
    expect(proxy.log()).not.toContain(ownKey.slice(0, 12));
  });

  test("is none for an address's reader either: what is taken stays below the base", () => {
    const pieces = fc.array(fc.constantFrom(..."/v1.%2eE5c\\?#@:;a".split(""), "..", "//", "%2f", "/v1/"), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(pieces, (each) => {
        const target = `/v1/${each.join("")}`;
        if (!isBelowBase(target)) return true;
        const { href, host, pathname } = new URL(`http://service.example${target}`);
        return host === "service.example" && pathname.startsWith("/v1/") && href === `http://service.example${target}`;
      }),
      { numRuns: 5_000 },
    );
  });
});

describe("a field that belongs to a connection, a proxy or the key", () => {
  const taken = [
    "Authorization",
    "cookie",
    "Host",
    "content-length",
    "Transfer-Encoding",
    "connection",
    "TE",
    "upgrade",
  ];
  const more = [
    "x-forwarded-for",
    "Proxy-Authorization",
    "sec-fetch-site",
    "forwarded",
    "x-by-hand-key",
    "accept-encoding",
  ];
  test.each([...taken, ...more])("%s is refused, and its value is in no log", async (name) => {
    const proxy = await start();
    const value = "a-value-of-ones-own";
    const reply = await byHand(proxy, "GET", "/v1/models", { fields: [[name, value]] });
    expect([reply.status, reply.code]).toEqual([400, "bad_request"]);
    expect(upstream.seen).toEqual([]);
    expect(reply.text + proxy.log()).not.toContain(value);
  });

  test.each([
    ["x\r\nhost", "a", "name"],
    ["x y", "a", "name"],
    ["", "a", "name"],
    ["x-a", "a\r\nhost: evil", "value"],
    ["x-a", " a", "value"],
    ["x-a", "ä", "value"],
    ["x-a", "a".repeat(4_001), "value"],
  ])("and so is %j with %j", async (name, value, fault) => {
    expect(faultOfFields([[name, value]])?.fault).toBe(fault);
    const proxy = await start();
    expect(
      await byHand(proxy, "GET", "/v1/models", {
        fields: [
          [name, "b"],
          [name, value],
        ],
      }),
    ).toMatchObject({ status: 400 });
    expect(upstream.seen).toEqual([]);
  });

  test.each(["{}", "[1]", '[["a"]]', "no json", JSON.stringify(Array(41).fill(["x", "y"]))])(
    "a list of fields that is none is refused: %s",
    async (told) => {
      const proxy = await start();
      const headers = { [byHandFields.fields]: told };
      expect(await byHand(proxy, "GET", "/v1/models", { headers })).toMatchObject({ status: 400, code: "bad_request" });
    },
  );
});

test("no other site sends one, nor asks with success whether it may", async () => {
  const proxy = await start();
  const path = `${byHandPath}/v1/models`;
  const fields = { [byHandFields.fields]: "[]" };
  const foreign = { origin: "http://evil.example" };
  const told = { "sec-fetch-site": "cross-site" };
  const ask = { "access-control-request-method": "GET", "access-control-request-headers": byHandFields.fields };
  const without = [{ ...fields, ...foreign }, { ...fields, ...told }, { origin: `http://${proxy.host}` }, foreign, {}];
  for (const method of ["GET", "HEAD", "POST", "OPTIONS"]) {
    for (const headers of [...without, { ...foreign, ...ask }, { ...foreign, ...told, ...ask }]) {
      const reply = await proxy.send(method, path, { headers });
      expect([method, headers, reply.status]).toEqual([method, headers, 403]);
      expect(Object.keys(reply.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  }
  expect(upstream.seen).toEqual([]);
});

test("over plain http from another machine a browser doesn't say who asks, and GET and HEAD pass", async () => {
  const proxy = await start();
  const headers = { [byHandFields.fields]: "[]" };
  for (const method of ["GET", "HEAD"]) {
    expect((await proxy.send(method, `${byHandPath}/v1/models`, { headers })).status).toBe(200);
  }
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    expect((await proxy.send(method, `${byHandPath}/v1/models`, { headers })).code).toBe("foreign_origin");
  }
  expect(upstream.seen.map(({ method }) => method)).toEqual(["GET", "HEAD"]);
});
