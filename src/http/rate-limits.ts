import type { FastifyRateLimitStore } from "@fastify/rate-limit";
import { LRUCache } from "lru-cache";

/** How many callers are remembered at most for each limit. */
const remembered = 10_000;

/** Who sent it, what is told how many came, and the length of the window, in milliseconds. */
export type CountedRequest = Parameters<FastifyRateLimitStore["incr"]>;

/**
 * A store for `@fastify/rate-limit` that counts a caller's requests in memory. The package's own locks callers out for
 * as long as the clock was set back.
 *
 * @param now the time in milliseconds.
 */
export function ownRateLimits(now: () => number): new () => FastifyRateLimitStore {
  return class OwnRateLimits implements FastifyRateLimitStore {
    readonly #windows = new LRUCache<string, { readonly requests: number; readonly ends: number }>({ max: remembered });

    incr(...[caller, done, length]: CountedRequest): void {
      const time = now();
      const known = this.#windows.get(caller);
      const goesOn = known !== undefined && known.ends > time && known.ends <= time + length;
      const { requests, ends } = goesOn ? known : { requests: 0, ends: time + length };
      this.#windows.set(caller, { requests: requests + 1, ends });
      done(null, { current: requests + 1, ttl: ends - time });
    }

    /** Each limit counts for itself, though it may call a caller as another does. */
    child(): FastifyRateLimitStore {
      return new OwnRateLimits();
    }
  };
}
