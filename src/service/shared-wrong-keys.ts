import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Refusal } from "./refusal.ts";
import type { Storage } from "./storage/storage.ts";
import {
  forgivenAfter,
  mostInARow,
  networkOf,
  remembered,
  tooManyWrongKeys,
  WrongKeys,
  wrongKey,
} from "./wrong-keys.ts";

/** How long a right key isn't written down again, in milliseconds: it costs each address one statement in that time. */
const forgivenFor = 10_000;

/**
 * Wrong keys as {@link WrongKeys} counts them, in the database, so that they are in a row at whichever service they
 * come. A right key waits for nothing. While the database is gone each service counts for itself.
 */
export class SharedWrongKeys {
  readonly #storage: Storage;
  readonly #alone = new WrongKeys();
  /** Addresses that had nothing wrong lately, as far as this service knows. */
  readonly #forgiven = new LRUCache<string, Promise<unknown>>({ max: remembered, ttl: forgivenFor });
  #forgotAt = 0;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** As {@link WrongKeys.refuse}. */
  async refuse(address: string | undefined, now: number): Promise<Refusal> {
    const network = networkOf(address);
    await this.#forgiven.get(network);
    this.#forgiven.delete(network);
    try {
      await this.#forget(now);
      const { count, ends } = await this.#count(network, now);
      return count > mostInARow ? tooManyWrongKeys(Math.ceil((ends - now) / 1000)) : wrongKey();
    } catch {
      return this.#alone.refuse(address, now);
    }
  }

  /** As {@link WrongKeys.forgive}; what other services count meanwhile is forgiven some seconds later. */
  forgive(address: string | undefined): void {
    const network = networkOf(address);
    if (this.#forgiven.has(network)) return;
    this.#alone.forgive(address);
    const forgiving = this.#storage.database.deleteFrom("wrong_keys").where("network", "=", network).execute();
    this.#forgiven.set(
      network,
      forgiving.catch(() => undefined),
    );
  }

  /** One more than the most stands for all that came too early; those don't make the wait longer. */
  #count(network: string, now: number): Promise<{ readonly count: number; readonly ends: number }> {
    const until = now + forgivenAfter;
    // The services' clocks may differ by as long as that.
    const isOver = sql<boolean>`(wrong_keys.ends <= ${now} or wrong_keys.ends > ${until + forgivenAfter})`;
    return this.#storage.database
      .insertInto("wrong_keys")
      .values({ network, count: 1, ends: until })
      .onConflict((conflict) =>
        conflict.column("network").doUpdateSet({
          count: sql<number>`case when ${isOver} then 1
            else least(wrong_keys.count + 1, ${mostInARow + 1}) end`,
          ends: sql<number>`case when not ${isOver} and wrong_keys.count >= ${mostInARow}
            then wrong_keys.ends else ${until} end`,
        }),
      )
      .returning(["count", "ends"])
      .executeTakeFirstOrThrow();
  }

  /** Removes, once in a while, what nobody needs any more. */
  async #forget(now: number): Promise<void> {
    if (Math.abs(now - this.#forgotAt) < forgivenAfter) return;
    this.#forgotAt = now;
    await this.#storage.database.deleteFrom("wrong_keys").where("ends", "<=", now).execute();
  }
}
