import { randomFillSync, randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import Libsql from "libsql";
import { codeOf } from "../../http/errors.ts";
import { makeFolder } from "../../http/make-folder.ts";
import { libsqlTypes, openLibsql } from "./libsql.ts";
import { migrate, NewerTablesError } from "./migrations.ts";
import type { OpenStorage, Storage } from "./storage.ts";
import { isStorageFull } from "./storage-full.ts";
import type { Database } from "./tables.ts";

/** The folder can't be used, or another process owns it; the message is one line and says what to do. */
export class DataFolderError extends Error {
  override readonly name = "DataFolderError";
}

/**
 * Opens the data folder of a service that shares nothing for this process alone, and makes it where there is none.
 * Ownership is a lock of the operating system on `owner.lock`, so it ends with the process however that ends. The
 * database itself stays readable by other programs, so that a person can look at the ledger while the service runs.
 *
 * @throws DataFolderError when another process owns it or it can't be written to.
 */
export async function openDataFolder(path: string): Promise<OpenStorage> {
  try {
    return await open(path);
  } catch (error) {
    if (error instanceof NewerTablesError) {
      throw new DataFolderError(
        `A newer version of the speech service has used the data folder ${path}: start that one again, or set ` +
          "DATA_DIR to another folder",
      );
    }
    if (error instanceof DataFolderError || !(error instanceof Error && "code" in error)) throw error;
    throw new DataFolderError(
      `The data folder ${path} can't be used (${error.code}): ${remedyFor(error)}, or set DATA_DIR to another folder`,
    );
  }
}

function remedyFor(error: Error): string {
  if (isStorageFull(error)) return "make room on its disk";
  if (codeOf(error) === "EEXIST") return "move the file of that name away";
  const isDamaged = ["SQLITE_NOTADB", "SQLITE_CORRUPT"].includes(codeOf(error));
  // The files beside it belong to it: a copy would be damaged by them, too.
  return isDamaged ? "service.db in it is damaged, remove service.db* and put a backup there" : "make it writable";
}

async function open(path: string): Promise<OpenStorage> {
  makeFolder(path);
  const lock = takeOwnership(path);
  try {
    const reserve = new Reserve(join(path, "reserve"));
    const withReserve = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      try {
        return await work();
      } catch (error) {
        if (!isStorageFull(error)) throw error;
        reserve.giveUp();
        return await work();
      }
    };
    const database = await withReserve(() => openDatabase(join(path, "service.db")));
    const underWay = new Set<Promise<unknown>>();
    const transaction: Storage["transaction"] = (work) => database.transaction().execute(work);
    /** What is begun is written down before the folder is let go. */
    const kept = <Result>(writing: Promise<Result>): Promise<Result> => {
      underWay.add(writing);
      return writing.finally(() => underWay.delete(writing));
    };
    const owner = randomUUID();
    reserve.fill();
    return {
      database,
      transaction: (work) => kept(transaction(work)),
      record: (work, within) => (within === undefined ? kept(withReserve(() => transaction(work))) : work(within)),
      isShared: false,
      owner,
      // Whoever owned the folder before has ended, since this process could take it.
      hasEnded: async (other) => other !== owner,
      hasReserve: () => reserve.fill(),
      async close() {
        await Promise.allSettled(underWay);
        await database.destroy();
        lock.close();
      },
    };
  } catch (error) {
    lock.close();
    throw error;
  }
}

function takeOwnership(path: string): Libsql.Database {
  const file = join(path, "owner.lock");
  createPrivate(file);
  const lock = new Libsql(file);
  try {
    lock.exec("begin exclusive");
    return lock;
  } catch (error) {
    lock.close();
    if (codeOf(error) !== "SQLITE_BUSY") throw error;
    throw new DataFolderError(
      `Another speech service uses the data folder ${path}: stop it, or set DATA_DIR to another folder`,
    );
  }
}

async function openDatabase(file: string): Promise<Database> {
  createPrivate(file);
  const libsql = new Libsql(file);
  try {
    // First of all: whoever looks at the ledger locks the file for a moment when they leave, even against readers.
    libsql.exec("pragma busy_timeout = 5000");
    // FULL: an answer that a task was taken holds even when the machine loses power a moment later.
    libsql.exec("pragma journal_mode = wal; pragma synchronous = full;");
    // Pages after which the journal begins anew, 256 kB: it takes little room, and what it has serves to record ends.
    libsql.exec("pragma wal_autocheckpoint = 64");
    const database = openLibsql(libsql);
    await migrate(database, libsqlTypes);
    return database;
  } catch (error) {
    libsql.close();
    throw error;
  }
}

/** Makes an empty file that nobody but its owner reads; SQLite gives its side files the same rights. */
function createPrivate(file: string): void {
  closeSync(openSync(file, "a", 0o600));
}

/** Room for the last word on some dozens of tasks: each takes a few pages of the database and of its journal. */
const reserveBytes = 192 * 1024;

/**
 * A file that keeps room on the disk. Given up when the disk is full, it leaves room to write down how tasks ended;
 * filled again as soon as there is room for more than that.
 */
class Reserve {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Takes the room, unless it is taken already. Returns whether it is; a folder that is gone isn't full. */
  fill(): boolean {
    if (statSync(this.#path, { throwIfNoEntry: false })?.size === reserveBytes) return true;
    try {
      const file = openSync(this.#path, "w", 0o600);
      try {
        // Not zeros, for which some file systems keep no room.
        const bytes = randomFillSync(Buffer.alloc(reserveBytes));
        for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      return true;
    } catch (error) {
      this.giveUp();
      if (!isStorageFull(error)) throw error;
      return false;
    }
  }

  giveUp(): void {
    rmSync(this.#path, { force: true });
  }
}
