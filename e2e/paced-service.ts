import type { ServerResponse } from "node:http";
import { routes } from "../src/contract/routes.ts";
import { startFakeService } from "../src/http/fake-service.fixture.ts";
import { within } from "./browsers/within.ts";
import { listOf } from "./fake-upstream.ts";

/** One piece of an answer. */
export interface Step {
  /** When it is sent, in milliseconds since the answer began. */
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** What is answered to a speech request, and when. */
export interface PacedAnswer {
  readonly contentType: string;
  readonly steps: Iterable<Step>;
}

/**
 * What became of an answer. Moments are this process's `performance.now()`, in milliseconds. Both promises reject when
 * nobody asks for the answer in time.
 */
export interface Served {
  /** Resolves with the moment at which the first byte was given to the network. */
  readonly firstByteAt: Promise<number>;
  /** Resolves when the last byte was, or the listener left. */
  readonly ended: Promise<void>;
}

/** A speech service that sends prepared sound at a prepared pace. */
export interface PacedService {
  readonly address: string;
  /** Sets the answer to the next speech request, and to that only. */
  next(answer: PacedAnswer): Served;
  stop(): Promise<void>;
}

/** HTML that is served beside the speech, by path. */
export type Pages = ReadonlyMap<string, string>;

interface Prepared extends PacedAnswer {
  begun(moment: number): void;
  done(): void;
}

/** How long an answer waits to be asked for, in seconds. */
const askPatience = 60;

const models = ["cloud-tts", "streamspeech-v8", "refvoice-2"];

/** Starts one on loopback. A speech request that nobody prepared is answered with 503. */
export async function startPacedService(pages: Pages = new Map(), patience = askPatience): Promise<PacedService> {
  let prepared: Prepared | undefined;
  const { url, close } = await startFakeService({
    answer({ url }, response) {
      const path = new URL(url, "http://localhost").pathname;
      const page = pages.get(path);
      if (page !== undefined) {
        response.setHeader("content-type", "text/html; charset=utf-8").end(page);
      } else if (path === routes.models.path) {
        response.setHeader("content-type", "application/json").end(JSON.stringify(listOf(...models).body));
      } else if (path === routes.speech.path && prepared !== undefined) {
        const answer = prepared;
        prepared = undefined;
        send(answer, response).finally(answer.done);
      } else {
        response.writeHead(path === routes.speech.path ? 503 : 404).end();
      }
    },
  });
  return {
    address: url,
    next(answer) {
      let begun: Prepared["begun"] = () => undefined;
      let done: Prepared["done"] = () => undefined;
      const asked = new Promise<number>((resolve) => {
        begun = resolve;
      });
      const sent = new Promise<void>((resolve) => {
        done = resolve;
      });
      prepared = { ...answer, begun, done };
      const firstByteAt = within(patience, "a request for speech", asked);
      const ended = firstByteAt.then(() => sent);
      // Who waits for neither learns it from what they wait for.
      ended.catch(() => undefined);
      return { firstByteAt, ended };
    },
    stop: close,
  };
}

/** Sends each piece when it is due, and none before the network has taken the last one. */
async function send({ contentType, steps, begun }: Prepared, response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-type": contentType, "cache-control": "no-store" });
  const begin = performance.now();
  let first = true;
  for (const { at, bytes } of steps) {
    const wait = begin + at - performance.now();
    if (wait > 0) await new Promise((due) => setTimeout(due, wait));
    if (response.destroyed) return;
    if (first) begun(performance.now());
    first = false;
    if (!response.write(bytes)) await taken(response);
  }
  response.end();
}

/** Resolves when the network has taken what was written, or nobody is there to take it. */
function taken(response: ServerResponse): Promise<void> {
  return new Promise((done) => {
    const end = (): void => {
      response.off("drain", end);
      response.off("close", end);
      done();
    };
    response.on("drain", end);
    response.on("close", end);
  });
}

/** Bytes of sound that lasts `seconds`, sent at `pace` times real time in ticks of `tick` milliseconds. */
export function paced(bytes: Uint8Array, seconds: number, pace: number, tick = 20): Step[] {
  const count = Math.ceil((seconds * 1_000) / pace / tick);
  const size = Math.ceil(bytes.length / count);
  return Array.from({ length: count }, (_, index) => ({
    at: index * tick,
    bytes: bytes.subarray(index * size, (index + 1) * size),
  }));
}

/** The same ticks, each late by up to `latest` milliseconds, in the same order. */
export function late(steps: readonly Step[], latest: number, random: () => number): Step[] {
  let last = 0;
  return steps.map(({ at, bytes }) => {
    last = Math.max(last, at + random() * latest);
    return { at: last, bytes };
  });
}

/** The same steps, where everything from the moment `from` on comes `pause` milliseconds later. */
export function stalled(steps: readonly Step[], from: number, pause: number): Step[] {
  return steps.map(({ at, bytes }) => ({ at: at < from ? at : at + pause, bytes }));
}
