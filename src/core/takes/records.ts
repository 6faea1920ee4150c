import type * as z from "zod/mini";
import { createScope } from "../../audio/base/scope.ts";
import { createStore, type Observable } from "../../audio/base/store.ts";
import { createGate } from "../page/wait.ts";
import type { DatabaseEvents, RecordDatabase, StoredRecord } from "./database.ts";
import { type Keeping, type MemoryReason, openingAgain, openingPatience, reasonOf, savingPatience } from "./library.ts";
import { type Channel, idsIn } from "./presence.ts";

export interface RecordsSnapshot<Stored extends StoredRecord> {
  /** Every record, in the order of its id. */
  readonly records: readonly Stored[];
  /** Whether what is on disk is among them. */
  readonly loaded: boolean;
  readonly keeping: Keeping;
}

/**
 * Whether what is on disk is among them, as far as it can be read: where an older tab holds the storage, nobody knows
 * when that is.
 */
export function areRead({ loaded, keeping }: Pick<RecordsSnapshot<StoredRecord>, "loaded" | "keeping">): boolean {
  return loaded || keeping.kind === "memory";
}

/**
 * Records of one kind, on disk as far as possible and shared by all tabs; all of them are in memory. Nothing here
 * throws because of the storage: what can't be written stays in memory, and the snapshot says so. A promise of `true`
 * means: on disk, its transaction complete. What two tabs write to one record isn't mixed: the later one counts.
 */
export interface Records<Stored extends StoredRecord> extends Observable<RecordsSnapshot<Stored>> {
  /** Opens the storage. Called again, it does nothing, unless the storage couldn't be opened. */
  open(): void;
  /** Adds records, or puts them in the place of those of the same id. */
  put(...records: readonly Stored[]): Promise<boolean>;
  delete(...ids: readonly string[]): Promise<boolean>;
  dispose(): void;
}

export interface RecordsOptions {
  /** Loads and opens the table (see `openRecordDatabase`); undefined where the browser has no storage. */
  readonly openDatabase: ((events: DatabaseEvents) => Promise<RecordDatabase>) | undefined;
  /** What the tabs say to each other through about these records, and about nothing else. */
  readonly channel: Channel;
}

