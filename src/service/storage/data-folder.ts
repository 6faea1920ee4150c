import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import { schema } from "./schema.ts";

/** The folder that holds everything the service must not forget: tasks, their audio and the ledger. */
export interface DataFolder {
  readonly path: string;
  /** Where the audio files of tasks lie. */
  readonly audio: string;
  readonly database: Database.Database;
  /** Lets the folder go, so that another process may own it. */
  close(): void;
}

/** The folder can't be used, or another process owns it; the message is one line and says what to do. */
export class DataFolderError extends Error {
  override readonly name = "DataFolderError";
}

/**
 * Opens a data folder for this process alone, and makes it where there is none. Ownership is a lock of the operating
 * system on `owner.lock`, so it ends with the process however that ends. The database itself stays readable by other
 * programs, so that a person can look at the ledger while the service runs.
 *
 * @throws DataFolderError when another process owns it or it can't be written to.
 */
export function openDataFolder(path: string): DataFolder {
  try {
    return open(path);
  } catch (error) {
    if (error instanceof DataFolderError || !(error instanceof Error && "code" in error)) throw error;
    const remedy = isFull(String(error.code)) ? "make room on its disk" : "make it writable";
    throw new DataFolderError(
      `The data folder ${path} can't be used (${error.code}): ${remedy}, or set DATA_DIR to another folder`,
    );
  }
}

/** Whether a code of the system or of SQLite says that the disk, or what a user may fill of it, is full. */
function isFull(code: string): boolean {
  return code === "ENOSPC" || code === "EDQUOT" || code === "SQLITE_FULL";
}

function open(path: string): DataFolder {
  const audio = join(path, "audio");
  mkdirSync(audio, { recursive: true, mode: 0o700 });
  const lock = takeOwnership(path);
  try {
    const database = openDatabase(join(path, "service.db"));
    return {
      path,
      audio,
      database,
      close() {
        database.close();
        lock.close();
      },
    };
  } catch (error) {
    lock.close();
    throw error;
  }
}

function takeOwnership(path: string): Database.Database {
  const file = join(path, "owner.lock");
  createPrivate(file);
  const lock = new Database(file);
  try {
    lock.exec("begin exclusive");
    return lock;
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && "code" in error && error.code === "SQLITE_BUSY")) throw error;
    throw new DataFolderError(
      `Another speech service uses the data folder ${path}: stop it, or set DATA_DIR to another folder`,
    );
  }
}

function openDatabase(file: string): Database.Database {
  createPrivate(file);
  const database = new Database(file);
  // First of all: whoever looks at the ledger locks the file for a moment when they leave, even against readers.
  database.exec("pragma busy_timeout = 5000");
  // FULL: an answer that a task was taken holds even when the machine loses power a moment later.
  database.exec("pragma journal_mode = wal; pragma synchronous = full;");
  database.exec(schema);
  return database;
}

/** Makes an empty file that nobody but its owner reads; SQLite gives its side files the same rights. */
function createPrivate(file: string): void {
  closeSync(openSync(file, "a", 0o600));
}
