import "fake-indexeddb/auto";
import { deleteDB, openDB } from "idb";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createBrowserLibrary } from "./browser-library.ts";
import { type DatabaseEvents, openDatabase, type TakeDatabase } from "./database.ts";
import { createChannels, openTestLibrary, takeDetails, takeRow, takeSound } from "./library.fixture.ts";
import { createTakeLibrary, type LibraryOptions, type TakeLibrary } from "./library.ts";

let databases = 0;
const newName = () => `library test ${++databases}`;

function open(name: string, options: Partial<LibraryOptions> = {}): TakeLibrary {
  const library = openTestLibrary({ openDatabase: (events) => openDatabase(name, events), ...options });
  onTestFinished(() => library.dispose());
  return library;
}

const loaded = (library: TakeLibrary) => expect.poll(() => library.getSnapshot().loaded).toBe(true);
const idsOf = (library: TakeLibrary) => library.getSnapshot().rows.map(({ id }) => id);

describe("a take", () => {
  it("is on disk when begin says so, and there for the next page with everything about it", async () => {
    const name = newName();
    const library = open(name);
    expect(await library.begin(takeRow("a"), takeDetails("a"))).toBe(true);
    expect(await library.update("a", { status: "complete", sound: "whole" }, { headers: [["x", "1"]] })).toBe(true);
    expect(await library.keepSound(takeSound("a", 2_000))).toBe(true);
    expect(library.getSnapshot()).toMatchObject({ keeping: { kind: "disk" }, unsaved: 0 });
    library.dispose();

    const next = open(name);
    await loaded(next);
    expect(next.getSnapshot().rows).toMatchObject([{ id: "a", status: "complete", sound: "whole" }]);
    expect(await next.details("a")).toMatchObject({ form: { text: /night train/ }, headers: [["x", "1"]] });
    expect((await next.sound("a"))?.blob.size).toBe(2_000);
  });

  it("is written before whoever is told of it does anything, and without asking the disk first", async () => {
    const name = newName();
    const library = open(name);
    library.open();
    await loaded(library);
    const order: string[] = [];
    const read = vi.spyOn(IDBObjectStore.prototype, "get");
    const { put } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function note(this: IDBObjectStore, value: unknown) {
      order.push(`written to ${this.name}`);
      return put.call(this, value);
    });
    // As React draws: behind the task in which it was told.
    library.subscribe(() => queueMicrotask(() => order.push("drawn")));
    expect(await library.begin(takeRow("a"), takeDetails("a"))).toBe(true);
    expect(order.slice(0, 3)).toEqual(["written to takes", "written to details", "drawn"]);
    expect(read).not.toHaveBeenCalled();
    expect(await library.update("a", { name: "Best" })).toBe(true);
    vi.restoreAllMocks();
    const next = open(name);
    await loaded(next);
    expect(next.getSnapshot().rows).toMatchObject([{ id: "a", name: "Best", excerpt: takeRow("a").excerpt }]);
  });

  it("that the disk took without saying so is laid over what is there when it is written again", async () => {
    const name = newName();
    let fails = true;
    const library = open(name, {
      async openDatabase(events) {
        const database = await openDatabase(name, events);
        return {
          ...database,
          async write(changes, sound) {
            await database.write(changes, sound);
            if (fails) throw new Error("Nobody knows whether it is there.");
          },
        };
      },
    });
    expect(await library.begin(takeRow("a"), takeDetails("a"))).toBe(false);
    // Meanwhile another tab stars it.
    const db = await openDB(name);
    await db.put("takes", { ...takeRow("a"), starred: true });
    db.close();
    fails = false;
    expect(await library.update("a", { name: "Best" })).toBe(true);
    const next = open(name);
    await loaded(next);
    expect(next.getSnapshot().rows).toMatchObject([{ id: "a", name: "Best", starred: true }]);
  });

  it("can be read while it waits to be written", async () => {
    let letIn = (_: TakeDatabase): void => {};
    const library = open("", { openDatabase: () => new Promise((resolve) => (letIn = resolve)) });
    library.begin(takeRow("a"), takeDetails("a"));
    library.update("a", { name: "Best" }, { words: [1] });
    library.keepSound(takeSound("a"));
    expect(idsOf(library)).toEqual(["a"]);
    expect(await library.details("a")).toMatchObject({ words: [1] });
    expect((await library.sound("a"))?.blob.size).toBe(1_000);
    const name = newName();
    letIn(await openDatabase(name, { onBlocked: () => {}, onClosed: () => {} }));
    await expect.poll(() => library.getSnapshot().unsaved).toBe(0);
    await vi.waitFor(async () => {
      const db = await openDB(name);
      expect(await db.get("takes", "a")).toMatchObject({ name: "Best" });
      expect(await db.get("sounds", "a")).toBeDefined();
      db.close();
    }, 20_000);
  });

  it("ends on disk with its sound or not at all", async () => {
    const name = newName();
    const written: [changes: number, sound: boolean][] = [];
    const library = open(name, {
      async openDatabase(events) {
        const database = await openDatabase(name, events);
        return {
          ...database,
          write(changes, sound) {
            written.push([changes.length, sound !== undefined]);
            return database.write(changes, sound);
          },
        };
      },
    });
    await library.begin(takeRow("a"), takeDetails("a"));
    library.update("a", { status: "complete", sound: "whole" });
    expect(await library.keepSound(takeSound("a"))).toBe(true);
    expect(written).toEqual([
      [1, false],
      [1, true],
    ]);
    const db = await openDB(name);
    expect(await db.get("takes", "a")).toMatchObject({ status: "complete", sound: "whole" });
    expect(await db.get("sounds", "a")).toBeDefined();
    db.close();
  });

  it("that was erased is not brought back by a late answer", async () => {
    const library = open(newName());
    await library.begin(takeRow("a"), takeDetails("a"));
    await library.erase(["a"]);
    expect(await library.update("a", { status: "complete" })).toBe(false);
    expect(await library.keepSound(takeSound("a"))).toBe(false);
    expect(library.getSnapshot().rows).toEqual([]);
  });

  it("comes newest first, however many there are, and a damaged one doesn't hide the others", async () => {
    const name = newName();
    const first = open(name);
    await first.begin(takeRow("z"), takeDetails("z"));
    first.dispose();
    const db = await openDB(name);
    const transaction = db.transaction("takes", "readwrite");
    for (let at = 0; at < 1_500; at++) {
      const id = String(at).padStart(5, "0");
      transaction.store.put({ ...takeRow(id), status: "complete", created: Math.floor(at / 2) });
    }
    transaction.store.put({ id: "00700", created: 350, status: "gone mad" });
    transaction.store.put({ ...takeRow("later"), status: "complete", created: 9_999, added: "by a newer page" });
    await transaction.done;
    db.close();
    const library = open(name);
    await loaded(library);
    const ids = idsOf(library);
    expect(ids).toHaveLength(1_501);
    expect(ids).toEqual([...ids].sort().reverse());
    expect(await library.update("later", { starred: true })).toBe(true);
    const again = await openDB(name);
    expect(await again.get("takes", "later")).toMatchObject({ starred: true, added: "by a newer page" });
    again.close();
  });
});

