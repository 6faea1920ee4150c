import { createHash } from "node:crypto";
import { once } from "node:events";
import type { Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { readPlaygroundClose } from "../../contract/playground.ts";
import type { FakeService } from "../../http/fake-service.fixture.ts";
import { type RunningProxy, startProxy } from "../proxy.fixture.ts";
import { countTurns } from "../setup.fixture.ts";
import { echo, serviceEnds, setUpSocketService } from "./setup.fixture.ts";
import { dial, hear, offer, openSocket } from "./socket.fixture.ts";

/** How a WebSocket ends, whoever ends it. */
let service: FakeService;
let proxy: RunningProxy;

setUpSocketService({ serve: echo }, (started) => {
  ({ service, proxy } = started);
});

describe("the service's end (hardening 30):", () => {
  test.each([1000, 1001, 1003, 1007, 1008, 1009, 1011, 1012, 1013, 1014, 3000, 4000, 4999])(
    "%d passes",
    async (sent) => {
      service.serve = (socket) => socket.close(sent, "because");
      expect(await hear(openSocket(proxy))).toEqual({ messages: [], code: sent, reason: "because" });
    },
  );

  const frame = (...bytes: number[]) => Buffer.from(bytes);
  test.each([
    ["a close frame without a code", frame(0x88, 0), 1005, undefined],
    ["1005", frame(0x88, 2, 0x03, 0xed), 1011, "upstream_invalid"],
    ["1006", frame(0x88, 2, 0x03, 0xee), 1011, "upstream_invalid"],
    ["999", frame(0x88, 2, 0x03, 0xe7), 1011, "upstream_invalid"],
    ["a reserved bit", frame(0xf1, 1, 0x61), 1011, "upstream_invalid"],
    ["text that isn't UTF-8", frame(0x81, 1, 0xff), 1011, "upstream_invalid"],
    ["a masked frame", frame(0x81, 0x81, 1, 2, 3, 4, 5), 1011, "upstream_invalid"],
    ["half a message", frame(0x82, 100, 1, 2, 3), 1011, "upstream_broken_off"],
    ["nothing", frame(), 1011, "upstream_broken_off"],
  ])("%s is passed on, or 1011 says that it is the playground's own", async (_what, bytes, code, why) => {
    service.refuse = (request, socket) => {
      const accept = createHash("sha1")
        .update(`${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
        .digest("base64");
      const fields = `Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}`;
      const head = `HTTP/1.1 101 X\r\n${fields}\r\n\r\n`;
      socket.end(Buffer.concat([Buffer.from(head), frame(0x81, 1, 0x61), bytes]));
      return true;
    };
    onTestFinished(() => {
      service.refuse = () => false;
    });
    const heard = await hear(openSocket(proxy));
    service.refuse = () => false;
    expect([heard.messages.map(({ data }) => data.toString()), heard.code]).toEqual([["a"], code]);
    expect(readPlaygroundClose(heard.reason)?.error).toBe(why);
  });
});

test("the service's end reaches a client whose pong waits behind the last message", async () => {
  const connecting = new Promise<Socket>((resolve) => proxy.app.server.once("connection", resolve));
  const socket = openSocket(proxy);
  const heard = hear(socket);
  const connection = await connecting;
  await once(socket, "open");
  // The client's window is closed; once it has opened, each write leaves in a turn of its own.
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const write = connection._write.bind(connection);
  Object.assign(connection, {
    _writev: undefined,
    _write: (...given: Parameters<typeof write>) => opened.then(() => setImmediate(() => write(...given))),
  });
  for (const side of service.sockets) side.send("last");
  await expect.poll(() => connection.writableLength).toBeGreaterThan(0);
  const waiting = connection.writableLength;
  socket.ping();
  await expect.poll(() => connection.writableLength).toBeGreaterThan(waiting);
  for (const side of service.sockets) side.close(1000, "done");
  await expect.poll(() => service.sockets.size).toBe(0);
  // Answered behind it, so the proxy has heard of the end as well.
  await proxy.send("GET", "/healthz");
  open();
  expect(await heard).toMatchObject({ messages: [{ data: Buffer.from("last") }], code: 1000, reason: "done" });
});

describe("the client's end reaches the service within a second (hardening 26):", () => {
  test.each([
    ["1000", (socket: WebSocket) => socket.close(1000, "bye"), { code: 1000, reason: "bye" }],
    ["4321", (socket: WebSocket) => socket.close(4321), { code: 4321, reason: "" }],
    ["no code", (socket: WebSocket) => socket.close(), { code: 1005, reason: "" }],
    ["no goodbye", (socket: WebSocket) => socket.terminate(), { code: 1001, reason: "The client has gone." }],
  ])("%s", async (_what, leave, expected) => {
    const ended = serviceEnds(service);
    const socket = openSocket(proxy);
    await once(socket, "open");
    const turns = countTurns();
    leave(socket);
    expect(await ended).toEqual(expected);
    expect(turns()).toBeLessThan(100);
  });

  test("in the middle of audio, though the service neither reads nor says goodbye", async () => {
    const gone = new Promise<void>((resolve) => {
      service.serve = (socket) => {
        const speak = () => socket.send(Buffer.alloc(4_096), (error) => error == null && setImmediate(speak));
        speak();
        socket.pause();
        // Its answer to the close is never sent, since it never reads.
        socket.once("close", () => resolve());
      };
    });
    const socket = openSocket(proxy);
    await once(socket, "message");
    const turns = countTurns();
    socket.terminate();
    await gone;
    expect(turns()).toBeLessThan(150);
  });
});

describe("a client that breaks the protocol is told how, and the service learns that it has gone:", () => {
  const masked = (first: number, ...payload: number[]) =>
    Buffer.from([first, 0x80 | payload.length, 0, 0, 0, 0, ...payload]);

  /** Opens a WebSocket by hand, so that any bytes can be sent. */
  async function dialOpen() {
    const socket = await dial(proxy);
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.write(offer(proxy));
    await expect.poll(() => Buffer.concat(chunks).toString("latin1")).toContain("\r\n\r\n");
    chunks.length = 0;
    return { socket, received: () => Buffer.concat(chunks) };
  }

  test.each([
    ["a reserved bit, as compression sets it", 1002, masked(0xc1, 65)],
    ["no mask", 1002, Buffer.from([0x81, 1, 65])],
    ["a reserved opcode", 1002, masked(0x83, 65)],
    ["a ping in pieces", 1002, masked(0x09)],
    ["the rest of no message", 1002, masked(0x80)],
    ["half a close code", 1002, masked(0x88, 3)],
    ["a close code that none may send", 1002, masked(0x88, 0x03, 0xed)],
    ["text that isn't UTF-8", 1007, masked(0x81, 0xff)],
    ["a reason that isn't UTF-8", 1007, masked(0x88, 0x03, 0xe8, 0xff)],
    ["a length of 2^40", 1009, Buffer.from([0x82, 0xff, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
  ])("%s: %d", async (_what, code, bytes) => {
    const ended = serviceEnds(service);
    const { socket, received } = await dialOpen();
    socket.write(bytes);
    await once(socket, "close");
    expect([received()[0], received().readUInt16BE(2)]).toEqual([0x88, code]);
    expect((await ended).code).toBe(1001);
  });

  test("pings without end, and nobody reads the answers", async () => {
    const ended = serviceEnds(service);
    const { socket } = await dialOpen();
    socket.pause();
    const pings = Buffer.concat(Array.from({ length: 1_000 }, () => masked(0x89, ...Array<number>(100).fill(1))));
    const flood = () => socket.write(pings, (error) => error == null && flood());
    flood();
    expect((await ended).code).toBe(1001);
    socket.destroy();
  });

  test("a message in pieces without end, each of them empty", async () => {
    const ended = serviceEnds(service);
    const { socket } = await dialOpen();
    const pieces = Buffer.concat(Array.from({ length: 1_000 }, () => masked(0x00)));
    const flood = () => socket.write(pieces, (error) => error == null && flood());
    socket.write(masked(0x01, 65), flood);
    expect((await ended).code).toBe(1001);
    socket.destroy();
  });
});

describe("with pings every second (hardening 31)", () => {
  let pinging: RunningProxy;
  beforeAll(async () => {
    pinging = await startProxy(service.url, { limits: { pingEvery: 1_000, readerSilence: 1_500 } });
  });
  afterAll(() => pinging.close());

  test("a quiet connection whose sides answer lives on", async () => {
    let pings = 0;
    service.serve = (socket) => {
      socket.on("ping", () => {
        pings++;
      });
      socket.on("message", () => socket.close(1000));
    };
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const socket = openSocket(pinging);
    const heard = hear(socket);
    await once(socket, "open");
    for (let ping = 0; ping < 5; ping++) {
      const pinged = once(socket, "ping");
      vi.advanceTimersByTime(1_000);
      await pinged;
      // Answered behind it, so both answers to the pings have come.
      await pinging.send("GET", "/healthz");
    }
    socket.send("{}");
    expect((await heard).code).toBe(1000);
    expect(pings).toBe(5);
  });

  test("a silent client is cut, and the service learns it", async () => {
    const ended = serviceEnds(service);
    const socket = openSocket(pinging, { autoPong: false });
    await once(socket, "close");
    expect(await ended).toEqual({ code: 1001, reason: "The client has gone." });
  });

  test("a silent service is cut, and the client learns it", async () => {
    service.serve = (socket) => socket.pause();
    const { code, reason } = await hear(openSocket(pinging));
    expect([code, reason]).toEqual([1011, "speech-playground upstream_silent: The speech service went silent."]);
  });

  test("a reader that takes nothing more is cut when its longer time is over", async () => {
    service.serve = (socket) => {
      const speak = () => socket.send(Buffer.alloc(65_536), (error) => error == null && speak());
      speak();
    };
    const socket = openSocket(pinging);
    await once(socket, "message");
    const begun = performance.now();
    socket.pause();
    await expect.poll(() => service.sockets.size).toBe(0);
    expect(performance.now() - begun).toBeGreaterThan(1_450);
    socket.terminate();
  });
});

test("a thousand connections leave nothing behind", async () => {
  const warnings: Error[] = [];
  const warn = (warning: Error) => warnings.push(warning);
  process.on("warning", warn);
  onTestFinished(() => void process.off("warning", warn));
  const listeners = () =>
    [process, proxy.app.server].map((emitter) => emitter.eventNames().map((name) => emitter.listenerCount(name)));
  const before = listeners();
  for (let round = 0; round < 40; round++) {
    await Promise.all(
      Array.from({ length: 25 }, async (_, index) => {
        service.serve = (side) => side.once("message", () => side.close(1000));
        const socket = openSocket(proxy);
        const heard = hear(socket);
        await once(socket, "open");
        if (index % 5 === 0) socket.terminate();
        else socket.send("{}");
        expect((await heard).code).toBe(index % 5 === 0 ? 1006 : 1000);
      }),
    );
  }
  const connections = () =>
    new Promise<number>((resolve) => proxy.app.server.getConnections((_error, open) => resolve(open)));
  await expect.poll(async () => [service.sockets.size, await connections()]).toEqual([0, 0]);
  expect(listeners()).toEqual(before);
  expect(warnings).toEqual([]);
});
