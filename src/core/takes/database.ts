import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { property } from "../../contract/json.ts";
import { hasBlob, keepBlobs } from "./stored-blob.ts";
import type { TakeDetails, TakeDetailsPatch, TakeId, TakePatch, TakeRow, TakeSound } from "./take.ts";
import { parseDetails, parseRow, parseSound } from "./take-schema.ts";

/** Rows, details and sounds lie apart, so that a list of thousands reads neither scripts nor sound. */
interface Tables extends DBSchema, Record<RecordTable, { key: string; value: object }> {
  takes: { key: TakeId; value: object; indexes: { created: number } };
  details: { key: TakeId; value: object };
  sounds: { key: TakeId; value: object };
}

/** The tables beside the takes', of records that are small enough to be read all at once (see `createRecords`). */
export const recordTables = [
  "cases",
  "runs",
  "batches",
  "exchanges",
  "programme",
  "recordings",
  "checkSounds",
] as const;
export type RecordTable = (typeof recordTables)[number];

/**
 * How each version comes from the one before; the first one makes the tables. A further version is a further function:
 * records are never rewritten in place, since rows are parsed with defaults for what they lack.
 */
const migrations: readonly ((db: IDBPDatabase<Tables>) => void)[] = [
  (db) => {
    db.createObjectStore("takes", { keyPath: "id" }).createIndex("created", "created");
    db.createObjectStore("details", { keyPath: "id" });
    db.createObjectStore("sounds", { keyPath: "id" });
  },
  addTables("cases", "runs", "batches", "exchanges"),
  addTables("programme"),
  addTables("recordings"),
  addTables("checkSounds"),
];

function addTables(...tables: readonly RecordTable[]) {
  return (db: IDBPDatabase<Tables>): void => {
    for (const table of tables) db.createObjectStore(table, { keyPath: "id" });
  };
}

const databaseVersion = migrations.length;

/**
 * What a take's records become: patches are laid over what is stored, so that two tabs don't undo each other's changes.
 */
export type TakeChange = {
  readonly id: TakeId;
  readonly row: TakePatch;
  readonly details: TakeDetailsPatch | undefined;
} & (
  | {
      /** Nothing of it can be stored yet: it is written without a look. */
      readonly isNew: true;
      readonly whole: WholeTake;
    }
  | {
      readonly isNew: false;
      /** What is written where nothing is stored; undefined for a take that may have been erased meanwhile. */
      readonly whole: WholeTake | undefined;
    }
);

interface WholeTake {
  readonly row: TakeRow;
  readonly details: TakeDetails;
}

/** The takes on disk. Every writing resolves when its transaction is complete: quota fails as late as that. */
export interface TakeDatabase {
  /**
   * Up to `count` rows, newest first, older than `before` (Unix milliseconds); `next` leads on, undefined at the end.
   */
  page(before: number | undefined, count: number): Promise<{ readonly rows: TakeRow[]; readonly next?: number }>;
  rows(ids: readonly TakeId[]): Promise<(TakeRow | undefined)[]>;
  details(id: TakeId): Promise<TakeDetails | undefined>;
  /** A take's script alone, which needn't be whole in other respects. */
  script(id: TakeId): Promise<string | undefined>;
  sound(id: TakeId): Promise<TakeSound | undefined>;
  /** With a sound, all of it is written or nothing: nobody finds a take that says it has a sound, and none. */
  write(changes: readonly TakeChange[], sound?: TakeSound): Promise<void>;
  eraseSounds(ids: readonly TakeId[]): Promise<void>;
  erase(ids: readonly TakeId[]): Promise<void>;
  close(): void;
}

/** One of the tables of records on disk. Every writing resolves when its transaction is complete. */
export interface RecordDatabase {
  /** All records as they were stored, in the order of their ids. */
  all(): Promise<readonly unknown[]>;
  /** The records of `ids`, in their order; undefined for what isn't there. */
  some(ids: readonly string[]): Promise<readonly unknown[]>;
  /** Writes and erases in one transaction. */
  change(records: readonly StoredRecord[], erased: readonly string[]): Promise<void>;
  close(): void;
}

/** What a table of records holds. */
export interface StoredRecord {
  readonly id: string;
}

/** What happens to a database from outside. */
export interface DatabaseEvents {
  /** Another tab holds an older version open: it opens as soon as that one lets go. */
  onBlocked(): void;
  /**
   * It was closed: `upgrade` by a tab with a newer version, `deleted` by whoever deletes it, `lost` by the browser
   * itself. Safari does that to a page that slept, and all browsers do when the site's data are cleared.
   */
  onClosed(reason: "upgrade" | "deleted" | "lost"): void;
}

/** A database that is open. */
interface Connection {
  readonly db: IDBPDatabase<Tables>;
  /**
   * Settles as `transaction` does, or rejects when the database is lost: of what hadn't begun then Chromium never says
   * how it ended.
   */
  ended(transaction: { readonly done: Promise<void> }): Promise<void>;
}

/** Opens or makes the database, bringing an older one up to date. Rejects with the browser's error where it can't. */
async function connect(name: string, events: DatabaseEvents): Promise<Connection> {
  const underWay = new Set<() => void>();
  const db = await openDB<Tables>(name, databaseVersion, {
    upgrade(made, oldVersion) {
      for (const migrate of migrations.slice(oldVersion)) migrate(made);
    },
    blocked: () => events.onBlocked(),
    blocking(_, wanted) {
      db.close();
      events.onClosed(wanted === null ? "deleted" : "upgrade");
    },
    terminated() {
      events.onClosed("lost");
      for (const giveUp of underWay) giveUp();
    },
  });
  return {
    db,
    ended: ({ done }) =>
      new Promise((resolve, reject) => {
        const giveUp = () => reject(new DOMException("The connection was closed.", "AbortError"));
        underWay.add(giveUp);
        done.then(resolve, reject).finally(() => underWay.delete(giveUp));
      }),
  };
}

