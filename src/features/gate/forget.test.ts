import "fake-indexeddb/auto";
import { expect, test, vi } from "vitest";
import { createFakeService, createTestPlayground } from "../../core/page/fake-service.fixture.ts";
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
  const playground = createTestPlayground(createFakeService().client, openTestLibrary());
  const release = vi.spyOn(playground.takes.getState(), "release");
  await forgetAll(playground, { databases, storages: [storage, undefined] });
  expect([...held.keys()]).toEqual(["somebody else's"]);
  expect(databases.deleteDatabase.mock.calls.flat()).toEqual(["speech-playground", "speech-playground-samples"]);
  expect(release).toHaveBeenCalledWith([]);
});
