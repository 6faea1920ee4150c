import type { FastifyRateLimitStore } from "@fastify/rate-limit";
import { sql } from "kysely";
import type { Storage } from "./storage/storage.ts";

/**
 * A store for `@fastify/rate-limit` that counts a caller's requests in the database, so that a limit holds for all
 * processes together.
 *
 * @param now the time in milliseconds.
 */
export function sharedRateLimits(storage: Storage, now: () => number): new () => FastifyRateLimitStore {
  return class SharedRateLimits implements FastifyRateLimitStore {
    incr(
      caller: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      window = 0,
    ): void {
      const time = now();
      storage.database
        .insertInto("rate_limits")
        .values({ caller, ends: time + window, requests: 1 })
        .onConflict((conflict) =>
          conflict.column("caller").doUpdateSet({
            requests: sql<number>`case when rate_limits.ends <= ${time} then 1 else rate_limits.requests + 1 end`,
            ends: sql<number>`case when rate_limits.ends <= ${time} then ${time + window} else rate_limits.ends end`,
          }),
        )
        .returning(["requests", "ends"])
        .executeTakeFirstOrThrow()
        .then(
          ({ requests, ends }) => done(null, { current: requests, ttl: ends - time }),
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        );
    }

    child(): FastifyRateLimitStore {
      return this;
    }
  };
}
