import { codeOf } from "../../http/errors.ts";
import { isStorageFull } from "./storage-full.ts";

/** What the network says while the database is gone. */
const network = /^(?:ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** What PostgreSQL says while it stops or starts, has no connection left, or asks for the transaction anew. */
const database = /^(?:08\w{3}|57P0[1-5]|53300|25006|25P03|40001|40P01)$/;

/** What the client library says by itself. */
const messages =
  /^(?:Connection terminated|timeout (?:exceeded|expired)|Client (?:was closed|has encountered a connection error))/;

/** Whether an error says that the database can't be asked for a moment: what was to be done can be done again. */
export function isStorageUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isStorageUnreachable);
  const code = codeOf(error);
  return network.test(code) || database.test(code) || messages.test(error.message);
}

/** Whether an error says that the storage can't be reached, or is full: what was to be written can be written later. */
export function isStorageAway(error: unknown): boolean {
  return isStorageUnreachable(error) || isStorageFull(error);
}
