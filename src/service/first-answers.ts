import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type Database from "libsql";
import * as z from "zod";
import { Refusal } from "./refusal.ts";

/** How long a key is remembered, in milliseconds. */
const remembered = 24 * 3_600_000;

/** A request's hold on its `Idempotency-Key`. */
export interface Claim {
  /** The first answer to the same request: a task as JSON, or empty for sound, which is spoken anew; else undefined. */
  readonly first: string | undefined;
  /** The request was charged, and this is its answer. */
  settle(answer: string): void;
  /** Nothing was charged, or it was given back: the key is as good as new. */
  forget(): void;
}

/** Does what a charge follows; a claim is forgotten where that fails. */
export async function forgetIfFailed<Value>(claim: Claim | undefined, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (claim?.first === undefined) claim?.forget();
    throw error;
  }
}

/**
 * The first answers to requests with an `Idempotency-Key`, which the document doesn't have: a key that is seen again
 * within a day gives the first answer, and never a second charge. Sound itself isn't kept: it is spoken again.
 */
export class FirstAnswers {
  readonly #database: Database.Database;
  readonly #now: () => number;
  readonly #underWay = new Set<string>();

  /** @param now the time in milliseconds. */
  constructor(database: Database.Database, now: () => number) {
    this.#database = database;
    this.#now = now;
    database.exec(`
      create table if not exists first_answers (
        key text primary key,            -- digest of caller and key
        request text not null,           -- digest of route and body
        at integer not null,             -- Unix time in milliseconds
        answer text not null             -- a task as JSON, or empty for sound
      ) strict;`);
  }

  /**
   * Claims the key of a request; undefined where it has none.
   *
   * @throws Refusal 400 for a key that is none, 409 while the first request is under way, 422 for another request.
   */
  claim({ headers, caller, body, routeOptions }: FastifyRequest): Claim | undefined {
    const sent = headers["idempotency-key"];
    if (sent === undefined) return undefined;
    if (typeof sent !== "string" || !/^[\x21-\x7e]{1,255}$/.test(sent)) {
      const message = "Idempotency-Key must be 1 to 255 visible ASCII characters.";
      throw new Refusal(400, "value_not_allowed", message, { param: "Idempotency-Key" });
    }
    const key = digest([caller.id, sent]);
    const request = digest([routeOptions.url, body]);
    const known = this.#find(key);
    if (known !== undefined && known.request !== request) {
      const message = "Idempotency-Key was sent with another request before. Use a new one for each request.";
      throw new Refusal(422, "idempotency_key_reused", message, { param: "Idempotency-Key" });
    }
    if (this.#underWay.has(key)) {
      const message = "The first request with this Idempotency-Key is still under way. Try again in a moment.";
      const headers = { "retry-after": "1" };
      throw new Refusal(409, "idempotency_key_in_use", message, { param: "Idempotency-Key", headers });
    }
    if (known === undefined) this.#underWay.add(key);
    return {
      first: known?.answer,
      settle: (answer) => {
        this.#underWay.delete(key);
        this.#database
          .prepare("insert or replace into first_answers (key, request, at, answer) values (?, ?, ?, ?)")
          .run(key, request, this.#now(), answer);
      },
      forget: () => {
        this.#underWay.delete(key);
        this.#database.prepare("delete from first_answers where key = ?").run(key);
      },
    };
  }

  #find(key: string): z.infer<typeof rowSchema> | undefined {
    this.#database.prepare("delete from first_answers where at <= ?").run(this.#now() - remembered);
    const row = this.#database.prepare("select request, answer from first_answers where key = ?").get(key);
    return row === undefined ? undefined : rowSchema.parse(row);
  }
}

const rowSchema = z.object({ request: z.string(), answer: z.string() });

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}
