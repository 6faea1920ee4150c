import type { FastifyBaseLogger } from "fastify";
import type { Storage } from "../storage/storage.ts";
import { isStorageUnreachable } from "../storage/unreachable.ts";
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
 * have its text spoken for nothing. Tried again while the storage can't be reached, as long as the process lives; then
 * others do it. Returns whether it is done already.
 */
export async function giveBack(tools: GivingBack, reference: string): Promise<boolean> {
  const { storage, ledger, log } = tools;
  try {
    await storage.record(async (database) => {
      if (await ledger.refund(reference, database))
        await database.deleteFrom("first_answers").where("answer", "=", reference).execute();
    });
    return true;
  } catch (error) {
    log.error({ reference, err: error }, "a charge could not be given back");
    if (isStorageUnreachable(error)) setTimeout(() => giveBack(tools, reference), tryAgain).unref();
    return false;
  }
}
