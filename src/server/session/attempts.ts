import { LRUCache } from "lru-cache";

/** Slows those down who give one wrong password or key after the other. */
interface Attempts {
  /** Waits as long as the earlier attempts of an address ask for, and counts this one as failed until it succeeds. */
  begin(address: string): Promise<void>;
  /** The address has given the right password or key. */
  succeed(address: string): void;
  /** Whether the address has given the right password or key in the last day. */
  knows(address: string): boolean;
}

interface AttemptsOptions {
  /** How long the second attempt waits, in milliseconds; each further one twice as long. */
  readonly delay: number;
  readonly longestDelay: number;
  /** Resolves after a time in milliseconds. */
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

/** How many addresses are remembered at most, and for how long after their last attempt or success, in milliseconds. */
const remembered = { max: 10_000, ttl: 15 * 60_000 };
const known = { max: 10_000, ttl: 24 * 3_600_000 };

/**
 * Counts attempts by address. Every attempt waits before its password or key is looked at, the right one as well, so
 * that neither many at once nor the time of an answer tells a guesser anything.
 */
export function createAttempts({ delay, longestDelay, wait }: AttemptsOptions): Attempts {
  const attempts = new LRUCache<string, number>(remembered);
  const succeeded = new LRUCache<string, true>(known);
  return {
    async begin(address) {
      const earlier = attempts.get(address) ?? 0;
      attempts.set(address, earlier + 1);
      if (earlier > 0) await wait(Math.min(delay * 2 ** (earlier - 1), longestDelay));
    },
    succeed(address) {
      attempts.delete(address);
      succeeded.set(address, true);
    },
    knows: (address) => succeeded.has(address),
  };
}
