import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { startFakeService } from "../http/fake-service.fixture.ts";
import { createLogger } from "./logging.ts";
import { canary, type ProxyOptions, type RunningProxy, startProxy, startRawUpstream } from "./proxy.fixture.ts";
import { hear, offer, openSocket } from "./sockets/socket.fixture.ts";

/**
 * What must be in no answer and no log line, whatever goes wrong: the key, the text, signatures, cookies (46, 6, 7).
 */
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
    const upstream = await startFakeService();
    cleanUps.push(() => upstream.close());
    const proxy = await start(upstream.url, { environment: { SPEECH_API_KEY: key } });
    for (const type of ["application/json", "text/html", "x/y", undefined]) {
      for (const status of [200, 403, 500]) {
        upstream.answer = (_request, response) => {
          response.writeHead(status, { "x-request-id": encodeURI(form), ...(type && { "content-type": type }) });
          const middle = Math.floor(form.length / 2);
          response.write(`<${form.slice(0, middle)}`);
          setTimeout(() => response.end(`${form.slice(middle)}>`));
        };
        const reply = await proxy.post("/v1/audio/speech");
        const core = form.replaceAll('"', "").slice(4, -4);
        expect(reply.text.replace(/\*+/, "")).not.toContain(core);
        // In Base64 its neighbours decide a character at each end, too.
        expect(reply.text).toMatch(/^<"?(?:QmVhcmVyIH)?\*{20,}A?"?=*>$/);
        expect(JSON.stringify(reply.headers)).not.toContain(core);
      }
    }
  });
});

describe("what a service repeats of the key, though it isn't all of it,", () => {
  const part = canary.slice(5, 13);
  const form = Buffer.from(`:${canary}`).toString("base64").slice(4, 20);
  const answers: readonly (readonly [string, number, string])[] = [
    ["in a success", 200, "application/json"],
    ["in an error", 500, "text/plain"],
    ["in text that says it is sound", 200, "audio/mpeg"],
    ["in text that says it is nothing but bytes", 200, "application/octet-stream"],
    ["in text of no type", 200, ""],
  ];
  test.each(answers)("%s doesn't come through", async (_what, status, type) => {
    const upstream = await startFakeService();
    cleanUps.push(() => upstream.close());
    const proxy = await start(upstream.url);
    upstream.answer = (_request, response) => {
      const fields = { "x-ratelimit-limit": `0 ${part}`, [`x-ratelimit-${part}`]: "1", etag: `"${form}"` };
      response.writeHead(status, type === "" ? fields : { ...fields, "content-type": type });
      response.end(`{"from":"${part}","code":"${form}","more":"${"x".repeat(100_000)} ${part}"}`);
    };
    const reply = await proxy.post("/v1/audio/speech");
    expect([reply.status, reply.headers["content-type"]]).toEqual([status, type === "" ? undefined : type]);
    expect(reply.body).toHaveLength(100_064);
    const everything = JSON.stringify(reply.headers) + reply.text;
    for (const trace of [part, form.slice(1, -1)]) expect(everything).not.toContain(trace);
    expect(reply.text).toMatch(/^\{"from":"\*{8}","code":".?\*{14,}.?"/);
  });

  test("doesn't come through over a WebSocket, in whatever frame it stands, and sound isn't searched", async () => {
    const service = await startFakeService();
    cleanUps.push(() => service.close());
    const proxy = await start(service.url);
    const sound = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90]), Buffer.from(canary)]);
    service.serve = (socket) => {
      socket.send(`{"message":"${part} ${form}"}`);
      socket.send(Buffer.from(`{"message":"${part}"}`));
      socket.send(sound);
      socket.close(4001, `not with ${part}`);
    };
    const heard = await hear(openSocket(proxy));
    expect(heard.messages.map(({ data }) => data.toString("latin1"))).toEqual([
      expect.stringMatching(/^\{"message":"\*{8} .?\*{14,}.?"\}$/),
      '{"message":"********"}',
      sound.toString("latin1"),
    ]);
    expect(heard.reason).toBe("not with ********");
  });
});

test("sound that comes byte by byte, of every kind, passes as it is", async () => {
  const upstream = await startFakeService();
  cleanUps.push(() => upstream.close());
  const proxy = await start(upstream.url);
  for (const beginning of [
    "RIFF\xe4\0\0\0WAVEfmt ",
    "ID3\x04\0",
    "OggS\0\x02",
    "fLaC\0",
    "\xff\xfb\x90",
    "aB-9~!aB-9~!",
  ]) {
    const sound = Buffer.concat([Buffer.from(beginning, "latin1"), randomBytes(5_000)]);
    upstream.answer = async (_request, response) => {
      response.writeHead(200, { "content-type": "audio/mpeg" });
      for (const byte of sound.subarray(0, 40)) {
        response.write(Buffer.from([byte]));
        await setImmediate();
      }
      response.end(sound.subarray(40));
    };
    expect((await proxy.post("/v1/audio/speech")).body.equals(sound)).toBe(true);
  }
});

test("an ordinary content type comes through, however ordinary the key's words are", async () => {
  const upstream = await startFakeService();
  cleanUps.push(() => upstream.close());
  const proxy = await start(upstream.url, { environment: { SPEECH_API_KEY: "my-application-key" } });
  upstream.answer = (_request, response) => response.setHeader("content-type", "application/json").end("{}");
  expect((await proxy.send("GET", "/v1/models")).headers["content-type"]).toBe("application/json");
});

test("a secret that JSON must escape is masked in the log", () => {
  const quoted = `quote"and\\${canary}`;
  const lines: string[] = [];
  createLogger("info", [quoted], { write: (line) => lines.push(line) }).info({ quoted }, quoted);
  expect(lines.join("")).not.toContain("quote\\");
  expect(JSON.parse(lines.join(""))).toMatchObject({ quoted: "[secret]", msg: "[secret]" });
});
