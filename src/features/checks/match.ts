import { ownScript } from "../../audio/base/own-script.ts";
import type { Match, Matcher, PatternAndText } from "../../conformance/checks/match.ts";
import workerAddress from "./match-worker.ts?worker&url";

/** How long the pairs of one expectation may take together, in milliseconds. */
const patience = 1_000;

/**
 * A matcher with a worker of its own, which is ended when it takes too long. One expectation is looked at at a time.
 */
export function createMatcher(createWorker = () => new Worker(ownScript(workerAddress), { type: "module" })): Matcher {
  let worker: Promise<Worker> | undefined;
  let before: Promise<unknown> = Promise.resolve();

  function look(running: Worker, pairs: readonly PatternAndText[]): Promise<readonly Match[]> {
    return new Promise((resolve) => {
      const listening = new AbortController();
      const settle = (found: readonly Match[]): void => {
        clearTimeout(late);
        listening.abort();
        resolve(found);
      };
      const late = setTimeout(() => {
        running.terminate();
        worker = undefined;
        settle(pairs.map(() => "too_slow"));
      }, patience);
      const hear = ({ data }: MessageEvent<readonly Match[]>): void => settle(data);
      running.addEventListener("message", hear, { signal: listening.signal });
      running.postMessage(pairs);
    });
  }

  async function match(pairs: readonly PatternAndText[]): Promise<readonly Match[]> {
    try {
      worker ??= begin(createWorker);
      return await look(await worker, pairs);
    } catch {
      // Loaded again for the next one, should the connection be back.
      worker = undefined;
      return pairs.map(() => "not_tried");
    }
  }

  return (pairs) => {
    if (pairs.length === 0) return Promise.resolve([]);
    const found = before.then(() => match(pairs));
    before = found;
    return found;
  };
}

/** Settles when a worker is there, and rejects when it can't be. */
function begin(createWorker: () => Worker): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const worker = createWorker();
    worker.addEventListener("message", () => resolve(worker), { once: true });
    worker.addEventListener("error", () => reject(new Error("The worker didn't load.")), { once: true });
  });
}
