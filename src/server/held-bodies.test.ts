import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { playgroundRoutes } from "../contract/playground.ts";
import { type Dialled, dial } from "../http/dial.fixture.ts";
import { type FakeService, startFakeService } from "../http/fake-service.fixture.ts";
import type { Limits } from "./limits.ts";
import { type RunningProxy, startProxy } from "./proxy.fixture.ts";

/** What some visitors make this program hold, and what is left for others. */
let upstream: FakeService;

beforeAll(async () => {
  upstream = await startFakeService();
});
beforeEach(() => {
  upstream.seen.length = 0;
  upstream.answer = (_request, response) => response.end("{}");
});
afterAll(() => upstream.close());

const trusted = { TRUSTED_PROXIES: "127.0.0.1" };

async function start(limits: Partial<Limits>, environment: Readonly<Record<string, string>> = trusted) {
  const proxy = await startProxy(upstream.url, { limits, environment });
  onTestFinished(() => proxy.close());
  return proxy;
}

/** Sends the beginning of a body from an address, and goes on with nothing. */
async function beginBody(proxy: RunningProxy, address: string, length: number, more = 1): Promise<Dialled> {
  const begun = await dial(proxy.port);
  const head = `POST /v1/audio/speech HTTP/1.1\r\nHost: ${proxy.host}\r\nContent-Type: application/json\r\n`;
  begun.socket.write(
    `${head}X-Forwarded-For: ${address}\r\nContent-Length: ${length + more}\r\n\r\n${"x".repeat(length)}`,
  );
  return begun;
}

/** Whether a request by somebody else goes through. */
const postFrom = async (proxy: RunningProxy, address: string, length: number) =>
  (await proxy.post("/v1/audio/speech", "y".repeat(length), { "x-forwarded-for": address })).status;

const statusOf = ({ received }: Dialled) => Number(/^HTTP\/1\.1 (\d{3})/.exec(received())?.[1] ?? 0);

test.each([
  ["17", "203.0.113.7", "198.51.100.9", 17],
  ["60", "203.0.113.7", "198.51.100.9", 60],
  ["60, each from another address of its network,", "2001:db8:0:1::", "2001:db8:1::1", 60],
])("one visitor with %s unfinished bodies doesn't hold up another", async (_what, address, other, count) => {
  const heldBytes = 4_000_000;
  const proxy = await start({ heldBytes });
  const from = (index: number) => (address.endsWith("::") ? address + index.toString(16) : address);
  const bodies = await Promise.all(
    Array.from({ length: count }, (_, index) => beginBody(proxy, from(index), heldBytes / 16)),
  );
  await expect.poll(() => bodies.filter((body) => statusOf(body) === 429).length).toBeGreaterThanOrEqual(count - 4);
  expect(await postFrom(proxy, from(0), heldBytes / 4)).toBe(429);
  expect(await postFrom(proxy, other, heldBytes / 8)).toBe(200);
  for (const { socket } of bodies) socket.destroy();
  await expect.poll(() => postFrom(proxy, from(0), heldBytes / 4)).toBe(200);
});

test("the refusal says what is too much, when to try again, and ends the connection", async () => {
  const proxy = await start({ heldBytes: 400_000 });
  const { socket, received } = await beginBody(proxy, "203.0.113.7", 200_000);
  await once(socket, "close");
  expect(received()).toMatch(/^HTTP\/1\.1 429 [\s\S]*"code":"too_much_at_once"/);
  expect(received()).toMatch(/\r\nretry-after: 1\r\n/i);
  expect(received()).toMatch(/\r\nconnection: close\r\n/i);
  expect(upstream.seen).toHaveLength(0);
});

test("who holds little gets through when others have taken everything; large bodies are told to wait", async () => {
  const heldBytes = 4_000_000;
  const proxy = await start({ heldBytes });
  for (let index = 0; index < 60; index++) {
    await beginBody(proxy, `203.0.${index}.7`, heldBytes / 64);
    await beginBody(proxy, `203.0.${index}.7`, heldBytes / 1_100);
  }
  await expect.poll(() => postFrom(proxy, "198.51.100.9", heldBytes / 8)).toBe(503);
  expect(await postFrom(proxy, "198.51.100.9", heldBytes / 1_100)).toBe(200);
});

const password = "open sesame, please";

