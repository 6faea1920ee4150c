import "fake-indexeddb/auto";
import { expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { openTestLibrary, takeDetails, takeRow } from "../takes/library.fixture.ts";
import type { Take, Takes } from "../takes/takes.ts";
import { forgetAll } from "./forget.ts";
import { leftBy } from "./sign-out.ts";

function player() {
  const release = vi.fn<Takes["release"]>();
  const state: Takes = {
    current: undefined,
    live: new Map<string, Take>(),
    listen: () => undefined,
    open: async () => false,
    release,
  };
  return { takes: createStore(() => state), release };
}

test("who signs out leaves takes behind, and tasks whose sound is still to come", () => {
  const library = openTestLibrary();
  library.begin(takeRow("a", { status: "complete" }), takeDetails("a"));
  library.begin(takeRow("b", { status: "waiting", mode: "async" }), takeDetails("b"));
  library.begin(takeRow("c", { status: "complete", mode: "async" }), takeDetails("c"));
  expect(leftBy({ library, takes: player().takes })).toEqual({ takes: 3, tasks: 1, answers: 0 });
});

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
  const { takes, release } = player();
  await forgetAll({ library: openTestLibrary(), takes }, { databases, storages: [storage, undefined] });
  expect([...held.keys()]).toEqual(["somebody else's"]);
  expect(databases.deleteDatabase.mock.calls.flat()).toEqual(["speech-playground", "speech-playground-samples"]);
  expect(release).toHaveBeenCalledWith([]);
});