describe("a take whose page went", () => {
  it("may have been billed: it is interrupted, and one whose page is there is left alone", async () => {
    const name = newName();
    const library = open(name);
    await library.begin(takeRow("a", { owner: "gone" }), takeDetails("a"));
    await library.begin(takeRow("b", { owner: "there" }), takeDetails("b"));
    await library.begin(
      takeRow("c", { status: "waiting", task: { id: "task_1", status: "queued" } }),
      takeDetails("c"),
    );
    await library.begin(takeRow("d", { owner: "gone", unsent: true }), takeDetails("d"));
    library.dispose();
    const next = open(name, { presence: { self: "next", isThere: async (owner) => owner === "there" } });
    await expect.poll(() => next.row("a")?.status).toBe("interrupted");
    expect(next.row("b")?.status).toBe("submitting");
    expect(next.row("c")?.status).toBe("waiting");
    // One that was still to be sent cost nothing, and nobody sends it by itself.
    await expect.poll(() => next.row("d")?.status).toBe("stopped");
  });
});

describe("two tabs", () => {
  it("have one history", async () => {
    const name = newName();
    const channels = createChannels();
    const one = open(name, { channel: channels() });
    const other = open(name, { channel: channels() });
    await Promise.all([loaded(one), loaded(other)]);
    await one.begin(takeRow("a"), takeDetails("a"));
    await expect.poll(() => idsOf(other)).toEqual(["a"]);
    // Each changes another part at the same moment: neither undoes the other.
    await Promise.all([one.update("a", { status: "complete" }), other.update("a", { starred: true })]);
    for (const library of [one, other]) {
      await expect.poll(() => library.row("a")).toMatchObject({ status: "complete", starred: true });
    }
    await other.erase(["a"]);
    await expect.poll(() => idsOf(one)).toEqual([]);
  });
});

