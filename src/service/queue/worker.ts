import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { Incarnation } from "./incarnation.ts";
import type { WorkerOptions } from "./worker-options.ts";

export interface QueueWorker {
  /**
   * Takes no further job, and lets those that run finish for so long. Then it aborts them and gives them back, so that
   * others take them at once; such an attempt doesn't count.
   */
  stop(graceMs: number): Promise<void>;
}

/**
 * Runs jobs until it is stopped. The database may go and come back meanwhile.
 *
 * @throws when the database can't be reached at the start.
 */
export async function startWorker(options: WorkerOptions): Promise<QueueWorker> {
  const { logger } = options;
  let isStopping = false;
  let previous: string | undefined;
  let next: Promise<void> | undefined;
  const giveUp = new AbortController();

  const start = async (): Promise<Incarnation> => {
    const incarnation = await Incarnation.start(options, previous, (reason) => {
      if (isStopping) return;
      logger.warn({ reason: reason.message }, "The queue's worker was cut off from the database, and aborts its jobs");
      next = reconnect();
    });
    previous = incarnation.holder;
    return incarnation;
  };
  let current = await start();

  async function reconnect(): Promise<void> {
    for (let delay = 100; !isStopping; delay = Math.min(delay * 2, 2000)) {
      // Not all at the same moment.
      await wait(randomInt(delay / 2, delay), undefined, { signal: giveUp.signal }).catch(() => {});
      if (isStopping) return;
      try {
        current = await start();
        logger.info("The queue's worker is connected again");
        return;
      } catch (error) {
        logger.debug({ err: error }, "The queue's worker can't reach the database yet");
      }
    }
  }

  return {
    async stop(graceMs) {
      isStopping = true;
      giveUp.abort();
      await next;
      await current.stop(graceMs);
    },
  };
}
