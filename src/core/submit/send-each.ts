import type { HeadlessEnd } from "./send-headless.ts";

export interface SendEachOptions<One> {
  /** How many requests are under way beside each other; read anew for each. */
  readonly parallel: () => number;
  /** Sends one, once, and settles when nothing more comes of it; never rejects. */
  readonly send: (one: One) => Promise<HeadlessEnd>;
  /** Raised when no further one is to begin. What is under way goes on to its end: what was paid for is kept. */
  readonly stop: AbortSignal;
  /** Unix time in milliseconds. */
  readonly wallClock: () => number;
  /** Waits, unless the signal is raised; settles then. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Told until when nothing is sent, in Unix milliseconds. */
  readonly onPause?: (until: number) => void;
}

/**
 * Sends all in their order, some beside each other, none of them twice. While the service wants a pause, none begins.
 * Resolves when all that began have ended.
 */
export async function sendEach<One>(all: readonly One[], options: SendEachOptions<One>): Promise<void> {
  const { parallel, send, stop, wallClock, wait, onPause } = options;
  const waiting = [...all];
  const running = new Set<Promise<void>>();
  let until = 0;

  async function run(one: One): Promise<void> {
    const { pause } = await send(one);
    if (pause === undefined) return;
    until = Math.max(until, wallClock() + pause);
    onPause?.(until);
  }

  while (!stop.aborted && (waiting.length > 0 || running.size > 0)) {
    const left = until - wallClock();
    if (left > 0 && waiting.length > 0) {
      await wait(left, stop);
    } else if (waiting.length > 0 && running.size < parallel()) {
      const one = waiting.shift();
      if (one === undefined) break;
      const ended: Promise<void> = run(one).finally(() => running.delete(ended));
      running.add(ended);
    } else await Promise.race(running);
  }
  await Promise.all(running);
}
