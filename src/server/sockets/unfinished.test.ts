import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import type { WebSocket } from "ws";
import { readPlaygroundClose } from "../../contract/playground.ts";
import type { FakeService } from "../../http/fake-service.fixture.ts";
import type { RunningProxy } from "../proxy.fixture.ts";
import { echo, setUpSocketService, startOther } from "./setup.fixture.ts";
import { hear, openSocket } from "./socket.fixture.ts";

/** Messages that have begun and never end. */
let service: FakeService;

setUpSocketService({ serve: echo }, (started) => {
  ({ service } = started);
});

const heldBytes = 4_000_000;
const trusted = { TRUSTED_PROXIES: "127.0.0.1" };
const start = (limits: { readonly heldBytes?: number; readonly bodyPause?: number }) =>
  startOther(service.url, { limits, environment: trusted });

/** A connection of a visitor, open. */
async function open(proxy: RunningProxy, address = "203.0.113.7"): Promise<WebSocket> {
  const socket = openSocket(proxy, { headers: { "x-forwarded-for": address } });
  onTestFinished(() => socket.terminate());
  await once(socket, "open");
  return socket;
}

/** What the proxy ended a connection with. */
async function ending(socket: WebSocket) {
  const { code, reason } = await hear(socket);
  return [code, readPlaygroundClose(reason)?.error];
}

test("60 messages of 7.9 MB without an end don't fill the memory, and others are served", async () => {
  const proxy = await startOther(service.url, { environment: trusted });
  const before = process.memoryUsage();
  const sockets = await Promise.all(Array.from({ length: 60 }, () => open(proxy)));
  const refused: unknown[] = [];
  for (const socket of sockets) ending(socket).then((end) => refused.push(end));
  const fragment = Buffer.alloc(79_000, 1);
  // Piece by piece, so that what this side keeps isn't taken for what the proxy holds.
  for (let piece = 0; piece < 100; piece++) {
    const open = sockets.filter(({ readyState, OPEN }) => readyState === OPEN);
    await Promise.all(
      open.map((socket) => new Promise<void>((sent) => socket.send(fragment, { fin: false }, () => sent()))),
    );
  }
  // A share is a quarter of 128 MiB: four such messages fit into it.
  await expect.poll(() => refused.length).toBeGreaterThanOrEqual(56);
  expect(new Set(refused.map(String))).toEqual(new Set(["1013,too_much_at_once"]));
  const { arrayBuffers } = process.memoryUsage();
  expect(arrayBuffers - before.arrayBuffers).toBeLessThan(100_000_000);
  const other = await open(proxy, "198.51.100.9");
  other.send("hello");
  expect(String((await once(other, "message"))[0])).toBe("hello");
});

test.each([
  ["in one frame", true],
  ["in pieces", false],
])("a message that a visitor has no share for ends with 1013 before it is whole, %s", async (_what, fin) => {
  const proxy = await start({ heldBytes });
  const socket = await open(proxy);
  const ended = ending(socket);
  socket.send("x".repeat(heldBytes / 3), { fin });
  expect(await ended).toEqual([1013, "too_much_at_once"]);
  const again = await open(proxy);
  again.send("x".repeat(heldBytes / 5));
  expect(String((await once(again, "message"))[0])).toHaveLength(heldBytes / 5);
});

test("messages and bodies have one share together", async () => {
  const proxy = await start({ heldBytes });
  const socket = await open(proxy);
  socket.send("x".repeat(heldBytes / 5), { fin: false });
  const post = async (address: string) =>
    (await proxy.post("/v1/audio/speech", "y".repeat(heldBytes / 8), { "x-forwarded-for": address })).status;
  await expect.poll(() => post("203.0.113.7")).toBe(429);
  expect(await post("198.51.100.9")).toBe(200);
  socket.terminate();
  await expect.poll(() => post("203.0.113.7")).toBe(200);
});

test("whole messages that the service doesn't take count until it does", async () => {
  const proxy = await start({ heldBytes });
  service.serve = (side) => side.pause();
  const sockets = await Promise.all(Array.from({ length: 60 }, () => open(proxy)));
  const refused: unknown[] = [];
  for (const socket of sockets) {
    ending(socket).then((end) => refused.push(end));
    socket.send("x".repeat(heldBytes / 20));
    socket.send("x".repeat(heldBytes / 20));
    socket.send("x".repeat(heldBytes / 20));
  }
  await expect.poll(() => refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map(String))).toEqual(new Set(["1013,too_much_at_once"]));
});

test("the service's messages count while they arrive, too", async () => {
  service.serve = (socket) => socket.send(Buffer.alloc(heldBytes / 3), { fin: false });
  const proxy = await start({ heldBytes });
  expect(await ending(await open(proxy))).toEqual([1013, "too_much_at_once"]);
});

test("a message that stands still ends with 1008; one of the service's as if the service were silent", async () => {
  const proxy = await start({ bodyPause: 200 });
  const socket = await open(proxy);
  socket.send("{", { fin: false });
  expect(await ending(socket)).toEqual([1008, "message_too_slow"]);
  service.serve = (side) => side.send("sound", { fin: false });
  expect(await ending(await open(proxy))).toEqual([1011, "upstream_silent"]);
});

test("connections without a message, with whole ones, or whose reader is slow, aren't taken for slow", async () => {
  const proxy = await start({ bodyPause: 100 });
  const idle = await open(proxy);
  const socket = await open(proxy);
  const chunk = Buffer.alloc(1_000_000, 7);
  service.serve = (side) => {
    for (let count = 0; count < 20; count++) side.send(chunk);
    side.close(1000);
  };
  const slow = openSocket(proxy);
  await once(slow, "open");
  slow.pause();
  socket.send("whole");
  await once(socket, "message");
  await new Promise((resolve) => setTimeout(resolve, 500));
  const heard = hear(slow);
  slow.resume();
  const { messages, code } = await heard;
  expect([messages.length, code]).toEqual([20, 1000]);
  for (const other of [idle, socket]) {
    other.send("still there");
    expect(String((await once(other, "message"))[0])).toBe("still there");
  }
});
