import type { FastifyRateLimitStore } from "@fastify/rate-limit";
import { sql } from "kysely";
import type { CountedRequest } from "../http/rate-limits.ts";
import type { Storage } from "./storage/storage.ts";

/**
 * A store for `@fastify/rate-limit` that counts a caller's requests in the database, so that a limit holds for all
 * processes together. Their clocks may differ by the length of a window; what would end later than that is over.
 *
 * @param now the time in milliseconds.
 */
export function sharedRateLimits(storage: Storage, now: () => number): new () => FastifyRateLimitStore {
  return class SharedRateLimits implements FastifyRateLimitStore {
    #forgotAt = 0;

    incr(...[caller, done, window]: CountedRequest): void {
      const time = now();
      this.#forget(time, window)
        .then(() => this.#count(caller, time, window))
        .then(
          ({ requests, ends }) => done(null, { current: requests, ttl: ends - time }),
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        );
    }

    #count(caller: string, time: number, window: number) {
      const isOver = sql<boolean>`(rate_limits.ends <= ${time} or rate_limits.ends > ${time + 2 * window})`;
      return storage.database
        .insertInto("rate_limits")
        .values({ caller, ends: time + window, requests: 1 })
        .onConflict((conflict) =>
          conflict.column("caller").doUpdateSet({
            requests: sql<number>`case when ${isOver} then 1 else rate_limits.requests + 1 end`,
            ends: sql<number>`case when ${isOver} then ${time + window} else rate_limits.ends end`,
          }),
        )
        .returning(["requests", "ends"])
        .executeTakeFirstOrThrow();
    }

    /** Removes, once in a window, what nobody needs any more: a signed address is a caller, too. */
    async #forget(time: number, window: number): Promise<void> {
      if (Math.abs(time - this.#forgotAt) < window) return;
      this.#forgotAt = time;
      const forgetting = storage.database.deleteFrom("rate_limits").where("ends", "<=", time).execute();
      // What isn't forgotten now is at the next time, and refuses nobody.
      await forgetting.catch(() => undefined);
    }

    child(): FastifyRateLimitStore {
      return this;
    }
  };
}
