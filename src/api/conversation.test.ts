import { expect, it, vi } from "vitest";
import { converse } from "./conversation.ts";
import { HandshakeError, SpeechRequestError } from "./errors.ts";
import type { Fetch } from "./http.ts";
import { FakeSocket } from "./socket.fixture.ts";

const path = "/v1/audio/speech/websocket?model=streamspeech-v8";

function talk(
  serve: (socket: FakeSocket) => void,
  fetch: Fetch = async () => new Response("", { status: 426 }),
  signal = new AbortController().signal,
) {
  let time = 0;
  const sockets: FakeSocket[] = [];
  const openSocket = (given: string) => {
    const socket = new FakeSocket(given);
    sockets.push(socket);
    queueMicrotask(() => serve(socket));
    return socket;
  };
  const said = converse({ fetch, now: () => (time += 10), openSocket }, { path, frames: ["one", "two"] }, signal);
  return { said, sockets };
}

it("sends its frames as they stand, and keeps every frame that comes until the close", async () => {
  const { said, sockets } = talk((socket) => {
    socket.onSent = () => {
      if (socket.sent.length < 2) return;
      socket.onSent = () => {};
      socket.receive(Uint8Array.of(1, 2), "not JSON", { type: "complete" });
      socket.end(4_001, "Enough.");
    };
    socket.open();
  });
  const { frames, close } = await said;
  expect(sockets.map(({ path: asked, sent }) => [asked, sent])).toEqual([[path, ["one", "two"]]]);
  expect(frames.map((frame) => (frame.kind === "text" ? frame.text : [...frame.bytes]))).toEqual([
    [1, 2],
    "not JSON",
    '{"type":"complete"}',
  ]);
  expect(close).toEqual({ code: 4_001, reason: "Enough.", by: "service" });
});

it("says what the service answered where no WebSocket was taken", async () => {
  const refusal = async () => new Response('{"error":{"code":"model_not_found"}}', { status: 404 });
  await expect(talk((socket) => socket.end(1_006), refusal).said).rejects.toBeInstanceOf(SpeechRequestError);
  await expect(talk((socket) => socket.end(1_006)).said).rejects.toBeInstanceOf(HandshakeError);
});

it("ends without a close where the service forgets to, and closes by itself", async () => {
  vi.useFakeTimers();
  try {
    const { said, sockets } = talk((socket) => {
      socket.open();
      socket.receive({ type: "complete" });
    });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await said).toMatchObject({ frames: [{ kind: "text" }] });
    expect((await said).close).toBeUndefined();
    expect(sockets[0]?.closes).toEqual([1_000]);
  } finally {
    vi.useRealTimers();
  }
});

it("leaves when it is told to", async () => {
  const leaving = new AbortController();
  const { said, sockets } = talk(
    (socket) => {
      socket.open();
      leaving.abort("enough");
    },
    undefined,
    leaving.signal,
  );
  await expect(said).rejects.toBe("enough");
  expect(sockets[0]?.closes[0]).toBe(1_000);
});
