import { createServer as createTlsServer } from "node:https";
import { describe, expect, onTestFinished, test } from "vitest";
import { type FakeService, listen } from "../../http/fake-service.fixture.ts";
import { untrusted } from "../certificate.fixture.ts";
import { canary, type RunningProxy, startRawUpstream } from "../proxy.fixture.ts";
import { setUpSocketService, startOther } from "./setup.fixture.ts";
import { offer, openSocket, refusal } from "./socket.fixture.ts";

/** What becomes of an offer that the service refuses, or never answers. */
let service: FakeService;
let proxy: RunningProxy;

setUpSocketService(
  { limits: { connectTime: 1_000, answerTime: 1_000 }, serve: (socket) => socket.close(1000) },
  (started) => {
    ({ service, proxy } = started);
  },
);

const openConnections = (running: RunningProxy) =>
  new Promise<number>((resolve, reject) => {
    running.app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });

describe("the service's refusal becomes an HTTP answer:", () => {
  const refuse = (head: string, body = "") => {
    service.refuse = (_request, socket) => {
      socket.end(`HTTP/1.1 ${head}\r\nConnection: close\r\n\r\n${body}`);
      return true;
    };
  };

  test("401 in our words, with nothing of the service's (hardening 7)", async () => {
    refuse("401 Unauthorized\r\nContent-Type: application/json", `bad key ${canary.slice(0, 9)}`);
    const answer = await proxy.raw(offer(proxy));
    expect(answer).toMatch(/^HTTP\/1\.1 401 [\s\S]*"code":"upstream_unauthorized"/);
    expect(answer).not.toContain(canary.slice(0, 9));
  });

  test.each([400, 403, 404, 429, 500, 503])("%d with its body, where the key is masked", async (status) => {
    const fields = ["Content-Type: application/json", "Retry-After: 7", "Set-Cookie: a=b", `X-Request-Id: ${canary}`];
    refuse([`${status} X`, ...fields].join("\r\n"), `{"error":{"message":"Not with ${canary}."}}`);
    const answer = await proxy.raw(offer(proxy));
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain(`{"error":{"message":"Not with ${"*".repeat(canary.length)}."}}`);
    expect(answer).toMatch(/retry-after: 7\r\n/i);
    expect(answer).toMatch(/connection: close\r\n/i);
    // Of a cookie its name is told, as data.
    expect(answer).not.toMatch(new RegExp(`${canary}|^set-cookie:`, "im"));
  });

  test("a body without end is cut", async () => {
    service.refuse = (_request, socket) => {
      socket.write("HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\n\r\n");
      const flood = () => socket.write("x".repeat(65_536), (error) => error == null && flood());
      flood();
      return true;
    };
    const answer = await proxy.raw(offer(proxy));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.length).toBeLessThan(70_000);
  });

  test("a redirect isn't followed (hardening 8)", async () => {
    refuse(`302 Found\r\nLocation: ${service.url}/elsewhere`);
    const answer = await proxy.raw(offer(proxy));
    expect(answer).toMatch(/^HTTP\/1\.1 502 [\s\S]*"code":"upstream_redirected"/);
    expect(answer).not.toMatch(/location:/i);
    expect(service.seen).toHaveLength(1);
  });

  test.each([
    ["200 without a WebSocket", "200 OK\r\nContent-Length: 2\r\nX: y", "{}", "upstream_invalid"],
    ["a wrong Sec-WebSocket-Accept", "101 X\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: x", "", "upstream_invalid"],
    ["nonsense", "what?\u0000", "", "upstream_invalid"],
    ["a compressed error", "400 X\r\nContent-Encoding: gzip", "abc", "upstream_invalid"],
  ])("%s", async (_what, head, body, code) => {
    refuse(head, body);
    expect(await refusal(proxy, offer(proxy))).toEqual([502, code]);
  });

  test("a reset is 502, a silence 504 (hardening 27)", async () => {
    service.refuse = (_request, socket) => {
      socket.resetAndDestroy();
      return true;
    };
    expect(await refusal(proxy, offer(proxy))).toEqual([502, "upstream_unreachable"]);
    // It isn't tried a second time (hardening 28).
    expect(service.seen).toHaveLength(1);
    service.refuse = () => true;
    expect(await refusal(proxy, offer(proxy))).toEqual([504, "upstream_timeout"]);
  });

  test("an unreachable service is 502, and one that drips its head 504 (hardening 27)", async () => {
    const nowhere = await startOther("http://127.0.0.1:1");
    expect(await refusal(nowhere, offer(nowhere))).toEqual([502, "upstream_unreachable"]);
    const raw = await startRawUpstream((socket) => {
      socket.write("HTTP/1.1 101 X\r\n");
      const drip = setInterval(() => socket.write("x: y\r\n"), 50);
      socket.once("close", () => clearInterval(drip));
    });
    onTestFinished(() => void raw.server.close());
    const dripping = await startOther(raw.url);
    expect(await refusal(dripping, offer(dripping))).toEqual([504, "upstream_timeout"]);
  });

  test("a certificate that can't be trusted is 502, and the key is never sent (hardening 8)", async () => {
    let requests = 0;
    const server = createTlsServer(untrusted, () => requests++);
    server.on("upgrade", () => requests++);
    server.on("tlsClientError", () => {});
    const other = await startOther(`https://localhost:${await listen(server)}`);
    onTestFinished(() => void server.close());
    expect(await refusal(other, offer(other))).toEqual([502, "upstream_unreachable"]);
    expect(requests).toBe(0);
  });
});

test("a thousand offers that the service refuses crash and leak nothing (hardening 27)", async () => {
  const nowhere = await startOther("http://127.0.0.1:1");
  const attempt = () =>
    new Promise((resolve) => {
      const socket = openSocket(nowhere);
      socket.once("unexpected-response", (_request, response) => {
        resolve(response.statusCode);
        socket.terminate();
      });
    });
  for (let round = 0; round < 50; round++) {
    const statuses = await Promise.all(Array.from({ length: 20 }, attempt));
    expect(new Set(statuses)).toEqual(new Set([502]));
  }
  await expect.poll(() => openConnections(nowhere)).toBe(0);
});
