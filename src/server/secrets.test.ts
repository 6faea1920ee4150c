import type { Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createLogger } from "./logging.ts";
import {
  canary,
  type ProxyOptions,
  type RunningProxy,
  startProxy,
  startRawUpstream,
  startUpstream,
} from "./proxy.fixture.ts";
import { offer } from "./sockets/socket.fixture.ts";

/** What must be in no answer and no log line, whatever goes wrong: the key, the text, signatures, cookies (46, 6, 7). */
const text = "a private sentence";
const signature = "sgn-4f81d2c07b";
const cookie = "cookie-9a1b3c5d7e";
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function start(baseUrl: string, options: ProxyOptions = {}): Promise<RunningProxy> {
  const limits = { answerTime: 300, bodySilence: 300, connectTime: 300, ...options.limits };
  const proxy = await startProxy(baseUrl, { ...options, limits });
  cleanUps.push(() => proxy.close());
  return proxy;
}

/** A proxy in front of a service that answers a request's bytes with bytes. */
async function inFrontOf(answer: (socket: Socket, request: string) => void): Promise<RunningProxy> {
  const { url, server } = await startRawUpstream((socket) =>
    socket.once("data", (chunk: Buffer) => answer(socket, chunk.toString("latin1").replace(/[\r\n]+/g, " "))),
  );
  cleanUps.push(() => server.close());
  return start(url);
}

const sound = "HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n";
const faults: readonly (readonly [string, (socket: Socket, request: string) => void])[] = [
  ["answers what was sent, as nonsense", (socket, request) => socket.end(`${request}\r\n\r\n`)],
  ["repeats it in a wrong status line", (socket, request) => socket.end(`HTTP/1.1 ${request}\r\n\r\n`)],
  ["repeats it in a broken field", (socket, request) => socket.end(`HTTP/1.1 200 OK\r\n${request}\0: x\r\n\r\n`)],
  [
    "repeats it in a broken chunk",
    (socket, request) => socket.end(`${sound}Transfer-Encoding: chunked\r\n\r\nzz${request}\r\n`),
  ],
  ["breaks off", (socket, request) => socket.end(`${sound}Content-Length: 100000\r\nX-Echo: ${request}\r\n\r\nhalf`)],
  ["resets", (socket) => socket.resetAndDestroy()],
  ["says nothing", () => undefined],
  [
    "redirects to it",
    (socket, request) => socket.end(`HTTP/1.1 302 X\r\nLocation: http://x/?${encodeURIComponent(request)}\r\n\r\n`),
  ],
  [
    "fails with it in its head",
    (socket, request) => socket.end(`HTTP/1.1 500 ${request}\r\nX-Request-Id: ${request}\r\nContent-Length: 0\r\n\r\n`),
  ],
];

describe("a service that", () => {
  test.each(faults)("%s leaves no trace in the log, over HTTP and WebSocket", async (_what, answer) => {
    const proxy = await inFrontOf(answer);
    const headers = { cookie: `a=${cookie}`, authorization: `Bearer ${cookie}` };
    const replies = [
      await proxy.post("/v1/audio/speech/tasks", JSON.stringify({ input: text }), headers),
      await proxy.send("GET", `/v1/audio/speech/tasks/task_a/content?signature=${signature}`, { headers }),
    ];
    const refused = await proxy.raw(offer(proxy, { Cookie: cookie }));
    for (const { headers: fields } of replies) expect(JSON.stringify(fields)).not.toContain(canary);
    expect(refused).not.toContain(canary);
    await expect.poll(() => proxy.log()).toContain('"route":"/v1/audio/speech/tasks"');
    const log = proxy.log();
    for (const secret of [canary, text, signature, cookie]) {
      expect(log).not.toContain(secret);
      // Bytes as JSON writes them say as much as text.
      expect(log).not.toContain([...Buffer.from(secret.slice(0, 8))].join(","));
    }
    for (const line of log.trimEnd().split("\n")) expect(() => JSON.parse(line)).not.toThrow();
  });
});

test("what a client sends that is no request, or too much of one, isn't logged", async () => {
  const { url, server } = await startRawUpstream((socket) => socket.end());
  cleanUps.push(() => server.close());
  const proxy = await start(url, { limits: { bodyBytes: 50 } });
  await proxy.raw(`${text}\r\n\r\n`);
  await proxy.raw(`GET /${signature} HTTP/1.1\r\nHost: ${proxy.host}\r\nConnection: close\r\n\r\n`);
  await proxy.raw(`GET /v1/models HTTP/1.1\r\nHost: ${cookie}\r\nOrigin: ${text}\r\nConnection: close\r\n\r\n`);
  await proxy.raw(`GET /healthz HTTP/1.1\r\nX-Request-Id: ${signature}\r\n\tx\r\nHost: x\r\nConnection: close\r\n\r\n`);
  await proxy.post("/v1/audio/speech", JSON.stringify({ input: text.repeat(9) }));
  await proxy.post("/playground/session", JSON.stringify({ password: text }), { origin: `http://${proxy.host}` });
  for (const secret of [text, signature, cookie]) expect(proxy.log()).not.toContain(secret);
});

describe("the key in an answer is masked", () => {
  const key = `sk/quote"+${canary}`;
  const forms: readonly (readonly [string, string])[] = [
    ["as it is", key],
    ["in capitals", key.toUpperCase()],
    ["as JSON writes it", JSON.stringify(key)],
    ["as PHP writes JSON", JSON.stringify(key).replaceAll("/", "\\/")],
    ["in an address", encodeURIComponent(key)],
    ["in Base64", Buffer.from(key).toString("base64")],
    ["in Base64 with its scheme", Buffer.from(`Bearer ${key}`).toString("base64")],
  ];
  test.each(forms)("%s, in a body of any type but sound, and in header fields", async (_what, form) => {
    const upstream = await startUpstream();
    cleanUps.push(() => upstream.close());
    const proxy = await start(upstream.url, { environment: { SPEECH_API_KEY: key } });
    for (const type of ["application/json", "text/html", "x/y", undefined]) {
      for (const status of [200, 403, 500]) {
        upstream.answer = (_request, response) => {
          response.writeHead(status, { "x-request-id": encodeURI(form), ...(type && { "content-type": type }) });
          const middle = Math.floor(form.length / 2);
          response.write(`<${form.slice(0, middle)}`);
          setImmediate(() => response.end(`${form.slice(middle)}>`));
        };
        const reply = await proxy.post("/v1/audio/speech");
        const core = form.replaceAll('"', "").slice(4, -4);
        expect(reply.text.replace(/\*+/, "")).not.toContain(core);
        expect(reply.text).toMatch(/^<"?\*{20,}"?=*>$/);
        expect(JSON.stringify(reply.headers)).not.toContain(core);
      }
    }
  });
});

test("a secret that JSON must escape is masked in the log", () => {
  const quoted = `quote"and\\${canary}`;
  const lines: string[] = [];
  createLogger("info", [quoted], { write: (line) => lines.push(line) }).info({ quoted }, quoted);
  expect(lines.join("")).not.toContain("quote\\");
  expect(JSON.parse(lines.join(""))).toMatchObject({ quoted: "[secret]", msg: "[secret]" });
});
