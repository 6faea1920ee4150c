import { IDBFactory } from "fake-indexeddb";
// @ts-expect-error It has no types.
import forceCloseDatabase from "fake-indexeddb/lib/forceCloseDatabase";
import { deleteDB, openDB } from "idb";
import { afterEach, expect, it, vi } from "vitest";
import { toneWav } from "../../audio/players/tone.fixture.ts";
import { createSampleCache, sampleCacheName } from "./sample-cache.ts";
import "fake-indexeddb/auto";

const sample = { format: { codec: "mp3" }, bytes: Uint8Array.of(1, 2, 3).buffer } as const;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("keeps samples beyond the page's life", async () => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  await createSampleCache().write("Autumn", sample);
  const later = createSampleCache();
  expect(await later.read("Autumn")).toEqual(sample);
  expect(await later.read("Melody")).toBeUndefined();
});

it("has what an earlier visit kept, however often the browser closes the database", async () => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  await createSampleCache().write("Autumn", sample);
  const opening = vi.spyOn(indexedDB, "open");
  const cache = createSampleCache();
  for (const openings of [1, 2]) {
    expect(await cache.read("Autumn")).toEqual(sample);
    expect(opening).toHaveBeenCalledTimes(openings);
    forceCloseDatabase(opening.mock.results.at(-1)?.value.result);
    await expect.poll(() => cache.read("Autumn")).toEqual(sample);
  }
});

it("what an earlier version kept that is no sound goes, and the sound stays", async () => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  const earlier = await openDB(sampleCacheName, 1, { upgrade: (made) => void made.createObjectStore("samples") });
  const words = new TextEncoder().encode("The night train leaves at ten. ".repeat(100)).buffer;
  const wave = { format: { codec: "wav" }, bytes: toneWav(0.1).buffer };
  await earlier.put("samples", { format: { codec: "mp3" }, bytes: words }, "Autumn");
  await earlier.put("samples", wave, "Noah");
  earlier.close();
  const cache = createSampleCache();
  expect([await cache.read("Autumn"), await cache.read("Noah")]).toEqual([undefined, wave]);
  // What is kept by this version is looked at before it is: see `samples.ts`.
  await cache.write("Autumn", sample);
  expect(await createSampleCache().read("Autumn")).toEqual(sample);
});

it.each([
  ["missing", undefined],
  [
    "forbidden",
    {
      open() {
        throw new DOMException("no", "SecurityError");
      },
    },
  ],
])("works from memory where the database is %s", async (_, indexedDB) => {
  vi.stubGlobal("indexedDB", indexedDB);
  const cache = createSampleCache();
  await cache.write("Autumn", sample);
  expect(await cache.read("Autumn")).toBe(sample);
  expect(await cache.read("Melody")).toBeUndefined();
});

it("works from memory where the database doesn't answer, and keeps samples there as soon as it does", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("indexedDB", new IDBFactory());
  // What is to be deleted waits for this connection, and each further opening for that.
  const held = await openDB(sampleCacheName);
  deleteDB(sampleCacheName);
  const cache = createSampleCache();
  const read = cache.read("Melody");
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await read).toBeUndefined();
  await cache.write("Autumn", sample);
  held.close();
  await expect.poll(() => cache.write("Mei", sample).then(() => createSampleCache().read("Mei"))).toEqual(sample);
});

it("lets go of the database where somebody deletes it", async () => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  const cache = createSampleCache();
  await cache.write("Autumn", sample);
  await deleteDB(sampleCacheName);
  expect(await cache.read("Melody")).toBeUndefined();
});
