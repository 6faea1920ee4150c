import { once } from "node:events";
import { Agent, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FakeService, startFakeService } from "../http/fake-service.fixture.ts";
import { stopGracefully } from "../http/stop.ts";
import { type RunningProxy, startProxy } from "./proxy.fixture.ts";

let upstream: FakeService;
let proxy: RunningProxy;
let answering: Promise<ServerResponse>;
const agent = new Agent({ keepAlive: true });

beforeEach(async () => {
  upstream = await startFakeService();
  proxy = await startProxy(upstream.url);
  answering = new Promise((resolve) => {
    upstream.answer = (_request, response) => {
      response.writeHead(200, { "content-type": "audio/mpeg" });
      response.write("first ");
      resolve(response);
    };
  });
});
afterEach(async () => {
  agent.destroy();
  await proxy.close();
  await upstream.close();
});

async function openAnswer(): Promise<IncomingMessage> {
  const outgoing = request({ host: "127.0.0.1", port: proxy.port, path: "/v1/models", agent }).end();
  const [incoming] = await once(outgoing, "response");
  incoming.setEncoding("utf8").on("error", () => {});
  return incoming;
}

test("an idle server stops at once, kept connections or not", async () => {
  const outgoing = request({ host: "127.0.0.1", port: proxy.port, path: "/healthz", agent }).end();
  const [incoming] = await once(outgoing, "response");
  await once(incoming.resume(), "end");
  const asked = performance.now();
  await stopGracefully(proxy.app, 60_000);
  expect(performance.now() - asked).toBeLessThan(30_000);
});

test("a running answer may finish, and nothing new begins", async () => {
  const incoming = await openAnswer();
  const response = await answering;
  const stopped = stopGracefully(proxy.app, 60_000);
  let text = "";
  incoming.on("data", (chunk: string) => {
    text += chunk;
  });
  await expect(proxy.send("GET", "/healthz")).rejects.toThrow("ECONNREFUSED");
  response.end("second");
  await once(incoming, "end");
  expect(text).toBe("first second");
  await stopped;
});

test("a request over a kept connection meanwhile is refused in our shape, and the connection ends", async () => {
  const socket = connect(proxy.port, "127.0.0.1");
  socket.setEncoding("latin1");
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${proxy.host}\r\n\r\n`;
  socket.write(request("/v1/models"));
  const response = await answering;
  let text = "";
  socket.on("data", (chunk: string) => {
    text += chunk;
  });
  const stopped = stopGracefully(proxy.app, 60_000);
  await expect(proxy.send("GET", "/healthz")).rejects.toThrow("ECONNREFUSED");
  const second = once(proxy.app.server, "request");
  socket.write(request("/healthz"));
  await second;
  response.end("second");
  await once(socket, "close");
  expect(text).toMatch(
    /HTTP\/1\.1 503 Service Unavailable\r\n[\s\S]*\r\n\r\n\{"error":\{.*"code":"shutting_down"\}\}$/,
  );
  await stopped;
});

test("an answer that goes on is cut when the time is over, visibly, and the service's request ends", async () => {
  const incoming = await openAnswer();
  const response = await answering;
  incoming.resume();
  const ends = Promise.all([incoming, response].map((end) => new Promise((resolve) => end.once("close", resolve))));
  await stopGracefully(proxy.app, 100);
  await ends;
  expect(incoming.complete).toBe(false);
});

test("a request without an answer yet gets one, since a browser would send it again at the next server", async () => {
  const asked = new Promise<ServerResponse>((resolve) => {
    upstream.answer = (_request, response) => resolve(response);
  });
  const reply = proxy.post("/v1/audio/speech");
  const gone = once(await asked, "close");
  await stopGracefully(proxy.app, 100);
  const { status, code, text, headers } = await reply;
  expect([status, code, headers["x-should-retry"]]).toEqual([502, "upstream_closed", "false"]);
  expect(text).toContain("may still be at work");
  await gone;
});
