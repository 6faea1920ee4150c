import { codeOf } from "../../http/errors.ts";

/** There is no room on the disk for something that must be kept. */
export class StorageFullError extends Error {
  override readonly name = "StorageFullError";
  constructor() {
    super("There is no room left on the disk.");
  }
}

/**
 * SQLite tells of some by an I/O error: in writing for a limit, in extending the index of its journal for a full disk.
 */
const codes = new Set([
  "ENOSPC",
  "EDQUOT",
  "EFBIG",
  "SQLITE_FULL",
  "SQLITE_IOERR_WRITE",
  "SQLITE_IOERR_SHMSIZE",
  // PostgreSQL: disk_full.
  "53100",
]);

/** Whether an error says that the disk is full, or that nobody may write as much as is to be written. */
export function isStorageFull(error: unknown): boolean {
  if (error instanceof StorageFullError) return true;
  return codes.has(codeOf(error));
}
