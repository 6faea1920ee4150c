import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { playgroundRoutes } from "../contract/playground.ts";
import { dial } from "../http/dial.fixture.ts";
import { type FakeService, startFakeService } from "../http/fake-service.fixture.ts";
import { type RunningProxy, startProxy } from "./proxy.fixture.ts";

const limits = { lingerTime: 200 };

/** Requests that are answered before their bodies have come. */
let upstream: FakeService;
let proxy: RunningProxy;

beforeAll(async () => {
  upstream = await startFakeService();
  proxy = await startProxy(upstream.url, { limits });
});
beforeEach(() => {
  upstream.seen.length = 0;
  upstream.answer = (_request, response) => response.end("{}");
});
afterAll(async () => {
  await proxy.close();
  await upstream.close();
});

/** A request's head, as the page would send it but for what is given; undefined leaves a field out. */
function head(fields: Readonly<Record<string, string | undefined>> = {}, line = "POST /v1/audio/speech"): string {
  const all = { Host: proxy.host, "Content-Type": "application/json", ...fields };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}\r\n`]));
  return `${line} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

/** A connection, and what has come over it. */
async function connectTo(on = proxy) {
  // One that never ends its side by itself, and hears nothing of the end of the other.
  const accepted = once(on.app.server, "connection");
  const dialled = await dial(on.port, { allowHalfOpen: true });
  const [peer] = await accepted;
  const closed = new Promise((resolve) => peer.once("close", resolve));
  return { ...dialled, closed };
}

const { openSession, endSession } = playgroundRoutes;
const length = { "Content-Length": "8000000" };

/** Every kind of refusal that comes before a body is read. */
const refusals: readonly (readonly [what: string, status: number, head: () => string])[] = [
  ["another site's page", 403, () => head({ ...length, Origin: "https://evil.example" })],
  ["a host that isn't known", 421, () => head({ ...length, Host: "evil.example" })],
  ["an address that can't be decoded", 400, () => head(length, "POST /%zz")],
  ["a body that isn't JSON", 415, () => head({ ...length, "Content-Type": "text/plain" })],
  ["a body that is compressed", 415, () => head({ ...length, "Content-Encoding": "gzip" })],
  ["a body that is too large", 413, () => head({ "Content-Length": "8388609" })],
  [
    "many fields",
    431,
    () =>
      head({
        ...length,
        ...Object.fromEntries(
          Array(120)
            .fill("a")
            .map((a, i) => [`${a}${i}`, a]),
        ),
      }),
  ],
  ["an address that isn't there", 404, () => head(length, "POST /v1/chat/completions")],
  ["a method that isn't possible", 405, () => head(length, "POST /v1/models")],
  ["an address that isn't a plain path", 400, () => head(length, "POST /v1//audio/speech")],
  ["a sign-in of another site's page", 403, () => head(length, `${openSession.method} ${openSession.path}`)],
  [
    "a sign-out with a body without a type",
    415,
    () =>
      head(
        { ...length, Origin: `http://${proxy.host}`, "Content-Type": undefined },
        `${endSession.method} ${endSession.path}`,
      ),
  ],
];

