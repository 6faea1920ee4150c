import { createScope, type Scope } from "../../audio/base/scope.ts";
import { createStore, type Observable } from "../../audio/base/store.ts";
import { createGate } from "../page/wait.ts";
import type { DatabaseEvents, TakeDatabase } from "./database.ts";
import { type Channel, idsIn, type Presence } from "./presence.ts";
import {
  isSending,
  leftBehind,
  partId,
  type TakeDetails,
  type TakeDetailsPatch,
  type TakeId,
  type TakePatch,
  type TakeRow,
  type TakeSound,
} from "./take.ts";
import { createUnsaved } from "./unsaved.ts";

/**
 * Why takes are not on disk: the browser has no storage (`absent`), refuses it, another tab holds an older version open
 * (`blocked`), it doesn't answer (`slow`), there is no room (`full`), a newer version of the page made it (`newer`), or
 * it was deleted while open.
 */
const memoryReasons = ["absent", "refused", "blocked", "slow", "full", "newer", "deleted"] as const;
export type MemoryReason = (typeof memoryReasons)[number];

/** Why an error of the storage keeps things in memory. */
export function reasonOf(error: unknown): MemoryReason {
  const name = typeof error === "object" && error !== null && "name" in error ? error.name : undefined;
  return name === "VersionError" ? "newer" : name === "QuotaExceededError" ? "full" : "refused";
}

/** Where takes are kept at this moment. */
export type Keeping =
  | { readonly kind: "opening" }
  | { readonly kind: "disk" }
  | { readonly kind: "memory"; readonly reason: MemoryReason };

/** Whether takes may be kept that this page can't read: nobody is told then that there are none. */
export function mayHide(keeping: Keeping): boolean {
  return keeping.kind === "memory" && ["refused", "blocked", "slow", "newer"].includes(keeping.reason);
}

export interface LibrarySnapshot {
  /** Every take but the deleted ones, newest first. */
  readonly rows: readonly TakeRow[];
  /** Whether all rows are there; the newest come first. */
  readonly loaded: boolean;
  readonly keeping: Keeping;
  /** Takes of which something is only in memory and goes with the page. */
  readonly unsaved: number;
}

/** How much of its storage the origin uses, in bytes, where the browser tells. */
export interface StorageUse {
  readonly used: number;
  readonly available: number | undefined;
}

/**
 * All submissions, on disk as far as possible and shared by all tabs. Nothing here throws because of the storage: what
 * can't be written stays in memory, and the snapshot says so. A promise of `true` means: on disk, its transaction
 * complete.
 */
export interface TakeLibrary extends Observable<LibrarySnapshot> {
  /** This page's name, as `owner` of what it sends. */
  readonly self: string;
  /** Opens the storage; what is written before that waits. Called again, it does nothing. */
  open(): void;
  /** Writes a new take. Wait for it before the request leaves, but not for ever. */
  begin(row: TakeRow, details: TakeDetails): Promise<boolean>;
  /** Changes parts of a take; nothing where there is no such take any more. */
  update(id: TakeId, row: TakePatch, details?: TakeDetailsPatch): Promise<boolean>;
  /** Changes many rows at once, such as deleting them. */
  updateAll(ids: readonly TakeId[], row: TakePatch): Promise<boolean>;
  /** Keeps a take's sound. Update its row's `sound` as well. Of a take in parts it takes the place of these. */
  keepSound(sound: TakeSound): Promise<boolean>;
  /** Keeps the sound of a part, with the facts of all that is there so far. */
  keepPart(id: TakeId, index: number, sound: Omit<TakeSound, "id">): Promise<boolean>;
  /** The sound of a part; undefined where none is kept. */
  part(id: TakeId, index: number): Promise<TakeSound | undefined>;
  /** Whether something of a take is only in memory. */
  isUnsaved(id: TakeId): boolean;
  /** One row, deleted or not. */
  row(id: TakeId): TakeRow | undefined;
  details(id: TakeId): Promise<TakeDetails | undefined>;
  /** A take's whole script: quicker than its details, to look through thousands. */
  script(id: TakeId): Promise<string | undefined>;
  /** Of a take in parts, that of the parts that are there. */
  sound(id: TakeId): Promise<TakeSound | undefined>;
  /** Erases takes for good. */
  erase(ids: readonly TakeId[]): Promise<void>;
  /** Removes the sounds of takes and keeps the rest, to make room. */
  eraseSounds(ids: readonly TakeId[]): Promise<void>;
  /** Tries to write what is only in memory, because something may have changed. */
  retry(): void;
  storageUse(): Promise<StorageUse | undefined>;
  dispose(): void;
}

