import type { Database } from "./tables.ts";

/** What is written down in a transaction. */
export type InTransaction = (database: Database) => Promise<unknown>;

/** The service's database, whichever it is, and the rules of what must not get lost. */
export interface Storage {
  /** For single statements. Within a transaction use the one that it is given: this one waits for its end. */
  readonly database: Database;
  /** Runs statements as one transaction: all of them count, or none. */
  transaction<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  /**
   * A transaction about what has been taken already: how a task ended, what is given back. It must not need the room
   * that is missing, so that it gives up the reserve where the disk is full.
   *
   * @param within a transaction that it is a part of.
   */
  record<Result>(work: (database: Database) => Promise<Result>, within?: Database): Promise<Result>;
  /** Whether other processes use it at the same time. */
  readonly isShared: boolean;
  /** What this process is called in the database. */
  readonly owner: string;
  /** Whether a process that wrote its name into the database has ended. */
  hasEnded(owner: string): Promise<boolean>;
  /** Whether there is room for the last word on what is taken now. */
  hasReserve(): boolean;
}

/** A storage for as long as a program runs. */
export interface OpenStorage extends Storage {
  /** Lets it go; what was begun is written down before. */
  close(): Promise<void>;
}
