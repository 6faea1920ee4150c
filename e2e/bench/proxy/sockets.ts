import { createHash } from "node:crypto";
import { once } from "node:events";
import { WebSocket } from "ws";
import { routes } from "../../../src/contract/routes.ts";
import type { Part } from "../requirement.ts";
import { percentile, ratio } from "../table.ts";
import { noise } from "./bodies.ts";
import type { Program } from "./program.ts";

export const frameCount = 10_000;
export const frameLength = 4_096;
const rounds = 9;
const warmUps = 2;

/** Everything that the frames hold, in order. */
export const framesBytes = (): Buffer => noise(frameCount * frameLength);

/** Ten thousand frames from a service of `ws`, straight and through each proxy, turn by turn. */
export async function measureSockets(peers: Readonly<Record<string, Program>>): Promise<Part> {
  const expected = digest([framesBytes()]);
  const seconds: Record<string, number[]> = Object.fromEntries(Object.keys(peers).map((name) => [name, []]));
  let whole = 0;
  let runs = 0;
  for (let round = -warmUps; round < rounds; round++) {
    for (const [name, { port }] of Object.entries(peers)) {
      const received = await receive(port);
      runs++;
      if (received.code === 1000 && received.frames === frameCount && received.digest === expected) whole++;
      if (round >= 0) seconds[name]?.push(received.seconds);
    }
  }
  const speeds = Object.entries(seconds).map(([name, times]) => [name, frameCount / percentile(times, 0.5)] as const);
  const direct = speeds[0]?.[1];
  return {
    rows: speeds.map(([name, speed]) => ({
      "WebSocket, 10,000 frames of 4 kB": name,
      "frames/s": Math.round(speed),
      "MB/s": Math.round((speed * frameLength) / 1e6),
      "/ direct": ratio(speed, direct),
    })),
    notes: ["The service is a Node process with ws."],
    requirements: [
      {
        what: `WebSocket: share of ${runs} runs with the same bytes in the same number of frames`,
        value: whole / runs,
        bound: { atLeast: 1 },
      },
    ],
  };
}

async function receive(port: number) {
  const url = `ws://127.0.0.1:${port}${routes.websocket.path}?model=streamspeech-v8`;
  const socket = new WebSocket(url, { perMessageDeflate: false, origin: `http://127.0.0.1:${port}` });
  await once(socket, "open");
  const frames: Buffer[] = [];
  let last = 0;
  socket.on("message", (data) => {
    if (Buffer.isBuffer(data)) frames.push(data);
    if (frames.length === frameCount) last = performance.now();
  });
  const begin = performance.now();
  socket.send(JSON.stringify({ Text: "ten thousand frames" }));
  const [code] = await once(socket, "close");
  return { code, frames: frames.length, digest: digest(frames), seconds: (last - begin) / 1_000 };
}

function digest(parts: readonly Buffer[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}