test.each([
  ["key", { SPEECH_API_KEY: "" }, (who: string) => ({ apiKey: `sk-${who}` })],
  ["session", { PLAYGROUND_PASSWORD: password }, () => ({ password })],
])("one %s has one share, from however many addresses it comes", async (_what, environment, openerOf) => {
  const heldBytes = 4_000_000;
  const proxy = await start({ heldBytes }, { ...trusted, ...environment });
  const signIn = async (who: string) => {
    const headers = { "content-type": "application/json", origin: `http://${proxy.host}` };
    const { path } = playgroundRoutes.openSession;
    const reply = await proxy.send("POST", path, { headers, body: JSON.stringify(openerOf(who)) });
    return String(reply.headers["set-cookie"]).split(";", 1)[0] ?? "";
  };
  const mine = await signIn("mine");
  upstream.seen.length = 0;
  upstream.answer = () => {};
  for (let index = 0; index < 4; index++) {
    const headers = { "x-forwarded-for": `203.0.${index}.7`, cookie: mine };
    proxy.post("/v1/audio/speech", "x".repeat(heldBytes / 16 - 2_000), headers).catch(() => {});
  }
  await expect.poll(() => upstream.seen.length).toBe(4);
  upstream.answer = (_request, response) => response.end("{}");
  const send = (cookie: string) =>
    proxy.post("/v1/audio/speech", "y".repeat(heldBytes / 16), { "x-forwarded-for": "198.51.100.9", cookie });
  expect((await send(mine)).code).toBe("too_much_at_once");
  expect((await send(await signIn("other"))).status).toBe(200);
  // Who shares an address with somebody who has much isn't held up either.
  const beside = { "x-forwarded-for": "203.0.0.7", cookie: await signIn("third") };
  expect((await proxy.post("/v1/audio/speech", "{}", beside)).status).toBe(200);
});

test("bodies are let go when they are answered, refused or broken off", async () => {
  const heldBytes = 4_000_000;
  const proxy = await start({ heldBytes });
  const post = () => postFrom(proxy, "203.0.113.7", heldBytes / 5);
  for (let turn = 0; turn < 6; turn++) expect(await post()).toBe(200);
  upstream.answer = (_request, response) => response.destroy();
  for (let turn = 0; turn < 6; turn++) expect(await post()).toBe(502);
  for (let turn = 0; turn < 6; turn++) {
    const { socket } = await beginBody(proxy, "203.0.113.7", heldBytes / 5);
    socket.end();
    await once(socket, "close");
  }
  upstream.answer = (_request, response) => response.end("{}");
  expect(await post()).toBe(200);
});

test.each([
  ["stands still", 0],
  ["trickles", 1],
])("a body that %s is dropped with 408, and its connection ends", async (_what, trickle) => {
  const proxy = await start({ bodyPause: 200 });
  const { socket, received } = await beginBody(proxy, "203.0.113.7", 100_000, 100_000);
  const drip = setInterval(() => socket.write("x".repeat(trickle)), 20);
  onTestFinished(() => clearInterval(drip));
  await once(socket, "close");
  expect(received()).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/);
  expect(upstream.seen).toHaveLength(0);
});

test("neither a body that comes slowly and steadily is disturbed nor one whose answer is waited for", async () => {
  const proxy = await start({ bodyPause: 1_000 });
  upstream.answer = (_request, response) => void setTimeout(() => response.end("{}"), 1_500);
  const { socket, received } = await beginBody(proxy, "203.0.113.7", 1_000, 8_000);
  for (let part = 0; part < 8; part++) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    socket.write("x".repeat(1_000));
  }
  await expect.poll(received).toMatch(/^HTTP\/1\.1 200 /);
  expect(upstream.seen[0]?.body).toHaveLength(9_000);
});

test("the body of a sign-in, and of a sign-out, that stands still is dropped too", async () => {
  const proxy = await start({ bodyPause: 200 }, { PLAYGROUND_PASSWORD: "a password of a test" });
  for (const { method, path } of [playgroundRoutes.openSession, playgroundRoutes.endSession]) {
    const head = `${method} ${path} HTTP/1.1\r\nHost: ${proxy.host}\r\nOrigin: http://${proxy.host}\r\n`;
    const answer = await proxy.raw(`${head}Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"password":`);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  }
});
