import { expect, test } from "vitest";
import { canary, startRawUpstream } from "../proxy.fixture.ts";
import { configOf, cookieOf, open, setUpGuarded, visitorKey } from "../session/guarded.fixture.ts";

/** A key is sealed only when the service has said that it knows it. */
const guarded = setUpGuarded();
const { withKeys, withPassword } = guarded;

test("a key that the service refuses opens no session", async () => {
  const proxy = await withKeys();
  guarded.upstream.answer = ({ headers }, response) =>
    response.writeHead(401).end(`{"error":{"message":"No: ${headers.authorization}"}}`);
  const reply = await open(proxy, { apiKey: visitorKey });
  expect([reply.status, reply.code, reply.headers["set-cookie"]]).toEqual([401, "wrong_key", undefined]);
  expect(reply.headers["proxy-status"]).toContain("received-status=401");
  expect(reply.text).not.toContain(visitorKey.slice(0, 8));
});

test.each([200, 204, 403])("one that it answers %d for does, after one request that costs nothing", async (status) => {
  const proxy = await withKeys();
  guarded.upstream.answer = (_request, response) => response.writeHead(status).end();
  const reply = await open(proxy, { apiKey: visitorKey });
  expect(reply.status).toBe(204);
  const asked = guarded.upstream.seen.map(({ method, url, headers, body }) => [
    method,
    url,
    headers.authorization,
    body.length,
  ]);
  expect(asked).toEqual([["GET", "/v1/models", `Bearer ${visitorKey}`, 0]]);
  expect(await configOf(proxy, cookieOf(reply))).toMatchObject({ hasKey: true });
});

test.each([
  [500, "key_not_checked"],
  [503, "key_not_checked"],
  [429, "key_not_checked"],
  [404, "key_not_checked"],
  [302, "upstream_redirected"],
])("a service that says %d says nothing of a key, so no session is opened", async (status, code) => {
  const proxy = await withKeys();
  guarded.upstream.answer = (_request, response) => response.writeHead(status, { location: "/x" }).end();
  const reply = await open(proxy, { apiKey: visitorKey });
  expect([reply.status, reply.code, reply.headers["set-cookie"]]).toEqual([502, code, undefined]);
  expect(guarded.upstream.seen).toHaveLength(1);
});

test("nor does one that closes, stays silent or isn't there", async () => {
  const proxy = await withKeys({}, { limits: { keyCheckTime: 300 } });
  guarded.upstream.answer = (_request, response) => response.destroy();
  const closed = await open(proxy, { apiKey: visitorKey });
  guarded.upstream.answer = () => {};
  const silent = await open(proxy, { apiKey: visitorKey });
  const { url, server } = await startRawUpstream((socket) => socket.end("nonsense\r\n\r\n"));
  const broken = await open(await withKeys({ SPEECH_BASE_URL: url }), { apiKey: visitorKey });
  server.close();
  const absent = await open(await withKeys({ SPEECH_BASE_URL: "http://127.0.0.1:1" }), { apiKey: visitorKey });
  expect([closed, silent, broken, absent].map(({ status, code }) => [status, code])).toEqual([
    [502, "upstream_closed"],
    [504, "upstream_timeout"],
    [502, "upstream_invalid"],
    [502, "upstream_unreachable"],
  ]);
  for (const { headers } of [closed, silent, broken, absent]) expect(headers["set-cookie"]).toBeUndefined();
});

test("a password is nobody's business but the playground's", async () => {
  const proxy = await withPassword();
  expect((await open(proxy, { password: canary })).status).toBe(401);
  expect(guarded.upstream.seen).toHaveLength(0);
});
