import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import type { Storage } from "../storage/storage.ts";
import { isStorageAway } from "../storage/unreachable.ts";
import type { Ledger } from "./ledger.ts";

/** When a charge is given back again, in milliseconds, that couldn't be. */
const tryAgain = 5_000;

export interface GivingBack {
  readonly storage: Storage;
  readonly ledger: Ledger;
  readonly log: FastifyBaseLogger;
}

/**
 * Gives back what a request has cost, and its key with it: all of it or nothing, since a key that stayed behind would
 * have its text spoken for nothing. Tried again while the storage can't be reached, or is full, as long as the process
 * lives; then others do it. Returns whether it is done already.
 *
 * @param owner the process in whose name it must still be; any when absent, but this one when it is tried again. The
 * same request may have been answered meanwhile, by its key.
 */
export async function giveBack(tools: GivingBack, reference: string, owner?: string): Promise<boolean> {
  const { storage, ledger, log } = tools;
  ledger.returning(reference);
  try {
    await storage.record(async (database) => {
      if (owner !== undefined && !(await ledger.isOpen(reference, owner, database))) return;
      if (!(await ledger.refund(reference, database))) return;
      // Tasks are there as JSON: the index leaves them out.
      const keys = database.deleteFrom("first_answers").where("answer", "=", reference);
      await keys.where(sql<boolean>`answer not like '{%'`).execute();
    });
    ledger.returned(reference);
    return true;
  } catch (error) {
    log.error({ reference, err: error }, "a charge could not be given back");
    const again = () => giveBack(tools, reference, owner ?? storage.owner);
    if (isStorageAway(error)) setTimeout(again, tryAgain).unref();
    return false;
  }
}
