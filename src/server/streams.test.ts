import { once } from "node:events";
import { request, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { dial } from "../http/dial.fixture.ts";
import type { FakeService } from "../http/fake-service.fixture.ts";
import { canary, type RunningProxy, startProxy } from "./proxy.fixture.ts";
import { countTurns, setUpService } from "./setup.fixture.ts";

/** Streams: their pace, their silences and their ends. */
let upstream: FakeService;
let proxy: RunningProxy;

setUpService((started) => {
  ({ upstream, proxy } = started);
});

/** A whole request, byte for byte. */
const speechRequest = ({ host }: RunningProxy) =>
  `POST /v1/audio/speech HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;

/** Opens a request through the proxy and hands out the answer while it is still coming. */
function open(port: number, method: string, path: string) {
  const headers = method === "POST" ? { "content-type": "application/json" } : {};
  const outgoing = request({ host: "127.0.0.1", port, method, path, agent: false, headers });
  outgoing.on("error", () => {});
  outgoing.end(method === "POST" ? "{}" : undefined);
  return outgoing;
}

describe("silence", () => {
  test("before an answer ends in 504, and the service's request ends", async () => {
    const closed = new Promise((resolve) => {
      upstream.answer = (_request, response) => response.once("close", resolve);
    });
    const reply = await proxy.send("GET", "/v1/models");
    expect([reply.status, reply.code]).toEqual([504, "upstream_timeout"]);
    await closed;
  });

  test("in the middle of a body ends it visibly", async () => {
    upstream.answer = (_request, response) => {
      response.writeHead(200, { "content-type": "audio/mpeg" });
      response.write("half");
    };
    const reply = await proxy.post("/v1/audio/speech");
    expect([reply.status, reply.text, reply.complete]).toEqual([200, "half", false]);
  });

  test("of a reader who takes nothing more ends it on both sides", async () => {
    const impatient = await startProxy(upstream.url, { limits: { readerSilence: 200 } });
    const closed = new Promise((resolve) => {
      upstream.answer = (_request, response) => {
        response.once("close", resolve);
        writeForever(response);
      };
    });
    const outgoing = open(impatient.port, "POST", "/v1/audio/speech");
    await once(outgoing, "response");
    await closed;
    outgoing.destroy();
    await impatient.close();
  });
});

describe("the last bytes of an answer", () => {
  const readerSilence = 100;
  /** Asks over a connection whose end at the proxy takes bytes in its own way. */
  async function askOver(take: (bytes: Buffer, taken: () => void) => void) {
    const impatient = await startProxy(upstream.url, { limits: { readerSilence } });
    onTestFinished(() => impatient.close());
    const accepted = once(impatient.app.server, "connection");
    const { socket, received } = await dial(impatient.port);
    const [near] = await accepted;
    onTestFinished(() => near.destroy());
    const write = near._write.bind(near);
    const slowly = (bytes: Buffer, encoding: string, done: () => void) =>
      take(bytes, () => write(bytes, encoding, done));
    Object.assign(near, { _write: slowly, _writev: null });
    socket.write(speechRequest(impatient));
    return { near, received };
  }

  test.each([
    ["whole", (response: ServerResponse) => response.end()],
    ["broken off", (response: ServerResponse) => response.destroy()],
  ])("that is %s don't wait for ever for a reader who takes nothing more", async (_how, end) => {
    upstream.answer = (_request, response) => {
      response.writeHead(200, { "content-type": "audio/mpeg" });
      response.write("sound", () => end(response));
    };
    const { near } = await askOver(() => {});
    await once(near, "close");
  });

  test("reach a reader who takes them slowly", async () => {
    const pieces = ["one", "two", "three", "four", "five", "six"];
    upstream.answer = (_request, response) => {
      response.writeHead(200, { "content-type": "audio/mpeg" });
      const next = () => {
        const piece = pieces.shift();
        if (piece === undefined) response.end("end");
        else response.write(piece, () => setTimeout(next, 5));
      };
      next();
    };
    const { received } = await askOver((_bytes, taken) => setTimeout(taken, 0.3 * readerSilence));
    await expect.poll(received, { timeout: 5_000 }).toMatch(/six[\s\S]*end\r\n0\r\n\r\n$/);
  });

  test("wait for the end of another answer in front of them", async () => {
    const impatient = await startProxy(upstream.url, { limits: { readerSilence } });
    onTestFinished(() => impatient.close());
    upstream.answer = (_request, first) => {
      upstream.answer = (_next, second) => second.end("second");
      setTimeout(() => first.end("first"), 4 * readerSilence);
    };
    const { socket, received } = await dial(impatient.port);
    socket.write(speechRequest(impatient).repeat(2));
    await expect.poll(received).toMatch(/first[\s\S]*second/);
  });
});

describe("the page that leaves", () => {
  // Its times are minutes, so that nothing but the leaving can end a request while a test lasts.
  let patient: RunningProxy;
  beforeAll(async () => {
    patient = await startProxy(upstream.url);
  });
  afterAll(() => patient.close());

  test("before an answer ends the service's request within a second", async () => {
    const turnsUntilEnd = new Promise<number>((resolve) => {
      upstream.answer = (_request, response) => {
        const turns = countTurns();
        response.once("close", () => resolve(turns()));
        outgoing.destroy();
      };
    });
    const outgoing = open(patient.port, "POST", "/v1/audio/speech");
    expect(await turnsUntilEnd).toBeLessThan(100);
  });

  test("in the middle of a body ends the service's request within a second", async () => {
    const ended = new Promise<void>((resolve) => {
      upstream.answer = (_request, response) => {
        response.once("close", () => resolve());
        response.writeHead(200, { "content-type": "audio/mpeg" });
        response.write("first");
      };
    });
    const outgoing = open(patient.port, "POST", "/v1/audio/speech");
    const [incoming] = await once(outgoing, "response");
    incoming.on("error", () => {});
    await once(incoming, "data");
    const turns = countTurns();
    outgoing.destroy();
    await ended;
    expect(turns()).toBeLessThan(100);
  });
});

test("a client that sent requests ahead and leaves ends every one of them at the service", async () => {
  let open = 0;
  upstream.answer = (_request, response) => {
    open++;
    response.once("close", () => open--);
    response.writeHead(200, { "content-type": "audio/mpeg" });
    response.write("first");
  };
  const socket = connect(proxy.port, "127.0.0.1");
  socket.write(speechRequest(proxy).repeat(12));
  await expect.poll(() => open).toBe(12);
  socket.destroy();
  await expect.poll(() => open).toBe(0);
});

test("a page that leaves while it sends isn't a failure, and nothing is sent on", async () => {
  const quiet = await startProxy(upstream.url);
  const socket = connect(quiet.port, "127.0.0.1");
  const head = `POST /v1/audio/speech HTTP/1.1\r\nHost: ${quiet.host}\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}Content-Length: 100\r\n\r\nhalf`);
  const [incoming] = await once(quiet.app.server, "request");
  const gone = new Promise((resolve) => incoming.once("close", resolve));
  socket.resetAndDestroy();
  await gone;
  expect((await quiet.send("GET", "/healthz")).status).toBe(200);
  expect(quiet.log()).not.toContain('"level":50');
  expect(upstream.seen).toHaveLength(0);
  await quiet.close();
});

test("the log has one line for each request, with neither query nor text nor headers", async () => {
  upstream.answer = (_request, response) => response.writeHead(200, { "content-type": "audio/mpeg" }).end("audio");
  const running = await startProxy(upstream.url);
  await running.post("/v1/audio/speech", '{"input":"a private text"}', { "x-request-id": "id-1", cookie: "private" });
  await running.send("GET", "/v1/audio/speech/tasks/task_a/content?signature=private");
  const lines = running
    .log()
    .split("\n")
    .filter((line) => line.includes('"route"'))
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { level: 30, id: "id-1", method: "POST", route: "/v1/audio/speech", status: 200, whole: true },
    { level: 30, method: "GET", route: "/v1/audio/speech/tasks/:taskId/content", status: 200 },
  ]);
  expect(running.log()).not.toContain("private");
  await running.close();
});

test("the head and the first byte are passed on at once", async () => {
  const { promise, resolve } = deferred<ServerResponse>();
  upstream.answer = (_request, response) => {
    response.writeHead(200, { "content-type": "audio/mpeg" });
    response.flushHeaders();
    resolve(response);
  };
  const [incoming] = await once(open(proxy.port, "POST", "/v1/audio/speech"), "response");
  const response = await promise;
  for (const text of ["a", "b", "c"]) {
    response.write(text);
    const [chunk] = await once(incoming, "data");
    expect(String(chunk)).toBe(text);
  }
  response.end();
  await once(incoming, "end");
});

test("a slow reader slows the service down, and then gets every byte", async () => {
  const total = 64 * 1024 * 1024;
  const chunk = Buffer.alloc(64 * 1024, 1);
  let written = 0;
  const stalled = deferred<void>();
  const patient = await startProxy(upstream.url);
  upstream.answer = (_request, response) => {
    response.writeHead(200, { "content-type": "audio/mpeg", "content-length": total });
    const fill = () => {
      while (written < total) {
        written += chunk.length;
        if (!response.write(chunk)) {
          stalled.resolve();
          response.once("drain", fill);
          return;
        }
      }
      response.end();
    };
    fill();
  };
  const [incoming] = await once(open(patient.port, "POST", "/v1/audio/speech"), "response");
  await stalled.promise;
  // What both sockets and both kernels hold, and no more: it stops growing.
  let before = -1;
  await vi.waitFor(
    () => {
      const grown = written !== before;
      before = written;
      expect(grown).toBe(false);
    },
    { interval: 100, timeout: 60_000 },
  );
  expect(written).toBeLessThan(total / 2);
  let received = 0;
  incoming.on("data", (bytes: Buffer) => {
    received += bytes.length;
  });
  await once(incoming, "end");
  expect(received).toBe(total);
  await patient.close();
});

test("bytes that are no text pass unchanged, and audio isn't searched for the key", async () => {
  const audio = Buffer.concat([Buffer.from(Array.from({ length: 256 }, (_, index) => index)), Buffer.from(canary)]);
  upstream.answer = (_request, response) => response.writeHead(200, { "content-type": "audio/mpeg" }).end(audio);
  expect((await proxy.post("/v1/audio/speech")).body.equals(audio)).toBe(true);
});

test("a range and a HEAD are as they would be without the proxy", async () => {
  upstream.answer = (asked, response) => {
    const headers = { "content-type": "audio/wav", "accept-ranges": "bytes", etag: '"e"' };
    if (asked.method === "HEAD") response.writeHead(200, { ...headers, "content-length": 1_000 }).end();
    else response.writeHead(206, { ...headers, "content-range": "bytes 0-1/1000", "content-length": 2 }).end("ab");
  };
  const path = "/v1/audio/speech/tasks/task_a/content";
  const range = await proxy.send("GET", path, { headers: { range: "bytes=0-1" } });
  expect([range.status, range.text, range.headers["content-range"], range.headers["accept-ranges"]]).toEqual([
    206,
    "ab",
    "bytes 0-1/1000",
    "bytes",
  ]);
  const head = await proxy.send("HEAD", path);
  expect([head.status, head.headers["content-length"], head.body.length, head.complete]).toEqual([
    200,
    "1000",
    0,
    true,
  ]);
});

test.each([
  "bytes=0-",
  "bytes=0-1",
  "bytes=-1",
  "bytes=5-1",
  "bytes=999999999999999999999-",
  "bytes=0-0,2-3,-1",
  "bytes=-",
  "items=0-1",
  "bytes = 0 - 1",
])("the range %j and its answer pass as they are (hardening 29)", async (range) => {
  for (const [status, type] of [
    [206, "audio/mpeg"],
    [206, "multipart/byteranges; boundary=x"],
    [416, "application/json"],
    [200, "audio/mpeg"],
  ] as const) {
    upstream.answer = (_asked, response) =>
      response
        .writeHead(status, { "content-type": type, "content-range": "bytes */9", "content-length": 9 })
        .end(_asked.method === "HEAD" ? "" : "123456789");
    for (const method of ["GET", "HEAD"]) {
      const reply = await proxy.send(method, "/v1/audio/speech/tasks/task_a/content", { headers: { range } });
      expect(upstream.seen.at(-1)?.headers.range).toBe(range);
      expect([reply.status, reply.headers["content-type"], reply.headers["content-range"]]).toEqual([
        status,
        type,
        "bytes */9",
      ]);
      expect([reply.headers["content-length"], reply.text]).toEqual(["9", method === "HEAD" ? "" : "123456789"]);
    }
  }
});

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

function writeForever(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024);
  const fill = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", fill);
  fill();
}
