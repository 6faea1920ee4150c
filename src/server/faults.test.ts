import dns from "node:dns";
import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect, type Socket } from "node:net";
import { Worker } from "node:worker_threads";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type FakeService, listen, startFakeService } from "../http/fake-service.fixture.ts";
import { untrusted } from "./certificate.fixture.ts";
import { canary, type ProxyOptions, type RunningProxy, startProxy, startRawUpstream } from "./proxy.fixture.ts";
import { setUpService } from "./setup.fixture.ts";

/** What a service can do wrong: the page learns it, and the process lives. */
let upstream: FakeService;
let proxy: RunningProxy;

setUpService((started) => {
  ({ upstream, proxy } = started);
});

async function rawProxy(onSocket: (socket: Socket) => void, options: ProxyOptions = {}) {
  const raw = await startRawUpstream(onSocket);
  const running = await startProxy(raw.url, { limits: { answerTime: 1_000, bodySilence: 1_000 }, ...options });
  onTestFinished(async () => {
    await running.close();
    raw.server.close();
  });
  return running;
}

describe("an answer that breaks off", () => {
  test.each([
    ["short of its Content-Length", "Content-Length: 100\r\n\r\nhalf of it", "half of it"],
    ["in the middle of its chunks", "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n", "half"],
    ["in the middle of a chunk", "Transfer-Encoding: chunked\r\n\r\nff\r\nhalf", "half"],
    ["with nonsense among its chunks", "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nzz\r\n", "half"],
  ])("%s never looks complete, and what came is kept", async (_name, rest, kept) => {
    const running = await rawProxy((socket) => {
      socket.once("data", () => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n${rest}`);
        setTimeout(() => socket.destroy(), 50);
      });
    });
    const reply = await running.post("/v1/audio/speech");
    expect([reply.status, reply.text, reply.complete]).toEqual([200, kept, false]);
    expect(running.log()).toContain("broke off");
    await expect.poll(() => running.log()).toMatch(/"route":"\/v1\/audio\/speech","status":200,"whole":false/);
  });

  test("is no end either where the end of the connection would be one, and it is reset", async () => {
    const running = await rawProxy((socket) => {
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n\r\nhalf");
        setTimeout(() => socket.resetAndDestroy(), 50);
      });
    });
    const reply = await running.post("/v1/audio/speech");
    expect([reply.status, reply.text, reply.complete]).toEqual([200, "half", false]);
  });

  test("is a reset for an HTTP/1.0 client, which knows no other sign", async () => {
    upstream.answer = (_request, response) => {
      response.writeHead(200, { "content-type": "audio/mpeg" });
      response.write("half");
      setTimeout(() => response.destroy(), 50);
    };
    const socket = connect(proxy.port, "127.0.0.1");
    socket.resume();
    socket.write(`GET /v1/models HTTP/1.0\r\nHost: ${proxy.host}\r\n\r\n`);
    const [error] = await once(socket, "error");
    expect(error.code).toBe("ECONNRESET");
  });

  test("keeps everything that came, however much", async () => {
    const half = Buffer.alloc(3_000_000, 7);
    upstream.answer = (_request, response) => {
      response.writeHead(200, { "content-type": "audio/mpeg", "content-length": 6_000_000 });
      response.write(half, () => response.destroy());
    };
    const reply = await proxy.post("/v1/audio/speech");
    expect([reply.complete, reply.body.equals(half)]).toEqual([false, true]);
  });
});

describe("the service", () => {
  test("that goes on where nobody asked it to is told as that", async () => {
    const running = await rawProxy((socket) => {
      socket.once("data", () => {
        socket.write("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
      });
    });
    const reply = await running.post("/v1/audio/speech");
    expect([reply.status, JSON.parse(reply.text).error]).toMatchObject([
      502,
      { code: "upstream_invalid", message: expect.stringContaining("100 Continue") },
    ]);
  });

  test("that is far away is waited for, though its host's other address leads nowhere", async () => {
    // Nobody takes what waits, so that the system passes over a further connection until that is tried again.
    const hold = new Int32Array(new SharedArrayBuffer(4));
    const program = `
      const { parentPort, workerData } = require("node:worker_threads");
      const server = require("node:http").createServer((_request, response) => response.end("far"));
      server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
        parentPort.postMessage(server.address().port);
        Atomics.wait(workerData, 0, 0);
      });`;
    const service = new Worker(program, { eval: true, workerData: hold });
    const [port] = await once(service, "message");
    const waiting = Array.from({ length: 4 }, () => connect({ port, host: "127.0.0.1" }).on("error", () => {}));
    await Promise.all(waiting.slice(0, 2).map((socket) => once(socket, "connect")));
    const running = await startProxy(`http://far.test:${port}`);
    const both = [
      { address: "127.0.0.1", family: 4 },
      { address: "::1", family: 6 },
    ];
    const lookup = (_host: string, _options: object, found: (error: null, all: object) => void) => found(null, both);
    const resolving = vi.spyOn(dns, "lookup").mockImplementation(lookup as typeof dns.lookup);
    const reply = running.send("GET", "/v1/models");
    setTimeout(() => {
      Atomics.store(hold, 0, 1);
      Atomics.notify(hold, 0);
    }, 500);
    expect((await reply).text).toBe("far");
    resolving.mockRestore();
    for (const socket of waiting) socket.destroy();
    await running.close();
    await service.terminate();
  });

  test("that refuses connections gives 502", async () => {
    const { url, server } = await startRawUpstream((socket) => socket.destroy());
    server.close();
    await once(server, "close");
    const running = await startProxy(url);
    const reply = await running.post("/v1/audio/speech");
    expect([reply.status, reply.code]).toEqual([502, "upstream_unreachable"]);
    expect(reply.headers["x-should-retry"]).toBe("false");
    expect(reply.text).toContain("ECONNREFUSED");
    await running.close();
  });

  test("that refuses a thousand times in a row crashes nothing", async () => {
    const { url, server } = await startRawUpstream((socket) => socket.destroy());
    server.close();
    const running = await startProxy(url);
    const statuses = new Set<number>();
    for (let round = 0; round < 20; round++) {
      const replies = await Promise.all(Array.from({ length: 50 }, () => running.send("GET", "/v1/models")));
      for (const { status } of replies) statuses.add(status);
    }
    expect([...statuses]).toEqual([502]);
    await running.close();
  });

  test("that resets before an answer gives 502, and the request isn't sent again", async () => {
    let requests = 0;
    const running = await rawProxy((socket) => {
      socket.once("data", () => {
        requests += 1;
        socket.resetAndDestroy();
      });
    });
    const reply = await running.post("/v1/audio/speech");
    expect([reply.status, reply.code, requests]).toEqual([502, "upstream_closed", 1]);
    expect(reply.headers["proxy-status"]).toBe("speech-playground; error=connection_terminated");
  });

  test("that closes behind a request may have begun it; one that closes before may not", async () => {
    const running = await rawProxy((socket) => socket.once("data", () => socket.end()));
    const reply = await running.post("/v1/audio/speech");
    expect([reply.status, reply.code]).toEqual([502, "upstream_closed"]);
    expect(reply.text).toContain("may still be at work");
    // Over TLS nothing goes out before both sides know each other.
    const { url, server } = await startRawUpstream((socket) => socket.once("data", () => socket.destroy()));
    const secure = await startProxy(url.replace("http:", "https:"));
    const before = await secure.post("/v1/audio/speech");
    expect([before.status, before.code]).toEqual([502, "upstream_unreachable"]);
    expect(before.headers["proxy-status"]).toBe("speech-playground; error=destination_unavailable");
    await secure.close();
    server.close();
  });

  test.each(["Transfer-Encoding: chunked", "Content-Encoding: identity"])(
    "that says %s twice gives 502, and its answer isn't taken",
    async (field) => {
      const running = await rawProxy((socket) => {
        socket.once("data", () => socket.write(`HTTP/1.1 200 OK\r\n${field}\r\n${field}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`));
      });
      const reply = await running.post("/v1/audio/speech");
      expect([reply.status, reply.code]).toEqual([502, "upstream_invalid"]);
    },
  );

  test.each(["", "none", "utf-8"])("that says Content-Encoding: %s has compressed nothing", async (coding) => {
    upstream.answer = (_request, response) => response.writeHead(200, { "content-encoding": coding }).end('{"id":"t"}');
    const reply = await proxy.post("/v1/audio/speech/tasks");
    expect([reply.status, reply.text]).toEqual([200, '{"id":"t"}']);
  });

  test("that closes a kept connection under a request gets it once", async () => {
    const bodies: string[] = [];
    const running = await rawProxy((socket) => {
      socket.on("data", (chunk: Buffer) => {
        bodies.push(chunk.toString("latin1"));
        if (bodies.length === 1) socket.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        else socket.destroy();
      });
    });
    expect((await running.post("/v1/audio/speech")).status).toBe(200);
    expect((await running.post("/v1/audio/speech", '{"second":1}')).status).toBe(502);
    expect(bodies.filter((body) => body.includes("second"))).toHaveLength(1);
  });

  test.each([
    "SSH-2.0-OpenSSH_9\r\n",
    "HTTP/1.1 banana\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
  ])("that answers %j gives 502", async (bytes) => {
    const running = await rawProxy((socket) => socket.once("data", () => socket.end(bytes)));
    const reply = await running.send("GET", "/v1/models");
    expect([reply.status, reply.code]).toEqual([502, "upstream_invalid"]);
  });

  test("that answers with an upgrade nobody asked for gives 502", async () => {
    const running = await rawProxy((socket) =>
      socket.once("data", () => socket.write("HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n")),
    );
    expect((await running.send("GET", "/v1/models")).status).toBe(502);
  });

  test("that sends early hints first is understood", async () => {
    const running = await rawProxy((socket) =>
      socket.once("data", () =>
        socket.write("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
      ),
    );
    expect((await running.send("GET", "/v1/models")).text).toBe("ok");
  });

  test.each([301, 302, 303, 307, 308, 300])("that redirects with %i isn't followed", async (status) => {
    const other = await startFakeService();
    upstream.answer = (_request, response) => response.writeHead(status, { location: other.url }).end("moved");
    const reply = await proxy.post("/v1/audio/speech");
    expect([reply.status, reply.code, reply.headers.location]).toEqual([502, "upstream_redirected", undefined]);
    expect(reply.headers["proxy-status"]).toContain(`received-status=${status}`);
    expect(other.seen).toHaveLength(0);
    await other.close();
  });

  test.each([
    [407, 502, "upstream_invalid"],
    [408, 504, "upstream_timeout"],
    [421, 502, "upstream_invalid"],
  ])("that answers %i is answered for, since a browser would send the request again", async (status, own, code) => {
    upstream.answer = (_request, response) => response.writeHead(status).end();
    const reply = await proxy.post("/v1/audio/speech");
    expect([reply.status, reply.code, reply.headers["x-should-retry"]]).toEqual([own, code, "false"]);
    expect(reply.headers["proxy-status"]).toContain(`received-status=${status}`);
  });

  test("that answers 304 to a condition is passed on", async () => {
    upstream.answer = (_request, response) => response.writeHead(304, { etag: '"e"' }).end();
    const reply = await proxy.send("GET", "/v1/audio/speech/tasks/task_a/content");
    expect([reply.status, reply.headers.etag, reply.complete]).toEqual([304, '"e"', true]);
  });

  test("with a certificate that can't be trusted gets nothing, even if the environment says otherwise", async () => {
    let requests = 0;
    const server = createTlsServer(untrusted, (_request, response) => {
      requests += 1;
      response.end();
    });
    server.on("tlsClientError", () => {});
    const port = await listen(server);
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const warning = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    const running = await startProxy(`https://localhost:${port}`);
    const reply = await running.post("/v1/audio/speech");
    vi.unstubAllEnvs();
    warning.mockRestore();
    expect([reply.status, reply.code, requests]).toEqual([502, "upstream_unreachable", 0]);
    expect(reply.text).toMatch(/certificate can't be trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\).*NODE_EXTRA_CA_CERTS/);
    expect(running.log()).not.toContain(canary);
    await running.close();
    server.close();
  });

  test("that speaks plain HTTP under an https address isn't said to have a certificate", async () => {
    const server = createServer((_request, response) => void response.end());
    const running = await startProxy(`https://127.0.0.1:${await listen(server)}`);
    const reply = await running.post("/v1/audio/speech");
    expect([reply.status, reply.code]).toEqual([502, "upstream_unreachable"]);
    expect(reply.text).toMatch(/No TLS connection.*\((?:ERR_SSL_|EPROTO)\w*\)\. Does it speak https/);
    expect(reply.text).not.toContain("certificate");
    await running.close();
    server.close();
  });
});