describe.each(refusals)("%s: %i", (_what, status, bytes) => {
  test("comes in the place of 100, so that the body is never sent", async () => {
    const { socket, closed, received } = await connectTo();
    socket.write(bytes().replace("\r\n", "\r\nExpect: 100-continue\r\n"));
    await closed;
    expect(received()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(received()).toMatch(/\r\nconnection: close\r\n/i);
    expect(received().match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  test("ends the connection under a body that still comes, and its answer isn't lost", async () => {
    const { socket, closed, received } = await connectTo();
    const started = performance.now();
    socket.write(bytes());
    // What a client sends that doesn't listen while it does.
    const drip = setInterval(() => socket.write("x".repeat(100_000)), 10);
    await closed;
    clearInterval(drip);
    expect(received()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(upstream.seen).toHaveLength(0);
  });
});

// One that is too large says so by its length, and has no end behind which anything could stand.
test.each(refusals.filter(([, status]) => status !== 413))(
  "%s: %i keeps what stands behind the body from becoming a request",
  async (_what, status, bytes) => {
    const { socket, closed, received } = await connectTo();
    const next = `GET /v1/models HTTP/1.1\r\nHost: ${proxy.host}\r\n\r\n`;
    socket.write(bytes().replace(/Content-Length: \d+/, "Transfer-Encoding: chunked"));
    await expect.poll(received).toMatch(/\r\n\r\n\{/);
    socket.write(`2\r\n{}\r\n0\r\n\r\n${next}`);
    await closed;
    expect(received()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(received().match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(upstream.seen).toHaveLength(0);
  },
);

test("who lacks a session gets 401 in the place of 100", async () => {
  const guarded = await startProxy(upstream.url, {
    limits,
    environment: { PLAYGROUND_PASSWORD: "a password of a test" },
  });
  onTestFinished(() => guarded.close());
  const { socket, closed, received } = await connectTo(guarded);
  socket.write(head({ ...length, Host: guarded.host, Expect: "100-continue" }));
  await closed;
  expect(received()).toMatch(/^HTTP\/1\.1 401 [\s\S]*\r\nconnection: close\r\n[\s\S]*"session_required"/i);
});

test("a request that is taken gets 100, and its answer behind its body; the connection serves the next", async () => {
  const { socket, received } = await connectTo();
  for (let turn = 1; turn <= 2; turn++) {
    socket.write(head({ "Content-Length": "2", Expect: "100-continue" }));
    await expect.poll(() => received().match(/HTTP\/1\.1 100 Continue\r\n\r\n/g)).toHaveLength(turn);
    socket.write("{}");
    await expect.poll(() => received().match(/HTTP\/1\.1 200 /g)).toHaveLength(turn);
  }
  expect(upstream.seen.map(({ body }) => String(body))).toEqual(["{}", "{}"]);
});

test("a refusal of a body that has come keeps the connection", async () => {
  const { socket, received } = await connectTo();
  upstream.answer = (_request, response) => response.destroy();
  for (let turn = 1; turn <= 2; turn++) {
    socket.write(`${head({ "Content-Length": "2" })}{}`);
    await expect.poll(() => received().match(/HTTP\/1\.1 502 /g)).toHaveLength(turn);
  }
});

test("the body of a request that has none to be read ends its connection, too", async () => {
  const { socket, closed, received } = await connectTo();
  socket.write(head(length, "GET /v1/models"));
  await closed;
  expect(received()).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nconnection: close\r\n/i);
});

test.each(["gzip, chunked", "identity, chunked", "gzip", "identity", "chunked, chunked", "x\tchunked"])(
  "a request behind one with Transfer-Encoding %s is never read, not even when the service is at hand",
  async (coding) => {
    // A connection to the service that is open already would take a request at once.
    expect((await proxy.send("GET", "/v1/models")).status).toBe(200);
    upstream.seen.length = 0;
    const next = `GET /v1/models HTTP/1.1\r\nHost: ${proxy.host}\r\n\r\n`;
    for (const pause of [false, true]) {
      const { socket, closed, received } = await connectTo();
      const first = `${head({ "Transfer-Encoding": coding })}2\r\n{}\r\n0\r\n\r\n`;
      socket.write(pause ? first : first + next.repeat(3));
      if (pause) {
        await expect.poll(received).toMatch(/\r\n\r\n\{/);
        socket.write(next.repeat(3));
      }
      await closed;
      expect(received()).toMatch(/^HTTP\/1\.1 400 /);
      expect(received().match(/HTTP\/1\.1 /g)).toHaveLength(1);
    }
    // Whatever had been sent on would be there by now.
    await proxy.send("GET", "/v1/audio/speech/tasks/task_last");
    expect(upstream.seen.map(({ url }) => url)).toEqual(["/v1/audio/speech/tasks/task_last"]);
  },
);

test("a client that reads when it has sent too much hears so, on a connection that was used before", async () => {
  const patient = await startProxy(upstream.url);
  onTestFinished(() => patient.close());
  const { socket, closed, received } = await connectTo(patient);
  let broken: unknown;
  socket.on("error", (error) => {
    broken = error;
  });
  socket.write(head({ Host: patient.host }, "GET /v1/models"));
  await expect.poll(received).toContain("{}");
  socket.pause();
  socket.write(head({ Host: patient.host, "Content-Length": "9000000" }));
  // In pieces, as clients send a file: each of them could be the one that finds the connection closed.
  const piece = "x".repeat(60_000);
  for (let at = 0; at < 9_000_000; at += piece.length) await new Promise((sent) => socket.write(piece, sent));
  socket.resume();
  socket.end();
  await closed;
  expect(broken).toBeUndefined();
  expect(received()).toMatch(/HTTP\/1\.1 413 [\s\S]*"code":"body_too_large"/);
});

test("a whole request is answered, whatever nonsense stands behind it, and then the connection ends", async () => {
  const { socket, closed, received } = await connectTo();
  socket.write(`${head({}, "GET /v1/models")}nonsense\r\n\r\n`);
  await expect.poll(received).toMatch(/\r\n\r\n\{\}$/);
  socket.end();
  await closed;
  expect(received()).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nconnection: close\r\n/i);
  expect(received().match(/HTTP\/1\.1 /g)).toHaveLength(1);
});

test("a client that has sent nonsense and never leaves is cut", async () => {
  const { socket, closed, received } = await connectTo();
  socket.write("nonsense\r\n\r\n");
  await closed;
  expect(received()).toMatch(/^HTTP\/1\.1 400 /);
});
