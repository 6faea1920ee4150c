import "fake-indexeddb/auto";
import { deleteDB, openDB } from "idb";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import * as z from "zod/mini";
import { openDatabase, openRecordDatabase, recordTables, type StoredRecord } from "./database.ts";
import { createChannels, openTestLibrary, takeDetails, takeRow, takeSound } from "./library.fixture.ts";
import { createRecords, type Records, type RecordsOptions } from "./records.ts";

let databases = 0;
const newName = () => `records test ${++databases}`;
const schema = z.object({ id: z.string(), name: z.string() });
type Named = z.infer<typeof schema>;

function create(name: string, options: Partial<RecordsOptions> = {}): Records<Named> {
  const records = createRecords(schema, {
    openDatabase: (events) => openRecordDatabase(name, "cases", events),
    channel: createChannels()(),
    ...options,
  });
  onTestFinished(() => records.dispose());
  return records;
}

const named = (id: string, name = id): Named => ({ id, name });
const namesOf = (records: Records<Named>) => records.getSnapshot().records.map(({ name }) => name);
const loaded = (records: Records<Named>) => expect.poll(() => records.getSnapshot().loaded).toBe(true);

/** What the next page finds. */
async function namesOnDisk(name: string): Promise<readonly string[]> {
  const next = create(name);
  next.open();
  await loaded(next);
  return namesOf(next);
}