/** Opens one of the tables of records, by a connection of its own. Rejects as {@link openDatabase} does. */
export async function openRecordDatabase(
  name: string,
  table: RecordTable,
  events: DatabaseEvents,
): Promise<RecordDatabase> {
  const { db, ended } = await connect(name, events);
  return {
    all: () => db.getAll(table),
    some(ids) {
      const { store } = db.transaction(table);
      return Promise.all(ids.map((id) => store.get(id)));
    },
    change: (records, erased) =>
      keepBlobs(records, async (kept) => {
        const transaction = db.transaction(table, "readwrite");
        const { store } = transaction;
        const done = ended(transaction);
        if (hasBlob(kept)) await hasBegun(store.getKey(""), done);
        const writes = [...kept.map((record) => store.put({ ...record })), ...erased.map((id) => store.delete(id))];
        // Nothing more follows, and a page that is left in the next moment doesn't take it back.
        transaction.commit();
        await settle(done, writes);
      }),
    close: () => db.close(),
  };
}

/** Opens the takes' tables, making or migrating them. Rejects with the browser's error where it can't. */
export async function openDatabase(name: string, events: DatabaseEvents): Promise<TakeDatabase> {
  const { db, ended } = await connect(name, events);
  return {
    async page(before, count) {
      const created = db.transaction("takes").store.index("created");
      const upTo = before === undefined ? null : IDBKeyRange.upperBound(before, true);
      const first = await created.openKeyCursor(upTo, "prev");
      if (first === null) return { rows: [] };
      const newest = first.key;
      // Rows of one moment stay together: a page is cut between moments.
      const oldest = (await first.advance(count - 1))?.key;
      const range = oldest === undefined ? IDBKeyRange.upperBound(newest) : IDBKeyRange.bound(oldest, newest);
      const stored = await created.getAll(range);
      const rows = stored.reverse().flatMap((value) => parseRow(value) ?? []);
      return { rows, ...(oldest === undefined ? {} : { next: oldest }) };
    },
    rows(ids) {
      const { store } = db.transaction("takes");
      return Promise.all(ids.map(async (id) => parseRow(await store.get(id))));
    },
    async details(id) {
      return parseDetails(await db.get("details", id));
    },
    async script(id) {
      const text = property(property(await db.get("details", id), "form"), "text");
      return typeof text === "string" ? text : undefined;
    },
    async sound(id) {
      return parseSound(await db.get("sounds", id));
    },
    write: (changes, sound) =>
      keepBlobs(sound === undefined ? [] : [sound], async (sounds) => {
        const transaction = db.transaction(["takes", "details", "sounds"], "readwrite");
        const takes = transaction.objectStore("takes");
        const details = transaction.objectStore("details");
        const store = transaction.objectStore("sounds");
        const done = ended(transaction);
        if (hasBlob(sounds)) await hasBegun(store.getKey(""), done);
        // First: where it can't be taken at all, nothing else is written.
        const kept = sounds.map((each) => store.put(each));
        const writes = changes.map(async (change) => {
          if (change.isNew) {
            const { row, details: known } = change.whole;
            await Promise.all([takes.put({ ...row }), details.put({ ...known, ...change.details, id: change.id })]);
            return;
          }
          const stored = await takes.get(change.id);
          if (stored !== undefined) await takes.put({ ...stored, ...change.row });
          else if (change.whole !== undefined) await takes.put({ ...change.whole.row });
          else return;
          const known = stored === undefined ? undefined : await details.get(change.id);
          const before = known ?? change.whole?.details;
          if (before === undefined || (known !== undefined && change.details === undefined)) return;
          await details.put({ ...before, ...change.details, id: change.id });
        });
        // Nothing more follows: a request waits for this, and the page is busy at that moment.
        if (sounds.length === 0 && changes.every(({ isNew }) => isNew)) transaction.commit();
        await settle(done, [...writes, ...kept]);
      }),
    async eraseSounds(ids) {
      const transaction = db.transaction("sounds", "readwrite");
      await settle(
        ended(transaction),
        ids.map((id) => transaction.store.delete(id)),
      );
    },
    async erase(ids) {
      const transaction = db.transaction(["takes", "details", "sounds"], "readwrite");
      const stores = ["takes", "details", "sounds"] as const;
      await settle(
        ended(transaction),
        stores.flatMap((table) => ids.map((id) => transaction.objectStore(table).delete(id))),
      );
    },
    close: () => db.close(),
  };
}

/**
 * Waits for a transaction's turn. Where WebKit refuses a blob before that, the transaction neither ends nor lets any
 * other begin.
 */
async function hasBegun(answer: Promise<unknown>, done: Promise<void>): Promise<void> {
  // Where it fails, so does what follows, which says why.
  await Promise.race([answer, done]).catch(() => undefined);
}

/**
 * Waits for a transaction's completion. When it fails, so does every request in it, or Chromium says nothing of them:
 * nobody waits for their words. The error that says why is thrown.
 */
async function settle(done: Promise<void>, requests: readonly Promise<unknown>[]): Promise<void> {
  const reasons: unknown[] = [];
  for (const request of requests) request.catch((reason) => reasons.push(reason));
  try {
    await done;
  } catch (error) {
    // One request says why; the others, and the transaction before its end, only that they were given up.
    const says = (each: unknown) => each != null && !(each instanceof DOMException && each.name === "AbortError");
    throw [error, ...reasons].find(says) ?? error ?? new Error("The transaction was aborted.");
  }
  if (reasons.length > 0) throw reasons[0];
}
