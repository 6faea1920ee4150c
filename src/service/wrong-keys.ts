import { isIP } from "node:net";
import { normalizeIP } from "@fastify/rate-limit";
import { LRUCache } from "lru-cache";
import { Refusal } from "./refusal.ts";

/** So many wrong keys in a row are answered with 401; further ones must wait. */
export const mostInARow = 50;
/** How long after the last of them an address may try again, in milliseconds. */
export const forgivenAfter = 60_000;
/** How many addresses are remembered at most. */
export const remembered = 10_000;

/**
 * Answers wrong keys, counted by address. A right key is always served, whatever else came from its address: one proxy
 * may be the address of many visitors, and nobody's wrong keys may lock the others out. So this stops clients that are
 * set up wrongly, not those who guess: against them a key is as good as it is long.
 */
export class WrongKeys {
  readonly #rows = new LRUCache<string, { readonly count: number; readonly until: number }>({ max: remembered });

  /**
   * Counts a wrong key.
   *
   * @param now the time in milliseconds.
   * @returns 401 `invalid_api_key`, or 429 `too_many_wrong_keys` once there were too many in a row.
   */
  refuse(address: string | undefined, now: number): Refusal {
    const network = networkOf(address);
    const row = this.#rows.get(network);
    // One that would last longer was begun before the clock was set back.
    const count = row !== undefined && now < row.until && row.until <= now + forgivenAfter ? row.count : 0;
    if (row !== undefined && count >= mostInARow) return tooManyWrongKeys(Math.ceil((row.until - now) / 1000));
    this.#rows.set(network, { count: count + 1, until: now + forgivenAfter });
    return wrongKey();
  }

  /** A right key came from the address: what was wrong before isn't in a row with what follows. */
  forgive(address: string | undefined): void {
    this.#rows.delete(networkOf(address));
  }
}

/** What counts as one address: of IPv6 the /64 that one household or machine has for itself. */
export function networkOf(address: string | undefined): string {
  return address === undefined || isIP(address) === 0 ? "" : normalizeIP(address, 64);
}

export function wrongKey(): Refusal {
  return new Refusal(401, "invalid_api_key", "Send Authorization: Bearer with a key of this service.", {
    headers: { "www-authenticate": "Bearer" },
  });
}

export function tooManyWrongKeys(seconds: number): Refusal {
  const message =
    `Too many wrong keys in a row came from this address; try again in ${seconds} s. ` +
    "A right key is served at any time: send Authorization: Bearer with a key of this service.";
  return new Refusal(429, "too_many_wrong_keys", message, { headers: { "retry-after": String(seconds) } });
}
