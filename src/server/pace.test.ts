import { once } from "node:events";
import { connect, createServer } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchPace } from "./pace.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** After how many pauses something is told to be slow whose length after each is given by `lengthAfter`. */
function toldAfter(lengthAfter: (pauses: number) => number): number | undefined {
  let pauses = 0;
  let told: number | undefined;
  const end = watchPace(
    () => lengthAfter(pauses),
    1_000,
    () => {
      told ??= pauses;
    },
  );
  // It is judged a moment after each pause.
  vi.advanceTimersByTime(1);
  while (pauses < 30 && told === undefined) {
    pauses++;
    vi.advanceTimersByTime(1_000);
  }
  end();
  return told;
}

test.each([
  ["nothing at all", () => 0, 1],
  ["much, and then nothing", () => 7_900_000, 2],
  ["much, and then a trickle", (pauses: number) => 7_900_000 + pauses, 2],
  ["a trickle from the beginning, which is little", (pauses: number) => pauses * 10, 18],
  ["a slow line, for as many pauses as anything has", (pauses: number) => pauses * 500_000, 18],
])("%s", (_what, lengthAfter, pauses) => {
  expect(toldAfter(lengthAfter)).toBe(pauses);
});

test("what grows as it should isn't disturbed", () => {
  expect(toldAfter((pauses) => 1.07 ** pauses)).toBeUndefined();
});

test("what came while the process was busy is counted before it is judged", async () => {
  vi.useRealTimers();
  const server = createServer((socket) => socket.resume()).listen(0, "127.0.0.1");
  const accepted = once(server, "connection");
  await once(server, "listening");
  const address = server.address();
  const sender = connect(typeof address === "object" ? (address?.port ?? 0) : 0, "127.0.0.1");
  const [receiver] = await accepted;
  let length = 0;
  receiver.on("data", (bytes: Buffer) => {
    length += bytes.length;
  });
  const onSlow = vi.fn();
  const end = watchPace(() => length, 20, onSlow);
  sender.write("sound");
  for (const until = performance.now() + 60; performance.now() < until; );
  await once(receiver, "data");
  end();
  expect(onSlow).not.toHaveBeenCalled();
  sender.destroy();
  server.close();
});
