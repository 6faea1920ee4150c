/** There is no room on the disk for something that must be kept. */
export class StorageFullError extends Error {
  override readonly name = "StorageFullError";
  constructor() {
    super("There is no room left on the disk.");
  }
}

/** Whether an error says that the disk is full, or its owner's share of it. */
export function isStorageFull(error: unknown): boolean {
  if (error instanceof StorageFullError) return true;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  // SQLite tells of a full disk by an I/O error where it extends the index of its journal.
  return ["ENOSPC", "EDQUOT", "SQLITE_FULL"].includes(code) || code.startsWith("SQLITE_IOERR");
}
