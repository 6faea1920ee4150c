import { createHash } from "node:crypto";
import { request } from "node:http";
import { routes } from "../../../src/contract/routes.ts";
import type { Part } from "../requirement.ts";
import { percentile } from "../table.ts";
import { noise } from "./bodies.ts";
import type { Program } from "./program.ts";

/** As speech at 192 kbit/s comes: 24 kB a second, in small pieces. */
export const pace = { bytes: 2_400, milliseconds: 100 } as const;

const streams = 1_000;
const secondsEach = 20;
/** The streams begin within this time, so that all of them run at once for as long again. */
const beginWithin = 10_000;

export const streamLength = (seconds: number): number => Math.round((seconds * 1_000) / pace.milliseconds) * pace.bytes;

const everything = noise(2_000_000);

/** The bytes of one stream; each stream has other ones, so that two that were mixed up would be seen. */
export function streamBytes(stream: number, seconds: number): Buffer {
  const start = stream * 1_009;
  return everything.subarray(start, start + streamLength(seconds));
}

/**
 * A thousand streams at once through the proxy, from a Node process that sends at the pace of speech. Beside each one a
 * short request goes straight to the service in the same moment, for the time to its first byte.
 */
export async function measureStreams(service: Program, proxy: Program): Promise<Part> {
  let open = 0;
  let mostOpen = 0;
  const direct: Promise<Received>[] = [];
  const proxied: Promise<Received>[] = [];
  await new Promise<void>((begun) => {
    const next = () => {
      const number = proxied.length;
      if (number === streams) {
        clearInterval(timer);
        begun();
        return;
      }
      mostOpen = Math.max(mostOpen, ++open);
      proxied.push(receive(proxy.port, number, secondsEach).finally(() => open--));
      direct.push(receive(service.port, number, pace.milliseconds / 1_000));
    };
    const timer = setInterval(next, beginWithin / streams);
  });
  const results = await Promise.all(proxied);
  const peers = await Promise.all(direct);
  const peak = await proxy.peakMemory();
  const times = { direct: firstBytes(peers), proxied: firstBytes(results) };
  const problems = results.flatMap(({ problem }) => problem ?? []);
  const added = percentile(times.proxied, 0.5) - percentile(times.direct, 0.5);
  return {
    rows: Object.entries(times).map(([name, values]) => ({
      [`${streams} streams of ${secondsEach} s`]: name === "direct" ? "direct, in the same moments" : "our proxy",
      "first byte, median ms": percentile(values, 0.5).toFixed(1),
      "95 % ms": percentile(values, 0.95).toFixed(1),
    })),
    notes: [
      `${mostOpen} at once at the most. The service is a Node process that sends ${pace.bytes} bytes ` +
        `every ${pace.milliseconds} ms.`,
      "The proxy needs two file descriptors for each stream; Node raises its own to the system's (ulimit -Hn).",
      ...new Set(problems.map((problem) => `A stream that didn't come whole: ${problem}.`)),
    ],
    requirements: [
      {
        what: "streams that came whole, with the same bytes",
        value: results.length - problems.length,
        bound: { atLeast: streams },
      },
      { what: "streams at once", value: mostOpen, bound: { atLeast: streams } },
      {
        what: "the proxy's peak memory",
        value: peak === undefined ? undefined : peak / 1e6,
        bound: { below: 250 },
        unit: "MB",
      },
      { what: "first byte added, median", value: added, bound: { below: 10 }, unit: "ms" },
    ],
  };
}

interface Received {
  /** Why the body didn't come to its proper end with the expected bytes; undefined where it did. */
  readonly problem: string | undefined;
  /** Milliseconds from asking for the connection to the first byte of the body. */
  readonly firstByte: number | undefined;
}

function receive(port: number, stream: number, seconds: number): Promise<Received> {
  return new Promise((done) => {
    const hash = createHash("sha256");
    const begin = performance.now();
    let firstByte: number | undefined;
    const body = JSON.stringify({ model: "cloud-tts", input: JSON.stringify({ stream, seconds }) });
    const outgoing = request({
      host: "127.0.0.1",
      port,
      agent: false,
      method: routes.speech.method,
      path: routes.speech.path,
      headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
    });
    outgoing.once("error", (error) => done({ problem: error.message, firstByte }));
    outgoing.once("response", (incoming) => {
      incoming.on("data", (bytes: Buffer) => {
        firstByte ??= performance.now() - begin;
        hash.update(bytes);
      });
      incoming.on("error", () => {});
      incoming.once("close", () => {
        const expected = createHash("sha256").update(streamBytes(stream, seconds)).digest("hex");
        const isSame = hash.digest("hex") === expected;
        const { statusCode: status, complete } = incoming;
        const whole = complete ? "complete" : "broken off";
        const problem = `status ${status}, ${whole}, ${isSame ? "the same" : "other"} bytes`;
        done({ problem: status === 200 && complete && isSame ? undefined : problem, firstByte });
      });
    });
    outgoing.end(body);
  });
}

function firstBytes(received: readonly Received[]): number[] {
  return received.flatMap(({ firstByte }) => (firstByte === undefined ? [] : [firstByte]));
}