export interface LibraryOptions {
  /** Loads and opens the database (see `openDatabase`); undefined where the browser has none. */
  readonly openDatabase: ((events: DatabaseEvents) => Promise<TakeDatabase>) | undefined;
  readonly presence: Presence;
  readonly channel: Channel;
  /** Unix time in milliseconds. */
  readonly wallClock: () => number;
  readonly estimate?: (() => Promise<StorageEstimate>) | undefined;
}

/** How long the storage may take to open until the page says that it is slow, in milliseconds. */
export const openingPatience = 3_000;
/** How long after a loss the storage is opened once more where the browser refuses it, in milliseconds. */
export const openingAgain = 1_000;
/** How long it may take to write a take, sound and all, until the page says so, in milliseconds. */
export const savingPatience = 20_000;
/** Rows are read in portions, so that no reading holds up the page: a screenful at first, then more. */
const firstPortion = 100;
const portion = 1_000;
/** How long a deleted take can be brought back at least, in milliseconds: what is older is erased by the next page. */
const undoTime = 60_000;
/**
 * How often the page looks whether the pages of takes that are under way elsewhere are still there, in milliseconds.
 */
const orphanInterval = 15_000;

/** A library that is not open yet. */
export function createTakeLibrary(options: LibraryOptions): TakeLibrary {
  const { presence, channel, wallClock } = options;
  const scope: Scope = createScope();
  const rows = new Map<TakeId, TakeRow>();
  const unsaved = createUnsaved();
  const store = createStore<LibrarySnapshot>({ rows: [], loaded: false, keeping: { kind: "opening" }, unsaved: 0 });
  let database: TakeDatabase | undefined;
  let opened = false;
  let loaded = false;
  let keeping: Keeping = { kind: "opening" };
  /** Sounds that found no room; they wait until something changes. */
  const withoutRoom = new Set<TakeId>();
  /** Takes that are being erased: a reading that began before must not bring them back. */
  const erasing = new Set<TakeId>();
  /** Takes of this page that aren't over: whole again at hand, should the storage be deleted meanwhile. */
  const underWay = new Map<TakeId, TakeDetails>();
  /** What waits for the writing that runs. */
  let writing: Promise<void> | undefined;
  let goOn = (): void => {};
  /** Open while it is known whether there is a storage. */
  const known = createGate();

  function publish(): void {
    if (scope.disposed) return;
    const shown = [...rows.values()].filter(({ deleted }) => deleted === undefined);
    // Ids sort by time. Plain comparison: thousands are sorted on every change.
    shown.sort((one, other) => (one.id < other.id ? 1 : -1));
    const before = store.getSnapshot();
    const same = shown.length === before.rows.length && shown.every((row, index) => row === before.rows[index]);
    const next: LibrarySnapshot = {
      rows: same ? before.rows : shown,
      loaded,
      keeping,
      unsaved: database === undefined || hasFailed() ? unsaved.size : 0,
    };
    // Writing is told of at its end too, in the very moment in which the sound begins: nothing is drawn for nothing.
    const isNew = !same || loaded !== before.loaded || keeping !== before.keeping || next.unsaved !== before.unsaved;
    if (isNew) store.set(next);
  }

  /** Whether something couldn't be written last, or not in time, be it that the storage takes others. */
  function hasFailed(): boolean {
    return keeping.kind === "memory" && ["full", "refused", "slow"].includes(keeping.reason);
  }

  function keepIn(next: Keeping): void {
    keeping = next;
    known.open();
    publish();
  }

  function open(): void {
    if (opened) return;
    opened = true;
    openStorage();
  }

  /** @param isLost whether the browser closed it, and may be about to do so still: it is asked twice then. */
  async function openStorage(isLost = false): Promise<void> {
    if (options.openDatabase === undefined) {
      loaded = true;
      keepIn({ kind: "memory", reason: "absent" });
      return;
    }
    const inTime = scope.timeout(() => {
      if (keeping.kind === "opening" || isRefused()) keepIn({ kind: "memory", reason: "slow" });
    }, openingPatience);
    let isClosed = false;
    try {
      const opening = await options.openDatabase({
        onBlocked: () => keepIn({ kind: "memory", reason: "blocked" }),
        onClosed(reason) {
          isClosed = true;
          database = undefined;
          if (reason !== "upgrade") for (const details of underWay.values()) unsaved.add(details, true);
          if (reason === "lost") {
            known.close();
            keeping = { kind: "opening" };
            // A write that broke off with it found the room that it needs, as far as anybody knows.
            withoutRoom.clear();
            openStorage(true);
            return;
          }
          keepIn({ kind: "memory", reason: reason === "upgrade" ? "newer" : "deleted" });
          // Deleted by somebody: a new one takes what comes from now on. What is shown stays until the page goes.
          if (reason === "deleted") openAgain();
        },
      });
      if (scope.disposed) {
        opening.close();
        return;
      }
      const isEmpty = await wasEmptied(opening);
      if (isClosed) return;
      database = opening;
      if (isEmpty) keepIn({ kind: "memory", reason: "deleted" });
      else if (keeping.kind !== "memory" || keeping.reason !== "deleted") keepIn({ kind: "disk" });
      flush();
      await load(opening);
    } catch (error) {
      if (isLost && !isClosed) return void scope.timeout(openStorage, openingAgain);
      loaded = true;
      // What was closed while it was read has been told already.
      if (!isClosed) keepIn({ kind: "memory", reason: reasonOf(error) });
    } finally {
      inTime();
    }
  }

  /** Whether nothing is there any more of what was on disk. */
  async function wasEmptied(opened: TakeDatabase): Promise<boolean> {
    const wasThere = [...rows.keys()].some((id) => !unsaved.has(id));
    return wasThere && (await opened.page(undefined, firstPortion)).rows.length === 0;
  }

  /** Whether it couldn't be opened, which may have changed since. */
  function isRefused(): boolean {
    return database === undefined && keeping.kind === "memory" && keeping.reason === "refused";
  }

  let again = false;
  function openAgain(): void {
    // Once: a storage that is deleted over and over is none.
    if (again || scope.disposed) return;
    again = true;
    openStorage();
  }

  let stopLooking = (): void => {};
  async function load(from: TakeDatabase): Promise<void> {
    let before: number | undefined;
    let size = firstPortion;
    do {
      const page = await from.page(before, size);
      for (const row of page.rows) place(row.id, row);
      before = page.next;
      size = portion;
      if (before !== undefined) publish();
    } while (before !== undefined && from === database);
    loaded = true;
    publish();
    const long = wallClock() - undoTime;
    const gone = [...rows.values()].filter(({ deleted }) => deleted !== undefined && deleted < long);
    if (gone.length > 0) erase(gone.map(({ id }) => id));
    await lookForOrphans();
    stopLooking();
    stopLooking = scope.interval(lookForOrphans, orphanInterval);
  }

  /** Takes a row that came from the storage; what isn't written yet stays on top of it. */
  function place(id: TakeId, stored: TakeRow | undefined): void {
    if (erasing.has(id)) return;
    const patch = unsaved.rowPatch(id);
    if (stored !== undefined) rows.set(id, { ...stored, ...patch });
    else if (!unsaved.has(id)) rows.delete(id);
  }

  /** A take under way whose page went has no one to hear its answer. What that page may have written is read first. */
  async function lookForOrphans(): Promise<void> {
    const suspects = [...rows.values()].filter(
      (row) => isSending(row) && row.owner !== presence.self && row.deleted === undefined,
    );
    for (const { id, owner } of suspects) {
      if (owner !== undefined && (await presence.isThere(owner))) continue;
      const [stored] = (await database?.rows([id]).catch(() => [])) ?? [];
      if (stored !== undefined) place(id, stored);
      const row = rows.get(id);
      if (row !== undefined && isSending(row)) update(id, { status: leftBehind(row), owner: undefined });
    }
  }

  /**
   * Writes all that waits. Resolves when nothing waits any more, or when it can't be written now, or not in time: what
   * waits for it goes on then.
   */
  function flush(): Promise<void> {
    if (writing !== undefined) return writing;
    write().finally(() => {
      const tell = goOn;
      writing = undefined;
      publish();
      tell();
    });
    return letWait();
  }

  function letWait(): Promise<void> {
    writing = new Promise((resolve) => {
      goOn = resolve;
    });
    return writing;
  }

  async function write(): Promise<void> {
    while (true) {
      // Everything that changes in the same turn goes in one transaction. The storage may be lost during each.
      await known.passed();
      const target = database;
      if (target === undefined) return;
      const batch = unsaved.batch((id) => rows.get(id));
      const sound = unsaved.sounds().find(({ id }) => !withoutRoom.has(id));
      try {
        if (batch === undefined && sound === undefined) return;
        const { changes } = batch ?? { changes: [] };
        let isLate = false;
        const inTime = scope.timeout(() => {
          isLate = true;
          if (keeping.kind === "disk") keepIn({ kind: "memory", reason: "slow" });
          goOn();
        }, savingPatience);
        await target.write(changes, sound).finally(inTime);
        if (isLate) letWait();
        batch?.settle();
        if (sound !== undefined) {
          unsaved.settleSound(sound);
          await eraseParts(sound.id);
        }
        announce([...new Set([...changes, ...(sound === undefined ? [] : [sound])].map(({ id }) => id))]);
        if (withoutRoom.size === 0 && hasFailed()) keeping = { kind: "disk" };
      } catch (error) {
        if (target !== database) continue;
        keeping = { kind: "memory", reason: reasonOf(error) };
        // A sound that finds no room takes neither the rest nor a smaller one with it; a row that finds none leaves no
        // hope.
        if (sound === undefined) return;
        withoutRoom.add(sound.id);
      }
    }
  }

  function announce(ids: readonly TakeId[]): void {
    channel.post({ takes: ids });
  }

  channel.listen((message) => {
    const ids = idsIn(message, "takes");
    if (ids.length === 0 || scope.disposed) return;
    database?.rows(ids).then(
      (stored) => {
        for (const [index, id] of ids.entries()) place(id, stored[index]);
        publish();
      },
      () => undefined,
    );
  });

  async function saved(ids: readonly TakeId[]): Promise<boolean> {
    await flush();
    return ids.every((id) => !unsaved.has(id));
  }

  function patchRow(id: TakeId, row: TakePatch, details?: TakeDetailsPatch): boolean {
    const known = rows.get(id);
    if (known === undefined) return false;
    const next = { ...known, ...row };
    rows.set(id, next);
    unsaved.patch(id, row, details);
    if (!isSending(next)) underWay.delete(id);
    return true;
  }

  function update(id: TakeId, row: TakePatch, details?: TakeDetailsPatch): Promise<boolean> {
    if (!patchRow(id, row, details)) return Promise.resolve(false);
    // Writing begins before the page is drawn: it may be closed at any moment.
    const isSaved = saved([id]);
    publish();
    return isSaved;
  }

  async function soundOf(id: TakeId): Promise<TakeSound | undefined> {
    return unsaved.sound(id) ?? (await database?.sound(id).catch(() => undefined));
  }

  /** The names under which sounds of a take's parts may be kept. */
  function partsOf(id: TakeId): readonly TakeId[] {
    return Array.from({ length: rows.get(id)?.parts?.count ?? 0 }, (_, index) => partId(id, index));
  }

  async function eraseParts(id: TakeId): Promise<void> {
    const ids = partsOf(id);
    for (const part of ids) unsaved.forgetSound(part);
    if (ids.length > 0) await database?.eraseSounds(ids).catch(() => undefined);
  }

  /** What is there of a take in parts, as one sound. */
  async function joinedParts(id: TakeId): Promise<TakeSound | undefined> {
    const sounds: TakeSound[] = [];
    for (const part of partsOf(id)) {
      const sound = await soundOf(part);
      if (sound === undefined) break;
      sounds.push(sound);
    }
    const last = sounds.at(-1);
    if (last === undefined) return undefined;
    const { format, facts } = last;
    return {
      id,
      format,
      facts,
      blob: new Blob(
        sounds.map(({ blob }) => blob),
        { type: last.blob.type },
      ),
    };
  }

  async function erase(taken: readonly TakeId[]): Promise<void> {
    const ids = taken.flatMap((id) => [id, ...partsOf(id)]);
    for (const id of ids) {
      rows.delete(id);
      unsaved.forget(id);
      underWay.delete(id);
      withoutRoom.delete(id);
      erasing.add(id);
    }
    publish();
    try {
      await writing;
      await database?.erase(ids);
      announce(ids);
    } catch {
      // They come back with the next page, deleted still.
    }
    for (const id of ids) erasing.delete(id);
    retry();
  }

  let retrying = false;
  function retry(): void {
    withoutRoom.clear();
    if (isRefused() && !retrying) {
      retrying = true;
      openStorage().finally(() => {
        retrying = false;
      });
    }
    if (database !== undefined && keeping.kind === "memory") keepIn({ kind: "disk" });
    flush();
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    self: presence.self,
    open,
    begin(row, details) {
      open();
      rows.set(row.id, row);
      unsaved.add(details);
      if (isSending(row)) underWay.set(row.id, details);
      // Writing begins before the page is drawn: the request waits for it.
      const isSaved = saved([row.id]);
      publish();
      return isSaved;
    },
    update,
    updateAll(ids, row) {
      const changed = ids.filter((id) => patchRow(id, row));
      publish();
      return saved(changed);
    },
    async keepSound(sound) {
      if (!rows.has(sound.id)) return false;
      unsaved.keepSound(sound);
      return saved([sound.id]);
    },
    keepPart(id, index, sound) {
      if (!rows.has(id)) return Promise.resolve(false);
      unsaved.keepSound({ ...sound, id: partId(id, index) });
      return saved([partId(id, index)]);
    },
    part: (id, index) => soundOf(partId(id, index)),
    isUnsaved: (id) => unsaved.has(id),
    row: (id) => rows.get(id),
    async details(id) {
      const stored = await database?.details(id).catch(() => undefined);
      return unsaved.detailsOver(id, stored);
    },
    async script(id) {
      const stored = await database?.script(id).catch(() => undefined);
      return stored ?? unsaved.detailsOver(id, undefined)?.form.text;
    },
    sound: async (id) => (await soundOf(id)) ?? joinedParts(id),
    erase,
    async eraseSounds(ids) {
      for (const id of ids) {
        unsaved.forgetSound(id);
        patchRow(id, { sound: "removed" });
        for (const part of partsOf(id)) unsaved.forgetSound(part);
      }
      publish();
      try {
        await database?.eraseSounds(ids.flatMap((id) => [id, ...partsOf(id)]));
      } catch {
        // The rows say that they are gone, so nobody looks for them; erasing the takes erases them too.
      }
      retry();
    },
    retry,
    async storageUse() {
      try {
        const estimate = await options.estimate?.();
        if (estimate?.usage === undefined) return undefined;
        const { usage, quota } = estimate;
        return { used: usage, available: quota === undefined ? undefined : Math.max(0, quota - usage) };
      } catch {
        return undefined;
      }
    },
    dispose() {
      scope.dispose();
      database?.close();
      database = undefined;
    },
  };
}
