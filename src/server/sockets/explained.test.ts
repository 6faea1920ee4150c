import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type FakeService, startFakeService } from "../../http/fake-service.fixture.ts";
import { webSocketRequired } from "../../http/request-head.ts";
import { canary, type RunningProxy, startProxy } from "../proxy.fixture.ts";
import { dial, path, query } from "./socket.fixture.ts";

/**
 * What an ordinary request to the WebSocket's address is told: browsers hide why an offer failed, so their page asks.
 */
let service: FakeService;
let proxy: RunningProxy;

beforeAll(async () => {
  service = await startFakeService();
  proxy = await startProxy(service.url, { limits: { connectTime: 1_000, answerTime: 1_000 } });
});
beforeEach(() => {
  service.seen.length = 0;
  service.serve = () => {};
  service.refuse = () => false;
});
afterAll(async () => {
  await proxy.close();
  await service.close();
});

function refuseWith(head: string, body: string): void {
  service.refuse = (_request, socket) => {
    socket.end(`HTTP/1.1 ${head}\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n${body}`);
    return true;
  };
}

describe("an ordinary request is told", () => {
  test("426 where a WebSocket would be taken; the service sees one come and go, and nothing asked", async () => {
    const closed = new Promise((resolve) => {
      service.serve = (socket) => {
        const messages: unknown[] = [];
        socket.on("message", (data) => messages.push(data));
        socket.once("close", (code) => resolve([code, messages]));
      };
    });
    const reply = await proxy.send("GET", path + query);
    expect([reply.status, reply.code]).toEqual([426, "upgrade_required"]);
    expect(reply.headers).toMatchObject(webSocketRequired);
    expect(await closed).toEqual([1000, []]);
    expect(service.seen[0]?.headers.authorization).toBe(`Bearer ${canary}`);
  });

  test.each([403, 404, 429, 503])("the service's own %d, with its body and without the key", async (status) => {
    refuseWith(`${status} X\r\nRetry-After: 7`, `{"error":{"message":"Not with ${canary}.","code":"why"}}`);
    const reply = await proxy.send("GET", path + query);
    expect([reply.status, reply.code, reply.headers["retry-after"]]).toEqual([status, "why", "7"]);
    expect(reply.text).not.toContain(canary);
    expect(reply.headers["cache-control"]).toBe("no-store");
  });

  test("401 in our words", async () => {
    refuseWith("401 Unauthorized", `{"error":{"message":"${canary}"}}`);
    const reply = await proxy.send("GET", path + query);
    expect([reply.status, reply.code]).toEqual([401, "upstream_unauthorized"]);
    expect(reply.text).not.toContain(canary);
  });

  test("401 in the service's words where the key is the visitor's own, but for what they repeat of it", async () => {
    const apiKey = "sk-visitor-4e8b1c";
    const other = await startProxy(service.url, { environment: { SPEECH_API_KEY: "" } });
    const opened = await other.post("/playground/session", JSON.stringify({ apiKey }), {
      origin: `http://${other.host}`,
    });
    const cookie = opened.headers["set-cookie"]?.[0]?.split(";", 1)[0] ?? "";
    refuseWith("401 Unauthorized", '{"error":{"message":"Bad key sk-visi..8b1c","code":"bad_key"}}');
    const reply = await other.send("GET", path + query, { headers: { cookie } });
    await other.close();
    expect([reply.status, reply.text]).toEqual([401, '{"error":{"message":"Bad key *******..****","code":"bad_key"}}']);
    expect(reply.headers["proxy-status"]).toBeUndefined();
  });

  test("that nobody listens there", async () => {
    const other = await startProxy("http://127.0.0.1:1");
    const reply = await other.send("GET", path + query);
    await other.close();
    expect([reply.status, reply.code]).toEqual([502, "upstream_unreachable"]);
  });

  test("that a session is needed, and the service isn't asked", async () => {
    const other = await startProxy(service.url, { environment: { PLAYGROUND_PASSWORD: "correct horse battery" } });
    const reply = await other.send("GET", path + query);
    await other.close();
    expect([reply.status, reply.code]).toEqual([401, "session_required"]);
    expect(service.seen).toHaveLength(0);
  });

  test("that another site's page may not ask", async () => {
    const reply = await proxy.send("GET", path + query, { headers: { origin: "https://evil.example" } });
    expect([reply.status, reply.code]).toEqual([403, "foreign_origin"]);
    expect(service.seen).toHaveLength(0);
  });

  test.each(["", "?model=a&model=b"])("400 for the query %j", async (bad) => {
    expect((await proxy.send("GET", path + bad)).status).toBe(400);
    expect(service.seen).toHaveLength(0);
  });
});

test("when whoever asked leaves, the service's side ends", async () => {
  const left = new Promise<void>((resolve) => {
    service.refuse = (_request, socket) => {
      socket.once("close", () => resolve());
      return true;
    };
  });
  const socket = await dial(proxy);
  socket.write(`GET ${path}${query} HTTP/1.1\r\nHost: ${proxy.host}\r\n\r\n`);
  await expect.poll(() => service.seen).toHaveLength(1);
  socket.destroy();
  await left;
  expect((await proxy.send("GET", "/healthz")).status).toBe(200);
});
