import { createHash } from "node:crypto";
import { once } from "node:events";
import { describe, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import type { FakeService } from "../../http/fake-service.fixture.ts";
import { canary, type RunningProxy } from "../proxy.fixture.ts";
import { echo, serviceEnds, setUpSocketService } from "./setup.fixture.ts";
import { hear, openSocket } from "./socket.fixture.ts";

/** What passes between a client and the service once a WebSocket is open. */
let service: FakeService;
let proxy: RunningProxy;

setUpSocketService({ serve: echo }, (started) => {
  ({ service, proxy } = started);
});

/** Resolves when a number that grew has stopped growing. */
async function stalled(count: () => number): Promise<number> {
  let last = 0;
  await vi.waitFor(
    () => {
      const before = last;
      last = count();
      expect([last, last > 0]).toEqual([before, true]);
    },
    { interval: 250, timeout: 60_000 },
  );
  return last;
}

describe("messages", () => {
  test("pass unchanged both ways: text stays text and binary binary, empty or not", async () => {
    const socket = openSocket(proxy);
    const heard = hear(socket);
    await once(socket, "open");
    const sent = ['{"Text":"Grüße 語 😀"}', Buffer.from([0, 255, 1]), "", Buffer.alloc(0), "x".repeat(70_000)];
    for (const data of sent) socket.send(data);
    // Pieces of one message may be joined, and are still one message.
    socket.send("in ", { fin: false });
    socket.send("pieces", { fin: true });
    await expect.poll(() => service.sockets.size).toBe(1);
    socket.send("end");
    service.sockets.forEach((side) => {
      side.on("message", (data) => String(data) === "end" && side.close(1000));
    });
    const { messages, code } = await heard;
    expect(messages.slice(0, 6)).toEqual(
      [...sent, "in pieces"].map((data) => ({ data: Buffer.from(data), isBinary: typeof data !== "string" })),
    );
    expect(code).toBe(1000);
  });

  test("ten thousand keep their order and their bytes (hardening 31)", async () => {
    const frame = (index: number) => Buffer.alloc(4_096, `${index} `);
    const expected = createHash("sha256");
    for (let index = 0; index < 10_000; index++) expected.update(frame(index));
    service.serve = (socket) => {
      for (let index = 0; index < 10_000; index++) socket.send(frame(index));
      socket.close(1000, "done");
    };
    const { messages, code, reason } = await hear(openSocket(proxy));
    const got = createHash("sha256");
    for (const { data } of messages) got.update(data);
    expect([messages.length, got.digest("hex"), code, reason]).toEqual([10_000, expected.digest("hex"), 1000, "done"]);
  });

  test("of a client may be 8 MiB, and close with 1009 beyond, in one piece or many (hardening 30)", async () => {
    const limit = 8 * 1024 * 1024;
    service.serve = (socket) => socket.on("message", (data) => socket.send(String(Buffer.from(String(data)).length)));
    const socket = openSocket(proxy);
    await once(socket, "open");
    socket.send("x".repeat(limit));
    expect(String((await once(socket, "message"))[0])).toBe(String(limit));
    const ended = serviceEnds(service);
    const tooLarge = openSocket(proxy);
    await once(tooLarge, "open");
    tooLarge.send("x".repeat(limit + 1));
    expect((await once(tooLarge, "close"))[0]).toBe(1009);
    expect((await ended).code).toBe(1001);
    socket.send("y".repeat(limit), { fin: false });
    socket.send("y");
    expect((await once(socket, "close"))[0]).toBe(1009);
  });

  test("of the service are bounded, too", async () => {
    service.serve = (socket) => socket.send(Buffer.alloc(17 * 1024 * 1024));
    const { messages, code, reason } = await hear(openSocket(proxy));
    expect([messages.length, code, reason]).toEqual([0, 1011, expect.stringContaining("too large")]);
  });

  test("and close reasons never hold the key (hardening 7)", async () => {
    service.serve = (socket, { headers }) => {
      socket.send(`{"type":"error","message":"${headers.authorization}"}`);
      socket.send(Buffer.from(`ID3${canary}`));
      socket.close(4001, `not with ${canary}`);
    };
    const { messages, code, reason } = await hear(openSocket(proxy));
    const hidden = "*".repeat(canary.length);
    expect(messages.map(({ data }) => data.toString())).toEqual([
      `{"type":"error","message":"Bearer ${hidden}"}`,
      `ID3${hidden}`,
    ]);
    expect([code, reason]).toEqual([4001, `not with ${hidden}`]);
  });
});

describe("a slow reader pauses whoever writes, and gets everything in the end (hardening 31):", () => {
  const count = 1_000;
  const chunk = (index: number) => Buffer.alloc(65_536, `${index} `);
  const digest = (chunks: readonly Buffer[]) =>
    chunks.reduce((hash, bytes) => hash.update(bytes), createHash("sha256"));
  const expected = digest(Array.from({ length: count }, (_, index) => chunk(index))).digest("hex");

  /** Writes as fast as the system takes it, then closes; returns how many have left. */
  function write(socket: WebSocket): () => number {
    let left = 0;
    const next = () => {
      if (left === count) return socket.close(1000);
      socket.send(chunk(left), (error) => {
        if (error != null) return;
        left++;
        next();
      });
    };
    next();
    return () => left;
  }

  test("the client", async () => {
    let left = () => 0;
    service.serve = (socket) => {
      left = write(socket);
    };
    const socket = openSocket(proxy);
    await once(socket, "open");
    socket.pause();
    const heard = hear(socket);
    // What the system buffers on both ways, and no more of the 65 MB.
    expect((await stalled(() => left())) * 65_536).toBeLessThan(30_000_000);
    socket.resume();
    const { messages, code } = await heard;
    expect([digest(messages.map(({ data }) => data)).digest("hex"), code]).toEqual([expected, 1000]);
  });

  test("the service", async () => {
    const accepted = new Promise<WebSocket>((resolve) => {
      service.serve = (socket) => {
        socket.pause();
        resolve(socket);
      };
    });
    const socket = openSocket(proxy);
    const closed = once(socket, "close");
    await once(socket, "open");
    const reader = await accepted;
    const heard = hear(reader);
    const left = write(socket);
    expect((await stalled(left)) * 65_536).toBeLessThan(30_000_000);
    reader.resume();
    expect(digest((await heard).messages.map(({ data }) => data)).digest("hex")).toBe(expected);
    expect((await closed)[0]).toBe(1000);
  });
});
