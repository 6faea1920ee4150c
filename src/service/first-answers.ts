import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { Refusal } from "./refusal.ts";
import type { Storage } from "./storage/storage.ts";
import type { Database } from "./storage/tables.ts";
import { isStorageAway, isStorageUnreachable } from "./storage/unreachable.ts";

/** How long a key is remembered, in milliseconds. */
const remembered = 24 * 3_600_000;
/** When a key is let go of again, in milliseconds, that couldn't be. */
const forgetAgain = 500;

/** A request's hold on its `Idempotency-Key`. */
export interface Claim {
  /**
   * The first answer to the same request: a task as JSON, or what the charge of sound is referred to by, since sound is
   * spoken anew; else undefined.
   */
  readonly first: string | undefined;
  /** The key's own seed for what varies, a 32-bit integer: sound that is spoken anew is the same. */
  readonly seed: number;
  /**
   * The request was charged, and this is its answer.
   *
   * @param within the transaction that charges it.
   * @throws Refusal 409 where another request has taken the key, because this process seemed to have ended.
   */
  settle(answer: string, within?: Database): Promise<void>;
  /**
   * Nothing was charged: the key is as good as new, at the latest when the storage can be written again. What was
   * settled all the same, while the word of it got lost, stays settled.
   */
  forget(): Promise<void>;
}

/** Does what a charge follows; a claim is forgotten where that fails. */
export async function forgetIfFailed<Value>(claim: Claim | undefined, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (claim?.first === undefined) await claim?.forget();
    throw error;
  }
}

/**
 * The first answers to requests with an `Idempotency-Key`, which the document doesn't have: a key that is seen again
 * within a day gives the first answer, and never a second charge. Sound itself isn't kept: it is spoken again, with the
 * same seed.
 */
export class FirstAnswers {
  readonly #storage: Storage;
  readonly #now: () => number;

  /** @param now the time in milliseconds. */
  constructor(storage: Storage, now: () => number) {
    this.#storage = storage;
    this.#now = now;
  }

  /**
   * Claims the key of a request; undefined where it has none.
   *
   * @throws Refusal 400 for a key that is none, 409 while the first request is under way, 422 for another request.
   */
  async claim({ headers, caller, body, routeOptions }: FastifyRequest): Promise<Claim | undefined> {
    const sent = headers["idempotency-key"];
    if (sent === undefined) return undefined;
    if (typeof sent !== "string" || !/^[\x21-\x7e]{1,255}$/.test(sent)) {
      const message = "Idempotency-Key must be 1 to 255 visible ASCII characters.";
      throw new Refusal(400, "value_not_allowed", message, { param: "Idempotency-Key" });
    }
    const key = digest([caller.id, sent]);
    const request = digest([routeOptions.url, body]);
    const known = await this.#take(key, request).catch(async (error: unknown) => {
      // It may have been taken while the word of it got lost.
      if (isStorageUnreachable(error)) await this.#forget(key);
      throw error;
    });
    if (known !== undefined && known.request !== request) {
      const message = "Idempotency-Key was sent with another request before. Use a new one for each request.";
      throw new Refusal(422, "idempotency_key_reused", message, { param: "Idempotency-Key" });
    }
    if (known !== undefined && known.owner !== null) {
      throw keyInUse();
    }
    return {
      first: known?.answer,
      seed: Number.parseInt(key.slice(0, 8), 16),
      settle: async (answer, within = this.#storage.database) => {
        const { numUpdatedRows } = await within
          .updateTable("first_answers")
          .set({ answer, owner: null, at: this.#now() })
          .where("key", "=", key)
          .where("owner", "=", this.#storage.owner)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw keyInUse();
      },
      forget: () => this.#forget(key),
    };
  }

  /** Lets go of a key that this process holds, and tries again while the storage can't be reached, or is full. */
  async #forget(key: string): Promise<void> {
    const { owner } = this.#storage;
    try {
      await this.#storage.record((database) =>
        database.deleteFrom("first_answers").where("key", "=", key).where("owner", "=", owner).execute(),
      );
    } catch (error) {
      if (!isStorageAway(error)) throw error;
      // Nobody waits for it. What fails for another reason then, as when the service stops, ends with its process.
      setTimeout(() => this.#forget(key).catch(() => undefined), forgetAgain).unref();
    }
  }

  /** Writes down that a request is under way. Returns what is known of its key, unless it is new. */
  async #take(key: string, request: string) {
    const { database, owner } = this.#storage;
    await database
      .deleteFrom("first_answers")
      .where("at", "<=", this.#now() - remembered)
      .execute();
    const row = { key, request, owner, at: this.#now(), answer: "" };
    const { numInsertedOrUpdatedRows } = await database
      .insertInto("first_answers")
      .values(row)
      .onConflict((conflict) => conflict.column("key").doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 1n) return undefined;
    const known = await database.selectFrom("first_answers").selectAll().where("key", "=", key).executeTakeFirst();
    if (known?.owner == null || !(await this.#storage.hasEnded(known.owner))) return known;
    // Nobody will answer that request: who comes now takes its place, unless somebody else just has.
    const { numUpdatedRows } = await database
      .updateTable("first_answers")
      .set(row)
      .where("key", "=", key)
      .where("owner", "=", known.owner)
      .executeTakeFirst();
    return numUpdatedRows === 1n ? undefined : { ...known, owner };
  }
}

function keyInUse(): Refusal {
  const message = "The first request with this Idempotency-Key is still under way. Try again in a moment.";
  const headers = { "retry-after": "1" };
  return new Refusal(409, "idempotency_key_in_use", message, { param: "Idempotency-Key", headers });
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}