describe("records", () => {
  it("are on disk when put says so, and there for the next page, in the order of their ids", async () => {
    const name = newName();
    const first = create(name);
    expect(await first.put(named("b"), named("a"), named("c"))).toBe(true);
    expect(await first.put(named("a", "again"))).toBe(true);
    expect(await first.delete("c")).toBe(true);
    first.dispose();
    const next = create(name);
    next.open();
    await loaded(next);
    expect(namesOf(next)).toEqual(["again", "b"]);
    expect(next.getSnapshot().keeping).toEqual({ kind: "disk" });
  });

  it("can be read at once, before they are written, and what is written lies under them", async () => {
    const name = newName();
    const before = create(name);
    await before.put(named("a"), named("b"));
    const records = create(name);
    records.put(named("a", "changed"));
    records.delete("b");
    expect(namesOf(records)).toEqual(["changed"]);
    await loaded(records);
    expect(namesOf(records)).toEqual(["changed"]);
  });

  it("are shared by tabs", async () => {
    const name = newName();
    const channelOf = createChannels();
    const [one, other] = [create(name, { channel: channelOf() }), create(name, { channel: channelOf() })];
    other.open();
    await loaded(other);
    await one.put(named("a"), named("b"));
    await expect.poll(() => namesOf(other)).toEqual(["a", "b"]);
    await other.delete("a");
    await expect.poll(() => namesOf(one)).toEqual(["b"]);
  });

  it("that don't match their schema hide none of the others", async () => {
    const name = newName();
    const database = await openRecordDatabase(name, "cases", { onBlocked() {}, onClosed() {} });
    const odd: StoredRecord & { readonly name: number } = { id: "a", name: 1 };
    await database.change([odd, named("b")], []);
    database.close();
    const records = create(name);
    records.open();
    await loaded(records);
    expect(namesOf(records)).toEqual(["b"]);
  });

  it.each([
    ["absent", undefined],
    ["refused", () => Promise.reject(new Error("no"))],
    ["newer", () => Promise.reject(new DOMException("a newer one", "VersionError"))],
  ] as const)("%s: stay in memory, and say so", async (reason, openRefusing) => {
    const records = create("", { openDatabase: openRefusing });
    expect(await records.put(named("a"))).toBe(false);
    expect(records.getSnapshot()).toEqual({
      records: [named("a")],
      loaded: true,
      keeping: { kind: "memory", reason },
    });
  });

  it("slow: stay in memory and say so, and are on disk as soon as it answers", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const name = newName();
    let answer = (): void => {};
    const records = create(name, {
      openDatabase: (events) =>
        new Promise((resolve) => {
          answer = () => resolve(openRecordDatabase(name, "cases", events));
        }),
    });
    const put = records.put(named("a"));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await put).toBe(false);
    expect(records.getSnapshot()).toMatchObject({ loaded: false, keeping: { kind: "memory", reason: "slow" } });
    answer();
    await expect.poll(() => records.getSnapshot().keeping).toEqual({ kind: "disk" });
    expect(await records.put(named("b"))).toBe(true);
  });

  it("that couldn't be opened are opened again with the next change", async () => {
    const name = newName();
    let refuses = true;
    const records = create(name, {
      openDatabase: async (events) =>
        refuses ? Promise.reject(new Error("no")) : openRecordDatabase(name, "cases", events),
    });
    expect(await records.put(named("a"))).toBe(false);
    refuses = false;
    expect(await records.put(named("b"))).toBe(true);
    expect(records.getSnapshot().keeping).toEqual({ kind: "disk" });
    expect(await namesOnDisk(name)).toEqual(["a", "b"]);
  });

  it("deleted while open: what is shown stays, says so, and what comes is kept again", async () => {
    const name = newName();
    const records = create(name);
    await records.put(named("a"));
    await deleteDB(name);
    expect(await records.put(named("b"))).toBe(true);
    expect(namesOf(records)).toEqual(["a", "b"]);
    expect(records.getSnapshot().keeping).toEqual({ kind: "memory", reason: "deleted" });
    expect(await namesOnDisk(name)).toEqual(["b"]);
  });

  it("closed by the browser, however often: what comes is kept, and nothing is said of it", async () => {
    const name = newName();
    let lose = (): void => {};
    const records = create(name, {
      async openDatabase(events) {
        const database = await openRecordDatabase(name, "cases", events);
        lose = () => {
          database.close();
          events.onClosed("lost");
        };
        return database;
      },
    });
    for (const id of ["a", "b", "c"]) {
      expect(await records.put(named(id))).toBe(true);
      lose();
    }
    expect(await records.put(named("d"))).toBe(true);
    expect(records.getSnapshot().keeping).toEqual({ kind: "disk" });
    records.dispose();
    expect(await namesOnDisk(name)).toEqual(["a", "b", "c", "d"]);
  });

  it("closed by the browser before a writing has its turn: nobody waits for how that ended", async () => {
    const name = newName();
    const listening = vi.spyOn(IDBDatabase.prototype, "addEventListener");
    const onClosed = vi.fn();
    const database = await openRecordDatabase(name, "cases", { onBlocked() {}, onClosed });
    onTestFinished(database.close);
    const close = listening.mock.calls.flatMap(([type, listener]) =>
      type === "close" && typeof listener === "function" ? [listener] : [],
    );
    // Another tab has the table to itself, for as long as it asks for more.
    const other = await openDB(name);
    const { store } = other.transaction("cases", "readwrite");
    let isHeld = true;
    onTestFinished(() => {
      isHeld = false;
    });
    const hold = async (): Promise<void> => {
      while (isHeld) await store.get("a");
    };
    const held = hold();
    const change = database.change([named("a")], []);
    for (const tell of close) tell(new Event("close"));
    await expect(change).rejects.toThrow("closed");
    expect(onClosed).toHaveBeenCalledWith("lost");
    isHeld = false;
    await held;
    other.close();
  });

  it.each(["before", "behind"])("closed while they are read, which is told %s it: all is kept", async (when) => {
    const name = newName();
    let openings = 0;
    const records = create(name, {
      async openDatabase(events) {
        const database = await openRecordDatabase(name, "cases", events);
        openings += 1;
        if (openings > 1) return database;
        return {
          ...database,
          async all() {
            if (when === "before") events.onClosed("lost");
            else queueMicrotask(() => queueMicrotask(() => queueMicrotask(() => events.onClosed("lost"))));
            throw new DOMException("closed", "AbortError");
          },
        };
      },
    });
    await records.put(named("a"));
    expect(await records.put(named("b"))).toBe(true);
    expect(records.getSnapshot().keeping).toEqual({ kind: "disk" });
    records.dispose();
    expect(await namesOnDisk(name)).toEqual(["a", "b"]);
  });

  it("that the browser still closes are opened once more, and not said to be read meanwhile", async () => {
    const name = newName();
    let openings = 0;
    let lose: (() => void) | undefined;
    const records = create(name, {
      async openDatabase(events) {
        openings += 1;
        if (openings === 2) throw new DOMException("The connection was closed.", "AbortError");
        const database = await openRecordDatabase(name, "cases", events);
        if (openings > 1) return database;
        lose = () => events.onClosed("lost");
        return { ...database, all: () => new Promise(() => {}) };
      },
    });
    records.open();
    await expect.poll(() => lose).toBeDefined();
    lose?.();
    await expect.poll(() => openings).toBe(2);
    expect(records.getSnapshot()).toMatchObject({ loaded: false, keeping: { kind: "opening" } });
    expect(await records.put(named("a"))).toBe(true);
    expect(openings).toBe(3);
    expect(records.getSnapshot()).toMatchObject({ loaded: true, keeping: { kind: "disk" } });
  });

  it("slow to write: said after 20 seconds, when nobody waits any longer, and no more once they are", async () => {
    const name = newName();
    let write = (): void => {};
    const held = new Promise<void>((resolve) => {
      write = resolve;
    });
    const records = create(name, {
      async openDatabase(events) {
        const database = await openRecordDatabase(name, "cases", events);
        return { ...database, change: (...all) => held.then(() => database.change(...all)) };
      },
    });
    records.open();
    await loaded(records);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const put = records.put(named("a"));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(records.getSnapshot().keeping).toEqual({ kind: "memory", reason: "slow" });
    expect([await put, await records.put(named("b"))]).toEqual([false, false]);
    vi.useRealTimers();
    write();
    await expect.poll(() => records.getSnapshot().keeping).toEqual({ kind: "disk" });
  });

  it("closed by the browser because somebody cleared the site's data: says that they were deleted", async () => {
    const name = newName();
    let clear = async (): Promise<void> => {};
    const records = create(name, {
      async openDatabase(events) {
        const database = await openRecordDatabase(name, "cases", events);
        clear = async () => {
          database.close();
          await deleteDB(name);
          events.onClosed("lost");
        };
        return database;
      },
    });
    await records.put(named("a"));
    await clear();
    expect(await records.put(named("b"))).toBe(true);
    expect(namesOf(records)).toEqual(["a", "b"]);
    expect(records.getSnapshot().keeping).toEqual({ kind: "memory", reason: "deleted" });
  });

  it("that find no room are tried again with the next change", async () => {
    const name = newName();
    let full = true;
    const records = create(name, {
      async openDatabase(events) {
        const database = await openRecordDatabase(name, "cases", events);
        return {
          ...database,
          change: (changed, erased) =>
            full ? Promise.reject(new DOMException("full", "QuotaExceededError")) : database.change(changed, erased),
        };
      },
    });
    expect(await records.put(named("a"))).toBe(false);
    expect(records.getSnapshot().keeping).toEqual({ kind: "memory", reason: "full" });
    full = false;
    expect(await records.put(named("b"))).toBe(true);
    expect(records.getSnapshot().keeping).toEqual({ kind: "disk" });
    records.dispose();
    expect(await namesOnDisk(name)).toEqual(["a", "b"]);
  });
});

