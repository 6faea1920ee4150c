import { once } from "node:events";
import type { Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { dial } from "../http/dial.fixture.ts";
import { keys, startToneService, type ToneService } from "./tone-service.fixture.ts";

/** Heads that two programs in a row could read differently, bodies that nobody waits for, and their connections. */
let service: ToneService;
beforeAll(async () => {
  service = await startToneService();
});
afterAll(() => service.close());

const authorization = `Authorization: Bearer ${keys.all}\r\n`;
const json = "Content-Type: application/json\r\n";
const task = JSON.stringify({ model: "streamspeech-v8", input: "One.", voice: "Autumn" });
const postTask = `POST /v1/audio/speech/tasks HTTP/1.1\r\nHost: x\r\n${authorization}${json}`;
const createTask = `${postTask}Content-Length: ${task.length}\r\n\r\n${task}`;
const models = `GET /v1/models HTTP/1.1\r\nHost: x\r\n${authorization}\r\n`;

const countTasks = async () => (await service.query("select count(*) as number from tasks"))[0]?.["number"];

/** A connection that never ends its side by itself. */
const dialService = () => dial(Number(new URL(service.address).port), { allowHalfOpen: true });

/** Sends bytes and resolves with everything that came until the service ended the connection. */
async function exchange(bytes: string): Promise<string> {
  const { socket, received } = await dialService();
  socket.write(bytes);
  await ended(socket);
  return received();
}

/** Writes as fast as the other side takes it; the other side may have left. */
async function write(socket: Socket, piece: string): Promise<void> {
  await new Promise((resolve) => socket.write(piece, resolve));
}

/** Waits until the service has ended its side, and then ends ours. */
async function ended(socket: Socket): Promise<void> {
  if (!socket.readableEnded) await Promise.race([once(socket, "end"), once(socket, "close")]);
  socket.end();
}

function expectRefusal(answer: string, status: number, code: string, message = /\S/): void {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toMatch(/^x-request-id: [\w-]{8,}$/im);
  expect(head).toMatch(/^connection: close$/im);
  expect(JSON.parse(body)).toEqual({
    error: { message: expect.stringMatching(message), type: "invalid_request_error", param: null, code },
  });
}

describe("a request that could be read in two ways is 400 in our shape, and nothing behind it is acted upon:", () => {
  const head = `POST /v1/audio/speech/tasks HTTP/1.1\r\nHost: x\r\n${json}`;
  const chunks = `${task.length.toString(16)}\r\n${task}\r\n0\r\n\r\n`;
  test.each([
    ["two keys", `${head}${authorization}Authorization: Bearer no\r\nContent-Length: 2\r\n\r\n{}`, /authorization/],
    ["the same key twice", `${head}${authorization.repeat(2)}Content-Length: 2\r\n\r\n{}`, /authorization/],
    ["two hosts", `${head}host: y\r\n${authorization}Content-Length: 2\r\n\r\n{}`, /host/],
    ["no host", models.replace("Host: x\r\n", ""), /Host/],
    ["a host that is none", models.replace("Host: x", "Host: user@x/y"), /Host/],
    [
      "two media types",
      `${head}${authorization}content-type: text/plain\r\nContent-Length: 2\r\n\r\n{}`,
      /content-type/,
    ],
    [
      "chunks in HTTP/1.0",
      `${head.replace("1.1", "1.0")}${authorization}Transfer-Encoding: chunked\r\n\r\n${chunks}`,
      /HTTP\/1\.0/,
    ],
    ["a length and chunks", `${head}${authorization}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`],
    ["chunks and a length", `${head}${authorization}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n${chunks}`],
    ["two lengths", `${head}${authorization}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`],
    ["two codings", `${head}${authorization}Transfer-Encoding: gzip, chunked\r\n\r\n${chunks}`, /chunked/],
    ["no coding in its field", `${head}${authorization}Transfer-Encoding:\r\nContent-Length: 2\r\n\r\n{}`, /chunked/],
    ["a folded line", `${head}Authorization: Bearer\r\n ${keys.all}\r\nContent-Length: 2\r\n\r\n{}`],
    ["a folded line that is empty", models.replace("\r\n\r\n", "\r\nX-Note:\r\n\tfolded\r\n\r\n")],
    ["a space before a colon", models.replace("Host:", "Host :")],
    ["lines without CR", models.replaceAll("\r\n", "\n")],
    ["HTTP/2.0", models.replace("1.1", "2.0"), /HTTP\/1\.1/],
    [
      "a handshake with a body",
      `${models.slice(0, -2)}Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 2\r\n\r\n{}`,
      /WebSocket/,
    ],
    [
      "a handshake with two keys",
      `${models.slice(0, -2)}${authorization}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      /authorization/,
    ],
  ])("%s", async (_what, bytes, message = /isn't valid HTTP/) => {
    const before = await countTasks();
    const answer = await exchange(bytes + createTask);
    expectRefusal(answer, 400, "bad_request", message);
    expect(answer.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
    expect(await countTasks()).toBe(before);
  });
});

test("several spaces between Bearer and the key are allowed (RFC 9110, section 11.4: 1*SP)", async () => {
  const answer = await exchange(
    models.replace("Bearer ", "Bearer   ").replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test("HTTP/1.0 needs no host", async () => {
  expect(await exchange(models.replace("1.1", "1.0").replace("Host: x\r\n", ""))).toMatch(/^HTTP\/1\.1 200 /);
});

describe("content codings", () => {
  test.each(["gzip", "br", "x-gzip", "identity, gzip"])("%s is 415, which says what can be sent", async (coding) => {
    const headers = { "content-type": "application/json", "content-encoding": coding };
    const response = await service.request("/v1/audio/speech", { method: "POST", headers, body: task });
    expect([response.status, response.headers.get("accept-encoding")]).toEqual([415, "identity"]);
    expect(response.headers.get("x-request-id")).toMatch(/\S/);
    expect(await response.json()).toEqual({
      error: {
        message: expect.stringContaining("Content-Encoding"),
        type: "invalid_request_error",
        param: null,
        code: "unsupported_content_coding",
      },
    });
  });

  test("identity passes", async () => {
    const headers = { "content-type": "application/json", "content-encoding": "Identity" };
    const response = await service.request("/v1/audio/speech", { method: "POST", headers, body: task });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  });

  test("a handshake with one is 415", async () => {
    const handshake = "Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Encoding: gzip\r\n";
    const answer = await exchange(
      `GET /v1/audio/speech/websocket?model=streamspeech-v8 HTTP/1.1\r\nHost: x\r\n${authorization}${handshake}\r\n`,
    );
    expectRefusal(answer, 415, "unsupported_content_coding");
    expect(answer).toMatch(/^accept-encoding: identity$/im);
  });
});

describe("Expect: 100-continue", () => {
  const speech = `POST /v1/audio/speech HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n`;
  const length = `Content-Length: ${task.length}\r\n`;
  test.each([
    ["a wrong key", `${speech}${json}Authorization: Bearer no\r\n${length}\r\n`, 401],
    ["no key", `${speech}${json}${length}\r\n`, 401],
    ["another media type", `${speech}${authorization}Content-Type: text/plain\r\n${length}\r\n`, 415],
    ["no media type", `${speech}${authorization}${length}\r\n`, 415],
    ["a content coding", `${speech}${authorization}${json}Content-Encoding: gzip\r\n${length}\r\n`, 415],
    ["a body that is too large", `${speech}${authorization}${json}Content-Length: 8388609\r\n\r\n`, 413],
    ["an unknown route", `${speech.replace("speech", "nothing")}${authorization}${json}${length}\r\n`, 404],
    ["another method", `${speech.replace("POST", "PUT")}${authorization}${json}${length}\r\n`, 405],
    [
      "a route without a model",
      `${speech.replace("audio/speech", "systemone")}${authorization}${json}${length}\r\n`,
      404,
    ],
    ["two keys", `${speech}${authorization.repeat(2)}${json}${length}\r\n`, 400],
  ])("%s is refused before the body is asked for, and the connection ends", async (_what, head, status) => {
    const answer = await exchange(head);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/^connection: close$/im);
    expect(answer).not.toContain("100 Continue");
  });

  test("a request that may be sent is asked for its body, once", async () => {
    const { socket, received } = await dialService();
    socket.write(`${speech}${authorization}${json}${length}Connection: close\r\n\r\n`);
    await expect.poll(received).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write(task);
    await ended(socket);
    expect(received()).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  });

  test.each(["Expect: cake", "Expect: 200-ok"])("%s is ignored", async (field) => {
    const head = `POST /v1/audio/speech HTTP/1.1\r\nHost: x\r\n${field}\r\n${authorization}${json}${length}`;
    expect(await exchange(`${head}Connection: close\r\n\r\n${task}`)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe("an answer that comes before the body has", () => {
  const large = "x".repeat(9_000_000);
  const unfinished = (first: string) => `${first}Content-Length: 9000000\r\n\r\n${large.slice(1)}`;

  test.each([
    ["401", `POST /v1/audio/speech HTTP/1.1\r\nHost: x\r\n${json}`, 401],
    ["404", `POST /nowhere HTTP/1.1\r\nHost: x\r\n${authorization}${json}`, 404],
    ["405", `DELETE /v1/models HTTP/1.1\r\nHost: x\r\n${authorization}${json}`, 405],
    ["413", `POST /v1/audio/speech HTTP/1.1\r\nHost: x\r\n${authorization}${json}`, 413],
    ["415", `POST /v1/audio/speech HTTP/1.1\r\nHost: x\r\n${authorization}`, 415],
    ["200", `GET /v1/models HTTP/1.1\r\nHost: x\r\n${authorization}`, 200],
  ])(
    "%s ends the connection; the body and what follows it are read and thrown away",
    async (_status, first, status) => {
      const before = await countTasks();
      const { socket, received } = await dialService();
      socket.write(unfinished(first));
      await expect.poll(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*\\r\\n\\r\\n\\{.*\\}$`));
      expect(received()).toMatch(/^connection: close$/im);
      socket.end(`x${createTask}`);
      await once(socket, "close");
      expect(received().match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
      expect(await countTasks()).toBe(before);
    },
  );

  test("a request of which nobody reads chunks ends, too", async () => {
    const first = `POST /nowhere HTTP/1.1\r\nHost: x\r\n${authorization}${json}Transfer-Encoding: chunked\r\n\r\n`;
    const { socket, received } = await dialService();
    socket.write(`${first}5\r\nhello\r\n`);
    await expect.poll(received).toMatch(/^HTTP\/1\.1 404 [\s\S]*\}$/);
    socket.end(`0\r\n\r\n${createTask}`);
    await once(socket, "close");
    expect(received().match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
  });

  test("keeps the connection where the whole body had come", async () => {
    const refused = createTask.replace(keys.all, "wrong-key-of-length");
    const { socket, received } = await dialService();
    socket.write(refused);
    await expect.poll(received).toMatch(/^HTTP\/1\.1 401 [\s\S]*\}$/);
    expect(received()).toMatch(/^connection: keep-alive$/im);
    socket.write(models);
    await expect.poll(received).toMatch(/HTTP\/1\.1 200 [\s\S]*\}$/);
  });

  test("a body beyond 8 MiB on a kept connection is 413 for a client that reads when it has sent", async () => {
    for (let round = 0; round < 20; round++) {
      const { socket, received } = await dialService();
      let broken: unknown;
      socket.on("error", (error) => {
        broken = error;
      });
      socket.write(models);
      await expect.poll(received).toContain('"list"');
      socket.pause();
      const post = `POST /v1/audio/speech HTTP/1.1\r\nHost: x\r\n${authorization}${json}`;
      const head = `${post}Content-Length: ${large.length}\r\n\r\n`;
      // In pieces, as clients send a file: each of them could be the one that finds the connection closed.
      socket.write(head);
      for (let at = 0; at < large.length; at += 65_536) await write(socket, large.slice(at, at + 65_536));
      socket.resume();
      await ended(socket);
      expect(broken).toBeUndefined();
      expect(received()).toMatch(/HTTP\/1\.1 413 [\s\S]*"code":"body_too_large"/);
    }
  });

  test("is given up where the rest of the body never comes", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { socket, received } = await dialService();
    socket.write(`POST /nowhere HTTP/1.1\r\nHost: x\r\n${authorization}${json}Content-Length: 9\r\n\r\n`);
    await once(socket, "end");
    expect(received()).toMatch(/^HTTP\/1\.1 404 /);
    vi.advanceTimersByTime(9_999);
    await write(socket, "x");
    expect(socket.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    while (!socket.destroyed) await write(socket, "x");
  });

  test("is given up where the body has no end", async () => {
    const { socket, received } = await dialService();
    socket.write(`POST /nowhere HTTP/1.1\r\nHost: x\r\n${authorization}${json}Transfer-Encoding: chunked\r\n\r\n`);
    const piece = `10000\r\n${"x".repeat(65_536)}\r\n`;
    let sent = 0;
    while (!socket.destroyed) {
      sent += piece.length;
      await write(socket, piece);
    }
    expect(received()).toMatch(/^HTTP\/1\.1 404 /);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });
});

test("nonsense behind a request ends its connection, and never stands in the middle of an answer", async () => {
  const body = JSON.stringify({ model: "streamspeech-v8", input: "One two three.", voice: "Autumn" });
  service.tones.hold();
  onTestFinished(() => service.tones.release());
  const { socket, received } = await dialService();
  socket.write(
    `POST /v1/audio/speech HTTP/1.1\r\nHost: x\r\n${authorization}${json}Content-Length: ${body.length}\r\n\r\n${body}`,
  );
  await expect.poll(received).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n/);
  socket.write("nonsense\r\n\r\n");
  await ended(socket);
  expect(received()).not.toContain("bad_request");
});
