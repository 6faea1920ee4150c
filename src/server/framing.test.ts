import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dial } from "../http/dial.fixture.ts";
import { type FakeService, startFakeService } from "../http/fake-service.fixture.ts";
import { type RunningProxy, startProxy } from "./proxy.fixture.ts";

/** Requests that two programs in a row could read differently, and connections that are used as none should be. */
let upstream: FakeService;
let proxy: RunningProxy;

beforeAll(async () => {
  upstream = await startFakeService();
  proxy = await startProxy(upstream.url, { limits: { requestsAhead: 8 } });
});
beforeEach(() => {
  upstream.seen.length = 0;
  upstream.answer = (_request, response) => response.end("{}");
});
afterAll(async () => {
  await proxy.close();
  await upstream.close();
});

const head = (version = "1.1") =>
  `POST /v1/audio/speech HTTP/${version}\r\nHost: ${proxy.host}\r\nContent-Type: application/json\r\n`;

describe("the length of a body has one meaning:", () => {
  const chunks = "2\r\n{}\r\n0\r\n\r\n";
  test.each([
    ["two codings", "Transfer-Encoding: gzip, chunked\r\n\r\n", chunks],
    ["identity before the chunks", "Transfer-Encoding: identity, chunked\r\n\r\n", chunks],
    ["a coding after the chunks", "Transfer-Encoding: chunked, identity\r\n\r\n", chunks],
    ["an unknown coding", "Transfer-Encoding: xchunked\r\n\r\n", chunks],
    ["two fields of codings", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n", chunks],
    ["a space before the colon", "Content-Length : 2\r\n\r\n", "{}"],
    ["a sign", "Content-Length: +2\r\n\r\n", "{}"],
    ["two numbers", "Content-Length: 2, 2\r\n\r\n", "{}"],
    ["a folded line", "Transfer-Encoding:\r\n chunked\r\n\r\n", chunks],
    ["lines without CR", "Transfer-Encoding: chunked\n\n", chunks],
    ["chunks without CR", "Transfer-Encoding: chunked\r\n\r\n", "2\n{}\n0\n\n"],
    ["a line break in a chunk's extension", "Transfer-Encoding: chunked\r\n\r\n", "2;a\nb\r\n{}\r\n0\r\n\r\n"],
    ["a chunk that is longer than it says", "Transfer-Encoding: chunked\r\n\r\n", "2\r\n{}xx0\r\n\r\n"],
    ["two media types", "Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n", "{}"],
    ["two keys", "Authorization: Bearer a\r\nAuthorization: Bearer b\r\nContent-Length: 2\r\n\r\n", "{}"],
    ["a handshake with a body", "Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 2\r\n\r\n", "{}"],
  ])("%s is 400, nothing is sent on, and the connection ends", async (_what, fields, body) => {
    const next = `GET /v1/models HTTP/1.1\r\nHost: ${proxy.host}\r\n\r\n`;
    const answer = await proxy.raw(head() + fields + body + next);
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"bad_request"/);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(upstream.seen).toHaveLength(0);
  });

  test("chunks in HTTP/1.0, which knows none, and versions of which we know nothing are 400", async () => {
    expect(await proxy.raw(`${head("1.0")}Transfer-Encoding: chunked\r\n\r\n${chunks}`)).toMatch(/^HTTP\/1\.1 400 /);
    for (const version of ["0.9", "2.0", "1.2"]) {
      expect(await proxy.raw(`${head(version)}Content-Length: 2\r\n\r\n{}`)).toMatch(/^HTTP\/1\.1 400 /);
    }
    expect(upstream.seen).toHaveLength(0);
  });

  test("the trailers of a body go nowhere", async () => {
    const trailers = "0\r\nAuthorization: Bearer mine\r\nX-Request-Id: mine\r\n\r\n";
    await proxy.raw(`${head()}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n${trailers}`);
    expect(upstream.seen.map(({ body }) => body.toString())).toEqual(["{}"]);
    expect(JSON.stringify(upstream.seen[0]?.headers)).not.toContain("mine");
  });
});

test("an expectation that isn't known is ignored", async () => {
  const answer = await proxy.raw(`${head()}Content-Length: 2\r\nExpect: cake\r\nConnection: close\r\n\r\n{}`);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test("nonsense behind a request ends its connection, and never stands in the middle of an answer", async () => {
  upstream.answer = (_request, response) => {
    response.writeHead(200, { "content-type": "audio/mpeg", "content-length": 1_000 });
    response.write("sound");
  };
  const { socket, received } = await dial(proxy.port);
  socket.write(`GET /v1/models HTTP/1.1\r\nHost: ${proxy.host}\r\n\r\n`);
  await expect.poll(received).toMatch(/\r\n\r\nsound$/);
  socket.write("nonsense\r\n\r\n");
  await once(socket, "close");
  expect(received()).toMatch(/\r\n\r\nsound$/);
});

test("a connection with many requests ahead is cut, and every request at the service ends", async () => {
  let open = 0;
  let most = 0;
  upstream.answer = (_request, response) => {
    open++;
    most = Math.max(most, open);
    response.once("close", () => open--);
  };
  const { socket } = await dial(proxy.port);
  socket.write(`GET /v1/models HTTP/1.1\r\nHost: ${proxy.host}\r\n\r\n`.repeat(1_000));
  await once(socket, "close");
  await expect.poll(() => open).toBe(0);
  expect(most).toBeLessThanOrEqual(8);
  upstream.answer = (_request, response) => response.end("{}");
  expect((await proxy.send("GET", "/v1/models")).status).toBe(200);
});