it("a database of the first version keeps its takes and gets the tables that it lacks", async () => {
  const name = newName();
  const old = await openDB(name, 1, {
    upgrade(db) {
      db.createObjectStore("takes", { keyPath: "id" }).createIndex("created", "created");
      db.createObjectStore("details", { keyPath: "id" });
      db.createObjectStore("sounds", { keyPath: "id" });
    },
  });
  await old.put("takes", { ...takeRow("a"), status: "complete", sound: "whole", name: "From before" });
  await old.put("details", takeDetails("a"));
  await old.put("sounds", takeSound("a", 1_234));
  old.close();

  const records = create(name);
  expect(await records.put(named("x"))).toBe(true);
  const library = openTestLibrary({ openDatabase: (events) => openDatabase(name, events) });
  onTestFinished(() => library.dispose());
  await expect.poll(() => library.getSnapshot().loaded).toBe(true);
  expect(library.getSnapshot()).toMatchObject({ keeping: { kind: "disk" }, rows: [{ id: "a", name: "From before" }] });
  expect(await library.details("a")).toMatchObject({ form: { text: /night train/ } });
  expect((await library.sound("a"))?.blob.size).toBe(1_234);
  const db = await openDB(name);
  onTestFinished(() => db.close());
  expect([...db.objectStoreNames]).toEqual(["takes", "details", "sounds", ...recordTables].sort());
});