/** Records that are not open yet. What on disk doesn't match `schema` is passed over and left where it is. */
export function createRecords<Stored extends StoredRecord>(
  schema: z.ZodMiniType<Stored>,
  { openDatabase, channel }: RecordsOptions,
): Records<Stored> {
  const scope = createScope();
  const records = new Map<string, Stored>();
  /** What isn't on disk yet; without a record where one is to be erased. */
  const unwritten = new Map<string, { readonly record: Stored | undefined }>();
  const store = createStore<RecordsSnapshot<Stored>>({ records: [], loaded: false, keeping: { kind: "opening" } });
  let database: RecordDatabase | undefined;
  let keeping: Keeping = { kind: "opening" };
  let loaded = false;
  let opened = false;
  let openings = 0;
  /** Whether the storage was deleted while it was open: then what is shown isn't all on disk any more. */
  let wasDeleted = false;
  let writing: Promise<void> | undefined;
  let goOn = (): void => {};
  /** Open while it is known whether there is a storage. */
  const known = createGate();
  let inTime = (): void => {};

  function publish(): void {
    if (scope.disposed) return;
    const sorted = [...records.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
    store.set({ records: sorted, loaded, keeping });
  }

  function stayInMemory(reason: MemoryReason): void {
    database = undefined;
    keeping = { kind: "memory", reason };
    decide();
    publish();
  }

  function decide(): void {
    inTime();
    known.open();
  }

  /** Whether all is kept from now on. */
  function onDisk(): boolean {
    if (!wasDeleted) keeping = { kind: "disk" };
    return !wasDeleted;
  }

  /** Takes what is on disk; what isn't written yet stays on top of it. */
  function place(id: string, stored: unknown): void {
    if (unwritten.has(id)) return;
    const parsed = schema.safeParse(stored);
    if (parsed.success) records.set(id, parsed.data);
    else records.delete(id);
  }

  /** @param isLost whether the browser closed it, and may be about to do so still: it is asked twice then. */
  async function openStorage(isLost = false): Promise<void> {
    const own = ++openings;
    known.close();
    inTime();
    inTime = scope.timeout(() => stayInMemory("slow"), openingPatience);
    try {
      if (openDatabase === undefined) return stayInMemory("absent");
      const opening = await openDatabase({
        onBlocked: () => stayInMemory("blocked"),
        onClosed(reason) {
          if (reason === "lost") {
            database = undefined;
            openStorage(true);
            return;
          }
          stayInMemory(reason === "upgrade" ? "newer" : "deleted");
          // A new one takes what comes from now on. Once: a storage that is deleted over and over is none.
          if (reason === "deleted" && !wasDeleted && !scope.disposed) openStorage();
          wasDeleted ||= reason === "deleted";
        },
      });
      if (scope.disposed) return opening.close();
      const all = await opening.all();
      if (own !== openings) return opening.close();
      // Nothing is there any more of what was on disk.
      if (all.length === 0 && [...records.keys()].some((id) => !unwritten.has(id))) {
        wasDeleted = true;
        keeping = { kind: "memory", reason: "deleted" };
      }
      for (const stored of all) place(idOf(stored), stored);
      database = opening;
      opened = true;
      onDisk();
      decide();
      flush();
    } catch (error) {
      if (own !== openings) return;
      if (isLost) return void scope.timeout(() => own === openings && openStorage(), openingAgain);
      opened = false;
      stayInMemory(reasonOf(error));
    } finally {
      loaded ||= own === openings && keeping.kind !== "opening";
      publish();
    }
  }

  async function write(): Promise<void> {
    try {
      while (true) {
        // It may have been lost meanwhile, and be opened anew.
        await known.passed();
        const target = database;
        if (target === undefined || unwritten.size === 0) return;
        if (!(await writeAllTo(target))) return;
      }
    } finally {
      // In the same turn as the last look at what waits, so that nothing waits for a writing that is over.
      writing = undefined;
      goOn();
    }
  }

  /** Returns whether there may be more to be written. */
  async function writeAllTo(target: RecordDatabase): Promise<boolean> {
    const batch = [...unwritten];
    const inTime = scope.timeout(() => {
      if (keeping.kind === "disk") keeping = { kind: "memory", reason: "slow" };
      publish();
      goOn();
    }, savingPatience);
    try {
      await target
        .change(
          batch.flatMap(([, { record }]) => record ?? []),
          batch.flatMap(([id, { record }]) => (record === undefined ? [id] : [])),
        )
        .finally(inTime);
    } catch (error) {
      if (target !== database) return true;
      keeping = { kind: "memory", reason: reasonOf(error) };
      publish();
      return false;
    }
    for (const [id, change] of batch) if (unwritten.get(id) === change) unwritten.delete(id);
    channel.post({ records: batch.map(([id]) => id) });
    if (target === database && keeping.kind === "memory" && onDisk()) publish();
    return true;
  }

  /** Writes all that waits. Resolves when nothing waits any more, or when it can't be written now, or not in time. */
  function flush(): Promise<void> {
    writing ??= new Promise((resolve) => {
      goOn = resolve;
      write();
    });
    return writing;
  }

  function open(): void {
    if (!opened) openStorage();
    opened = true;
  }

  async function save(changes: readonly (readonly [id: string, record: Stored | undefined])[]): Promise<boolean> {
    open();
    for (const [id, record] of changes) {
      unwritten.set(id, { record });
      if (record === undefined) records.delete(id);
      else records.set(id, record);
    }
    publish();
    await flush();
    return changes.every(([id]) => !unwritten.has(id));
  }

  channel.listen((message) => {
    const ids = idsIn(message, "records");
    if (ids.length === 0 || scope.disposed) return;
    database?.some(ids).then(
      (stored) => {
        for (const [index, id] of ids.entries()) place(id, stored[index]);
        publish();
      },
      () => undefined,
    );
  });

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    open,
    put: (...changed) => save(changed.map((record) => [record.id, record])),
    delete: (...ids) => save(ids.map((id) => [id, undefined])),
    dispose() {
      scope.dispose();
      database?.close();
      database = undefined;
    },
  };
}

function idOf(stored: unknown): string {
  return typeof stored === "object" && stored !== null && "id" in stored ? String(stored.id) : "";
}
