import "fake-indexeddb/auto";
import { expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { createFakeService, createTestPlayground } from "../../core/page/fake-service.fixture.ts";
import { createBrowserRecords } from "../../core/takes/browser-records.ts";
import { openTestLibrary } from "../../core/takes/library.fixture.ts";
import { forgetAll } from "./forget.ts";

test("everything that is kept goes: databases, and what is stored under the page's names", async () => {
  const held = new Map([
    ["speech-playground", "settings"],
    ["speech-playground-stage", "an item"],
    ["somebody else's", "stays"],
  ]);
  const storage = Object.assign(
    Object.create({ removeItem: (key: string) => void forget(key) }),
    Object.fromEntries(held),
  );
  function forget(key: string): void {
    held.delete(key);
  }
  const databases = { deleteDatabase: vi.fn((name: string) => indexedDB.deleteDatabase(name)) };
  const made = createTestPlayground(createFakeService().client, openTestLibrary());
  const leaving: (() => void)[] = [];
  const onLeave = (callback: () => void) => void leaving.push(callback);
  const playground = { ...made, tabStorage: { ...made.tabStorage, onLeave } };
  const records = createBrowserRecords("cases", z.object({ id: z.string() }));
  expect(await records.put({ id: "before" })).toBe(true);
  const release = vi.spyOn(playground.takes.getState(), "release");
  await forgetAll(playground, { databases, storages: [storage, undefined] });
  expect([...held.keys()]).toEqual(["somebody else's"]);
  expect(databases.deleteDatabase.mock.calls.flat()).toEqual(["speech-playground", "speech-playground-samples"]);
  expect(release).toHaveBeenCalledWith([]);
  // What is written when the page goes, and what still comes.
  held.set("speech-playground-arrivals", "2");
  Object.assign(storage, Object.fromEntries(held));
  for (const callback of leaving) callback();
  expect([...held.keys()]).toEqual(["somebody else's"]);
  expect(await records.put({ id: "late" })).toBe(false);
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([]);
});
