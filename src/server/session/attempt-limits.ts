import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ownRateLimits } from "../../http/rate-limits.ts";
import { ProxyError } from "../errors.ts";
import { networkOf } from "../holders.ts";
import type { Limits } from "../limits.ts";

const timeWindow = 60_000;

/**
 * Bounds how often sessions may be tried to open in a minute: by one address, by one IPv6 network as large as a
 * customer gets, and by all together, so that many addresses don't guess faster than a few. What one bound refuses
 * doesn't count against the next. Who is known has a share of their own of the last, which strangers can't use up.
 *
 * The check that it returns throws a {@link ProxyError} 429 `too_many_attempts` with `Retry-After`.
 *
 * @param isKnown whether a session was opened from an address lately.
 * @param wallClock Unix milliseconds.
 */
export async function createAttemptLimits(
  app: FastifyInstance,
  limits: Pick<Limits, "sessionAttempts" | "networkSessionAttempts" | "allSessionAttempts">,
  isKnown: (address: string) => boolean,
  wallClock: () => number,
): Promise<(request: FastifyRequest) => Promise<void>> {
  await app.register(rateLimit, { global: false, store: ownRateLimits(wallClock) });
  const limit = (max: number, keyGenerator: (request: FastifyRequest) => string) =>
    app.createRateLimit({ max, timeWindow, keyGenerator });
  const checks = [
    limit(limits.sessionAttempts, addressOf),
    limit(limits.networkSessionAttempts, (request) => networkOf(request, 48)),
    limit(limits.allSessionAttempts, (request) => (isKnown(addressOf(request)) ? "known" : "strangers")),
  ];
  return async (request) => {
    for (const check of checks) {
      const result = await check(request);
      if (result.isAllowed || !result.isExceeded) continue;
      const seconds = result.ttlInSeconds;
      throw new ProxyError(429, "too_many_attempts", `Too many attempts. Try again in ${seconds} seconds.`, {
        headers: { "retry-after": String(seconds) },
      });
    }
  };
}

/**
 * Whom an attempt counts against, as far as trusted proxies tell: an address, or the network of 2⁶⁴ IPv6 addresses
 * that one person has.
 */
export function addressOf(request: FastifyRequest): string {
  return networkOf(request, 64);
}