describe("deleting", () => {
  it("hides at once, can be undone, and what stays deleted is erased by a later page", async () => {
    const name = newName();
    const library = open(name);
    for (const id of ["a", "b"]) await library.begin(takeRow(id, { status: "complete" }), takeDetails(id));
    await library.updateAll(["a", "b"], { deleted: 900_000 });
    expect(idsOf(library)).toEqual([]);
    await library.update("a", { deleted: undefined });
    expect(idsOf(library)).toEqual(["a"]);
    library.dispose();
    const later = open(name);
    await loaded(later);
    await expect.poll(() => later.row("b")).toBeUndefined();
    await expect.poll(() => later.details("b")).toBeUndefined();
    expect(idsOf(later)).toEqual(["a"]);
  });
});

describe("without a storage that works", () => {
  const refuse = (name: string) => Object.assign(new Error(name), { name });

  it("works from memory where channels are refused, too, as by Firefox without cookies", async () => {
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.stubGlobal("navigator", {});
    vi.stubGlobal("BroadcastChannel", function BroadcastChannel() {
      throw refuse("SecurityError");
    });
    vi.stubGlobal("indexedDB", undefined);
    const library = createBrowserLibrary("refused");
    onTestFinished(() => library.dispose());
    expect(await library.begin(takeRow("a"), takeDetails("a"))).toBe(false);
    expect(idsOf(library)).toEqual(["a"]);
  });

  it.each([
    ["absent", undefined],
    ["refused", () => Promise.reject(refuse("SecurityError"))],
    ["newer", () => Promise.reject(refuse("VersionError"))],
  ] as const)("%s: everything works from memory and says so", async (reason, openDatabase) => {
    const library = open("", { openDatabase });
    expect(await library.begin(takeRow("a"), takeDetails("a"))).toBe(false);
    await library.keepSound(takeSound("a"));
    expect(library.getSnapshot()).toMatchObject({ keeping: { kind: "memory", reason }, unsaved: 1, loaded: true });
    expect((await library.sound("a"))?.blob.size).toBe(1_000);
    await library.erase(["a"]);
    expect(library.getSnapshot()).toMatchObject({ rows: [], unsaved: 0 });
  });

  it("blocked by another tab: from memory, and on disk as soon as that tab lets go", async () => {
    const name = newName();
    let letIn = (): void => {};
    const openBlocked = (events: DatabaseEvents) =>
      new Promise<TakeDatabase>((resolve) => {
        events.onBlocked();
        letIn = () => resolve(openDatabase(name, events));
      });
    const library = open(name, { openDatabase: openBlocked });
    expect(await library.begin(takeRow("a"), takeDetails("a"))).toBe(false);
    expect(library.getSnapshot()).toMatchObject({ keeping: { reason: "blocked" }, unsaved: 1 });
    letIn();
    await expect.poll(() => library.getSnapshot()).toMatchObject({ keeping: { kind: "disk" }, unsaved: 0 });
  });

  it("slow: says so, and goes on when it is there", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const library = open("", { openDatabase: () => new Promise(() => {}) });
    await vi.advanceTimersByTimeAsync(2_999);
    expect(library.getSnapshot().keeping).toEqual({ kind: "opening" });
    await vi.advanceTimersByTimeAsync(1);
    expect(library.getSnapshot().keeping).toEqual({ kind: "memory", reason: "slow" });
  });

  it("refused: opened again when it is tried again, and all of it comes to disk", async () => {
    const name = newName();
    let opened = 0;
    const library = open(name, {
      openDatabase: async (events) =>
        ++opened === 1 ? Promise.reject(refuse("UnknownError")) : openDatabase(name, events),
    });
    await library.begin(takeRow("a"), takeDetails("a"));
    await library.keepSound(takeSound("a"));
    library.retry();
    // Impatient: it is being opened already.
    library.retry();
    await expect.poll(() => library.getSnapshot()).toMatchObject({ keeping: { kind: "disk" }, unsaved: 0 });
    expect(opened).toBe(2);
    expect((await library.sound("a"))?.blob.size).toBe(1_000);
  });

  it.each([
    ["QuotaExceededError", "full"],
    ["UnknownError", "refused"],
  ])("%s for a row: it is counted, and the next writing that succeeds ends it", async (error, reason) => {
    const name = newName();
    let fails = true;
    const library = open(name, {
      async openDatabase(events) {
        const database = await openDatabase(name, events);
        return { ...database, write: (...all) => (fails ? Promise.reject(refuse(error)) : database.write(...all)) };
      },
    });
    expect(await library.begin(takeRow("a"), takeDetails("a"))).toBe(false);
    expect(library.getSnapshot()).toMatchObject({ keeping: { kind: "memory", reason }, unsaved: 1 });
    fails = false;
    expect(await library.update("a", { name: "Best" })).toBe(true);
    expect(library.getSnapshot()).toMatchObject({ keeping: { kind: "disk" }, unsaved: 0 });
  });

  it("full, and nothing is said of what was to be written, as in Chromium at times: told, and it goes on", async () => {
    const library = open(newName());
    library.open();
    await loaded(library);
    onTestFinished(() => void vi.restoreAllMocks());
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => Object.assign(new Promise(() => {})));
    vi.spyOn(IDBTransaction.prototype, "commit").mockImplementation(function giveUp(this: IDBTransaction) {
      this.abort();
    });
    expect(await library.begin(takeRow("a"), takeDetails("a"))).toBe(false);
    expect(library.getSnapshot()).toMatchObject({ keeping: { kind: "memory" }, unsaved: 1 });
    vi.restoreAllMocks();
    expect(await library.update("a", { name: "Best" })).toBe(true);
    expect(library.getSnapshot()).toMatchObject({ keeping: { kind: "disk" }, unsaved: 0 });
  });

  it("slow to write: said after 20 seconds, when nobody waits longer, and no more once it is written", async () => {
    const name = newName();
    let write = (): void => {};
    const library = open(name, {
      async openDatabase(events) {
        const database = await openDatabase(name, events);
        const held = new Promise<void>((resolve) => {
          write = resolve;
        });
        return { ...database, write: (...all) => held.then(() => database.write(...all)) };
      },
    });
    library.open();
    await loaded(library);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const saved = library.begin(takeRow("a"), takeDetails("a"));
    await vi.advanceTimersByTimeAsync(19_999);
    expect(library.getSnapshot().keeping).toEqual({ kind: "disk" });
    await vi.advanceTimersByTimeAsync(1);
    expect(library.getSnapshot()).toMatchObject({ keeping: { kind: "memory", reason: "slow" }, unsaved: 1 });
    expect(await saved).toBe(false);
    expect(await library.update("a", { name: "Best" })).toBe(false);
    vi.useRealTimers();
    write();
    await expect.poll(() => library.getSnapshot()).toMatchObject({ keeping: { kind: "disk" }, unsaved: 0 });
  });

  it("full: the sound waits in memory, rows go on being written, and room brings it to disk", async () => {
    const name = newName();
    let full = true;
    const library = open(name, {
      async openDatabase(events) {
        const database = await openDatabase(name, events);
        return {
          ...database,
          write: (changes, sound) =>
            full && sound !== undefined && sound.blob.size > 500
              ? Promise.reject(refuse("QuotaExceededError"))
              : database.write(changes, sound),
        };
      },
    });
    await library.begin(takeRow("a"), takeDetails("a"));
    library.update("a", { status: "complete" });
    expect(await library.keepSound(takeSound("a"))).toBe(false);
    expect(library.getSnapshot()).toMatchObject({ keeping: { kind: "memory", reason: "full" }, unsaved: 1 });
    const db = await openDB(name);
    expect(await db.get("takes", "a")).toMatchObject({ status: "complete" });
    db.close();
    expect((await library.sound("a"))?.blob.size).toBe(1_000);
    expect(await library.begin(takeRow("b"), takeDetails("b"))).toBe(true);
    expect(await library.keepSound(takeSound("b", 100))).toBe(true);
    expect(library.getSnapshot()).toMatchObject({ keeping: { reason: "full" }, unsaved: 1 });
    full = false;
    await library.eraseSounds(["b"]);
    await expect.poll(() => library.getSnapshot()).toMatchObject({ keeping: { kind: "disk" }, unsaved: 0 });
    expect(library.row("b")?.sound).toBe("removed");
    expect(await library.sound("b")).toBeUndefined();
  });

  it("deleted while open: what is shown stays, says so, and what comes is kept again", async () => {
    const name = newName();
    const library = open(name);
    await library.begin(takeRow("a", { status: "complete" }), takeDetails("a"));
    await library.begin(takeRow("b", { owner: "this page" }), takeDetails("b"));
    await deleteDB(name);
    expect(idsOf(library)).toEqual(["b", "a"]);
    expect(library.getSnapshot().keeping).toEqual({ kind: "memory", reason: "deleted" });
    await expect.poll(() => library.begin(takeRow("c"), takeDetails("c"))).toBe(true);
    // What was under way is kept whole; what was over stays gone, whatever is still heard of it.
    await library.update("b", { status: "complete" }, { words: [1] });
    await library.update("a", { starred: true });
    library.dispose();
    const next = open(name);
    await loaded(next);
    expect(idsOf(next)).toEqual(["c", "b"]);
    expect(await next.details("b")).toMatchObject({ words: [1], form: { model: "streamspeech-v8" } });
  });

  it("closed by the browser, however often: it is opened again, and what is kept is there as before", async () => {
    const name = newName();
    let lose = (): void => {};
    const library = open(name, {
      async openDatabase(events) {
        const database = await openDatabase(name, events);
        lose = () => {
          database.close();
          events.onClosed("lost");
        };
        return database;
      },
    });
    await library.begin(takeRow("a", { status: "complete" }), takeDetails("a"));
    await library.begin(takeRow("b", { owner: "this page" }), takeDetails("b"));
    await library.update("b", {}, { words: [1] });
    for (const id of ["c", "d", "e"]) {
      lose();
      // Written before its request leaves, be it in the moment in which the page comes back.
      expect(await library.begin(takeRow(id, { owner: "this page" }), takeDetails(id))).toBe(true);
      expect(library.getSnapshot()).toMatchObject({ keeping: { kind: "disk" }, unsaved: 0 });
    }
    expect(await library.update("a", { starred: true })).toBe(true);
    library.dispose();
    const next = open(name);
    await loaded(next);
    expect(idsOf(next)).toEqual(["e", "d", "c", "b", "a"]);
    expect(next.row("a")).toMatchObject({ starred: true });
    // What was written of it since it began isn't undone.
    expect(await next.details("b")).toMatchObject({ words: [1] });
  });

  it("closed again while it is opened anew: what waited for that is written all the same", async () => {
    const name = newName();
    const lost: (() => void)[] = [];
    const library = open(name, {
      async openDatabase(events) {
        const database = await openDatabase(name, events);
        lost.push(() => events.onClosed("lost"));
        // The second one goes while the page looks what is there.
        if (lost.length !== 2) return database;
        return {
          ...database,
          page() {
            events.onClosed("lost");
            return Promise.reject(new DOMException("closed", "InvalidStateError"));
          },
        };
      },
    });
    for (const id of ["a", "b"]) await library.begin(takeRow(id, { status: "complete" }), takeDetails(id));
    lost[0]?.();
    expect(await library.update("a", { name: "Best" })).toBe(true);
    expect(lost).toHaveLength(3);
    expect(library.getSnapshot()).toMatchObject({ keeping: { kind: "disk" }, unsaved: 0 });
  });

  it("closed by the browser because somebody cleared the site's data: says that it was deleted", async () => {
    const name = newName();
    let clear = async (): Promise<void> => {};
    const library = open(name, {
      async openDatabase(events) {
        const database = await openDatabase(name, events);
        clear = async () => {
          database.close();
          await deleteDB(name);
          events.onClosed("lost");
        };
        return database;
      },
    });
    await library.begin(takeRow("a", { status: "complete" }), takeDetails("a"));
    await clear();
    expect(await library.begin(takeRow("b", { owner: "this page" }), takeDetails("b"))).toBe(true);
    expect(library.getSnapshot().keeping).toEqual({ kind: "memory", reason: "deleted" });
    expect(idsOf(library)).toEqual(["b", "a"]);
  });

  it("another tab with a newer version: this one lets go, keeps working and says so", async () => {
    const name = newName();
    const library = open(name);
    await library.begin(takeRow("a"), takeDetails("a"));
    const newer = await openDB(name, 99);
    onTestFinished(() => newer.close());
    expect(library.getSnapshot().keeping).toEqual({ kind: "memory", reason: "newer" });
    expect(await library.begin(takeRow("b"), takeDetails("b"))).toBe(false);
    expect(idsOf(library)).toEqual(["b", "a"]);
  });
});

it("tells how much is used, where the browser tells", async () => {
  const library = open(newName(), { estimate: async () => ({ usage: 10, quota: 100 }) });
  expect(await library.storageUse()).toEqual({ used: 10, available: 90 });
  expect(await open(newName(), { estimate: () => Promise.reject(new Error()) }).storageUse()).toBeUndefined();
});

it("isn't opened before it is asked to", () => {
  const openDatabase = vi.fn(() => new Promise<TakeDatabase>(() => {}));
  const { presence, channel } = { presence: { self: "a", isThere: async () => true }, channel: createChannels()() };
  const library = createTakeLibrary({ openDatabase, presence, channel, wallClock: () => 0 });
  onTestFinished(() => library.dispose());
  expect(openDatabase).not.toHaveBeenCalled();
  library.open();
  library.open();
  expect(openDatabase).toHaveBeenCalledTimes(1);
});
