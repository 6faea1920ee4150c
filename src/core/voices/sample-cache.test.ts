import { IDBFactory } from "fake-indexeddb";
import { afterEach, expect, it, vi } from "vitest";
import { createSampleCache } from "./sample-cache.ts";
import "fake-indexeddb/auto";

const sample = { format: { codec: "mp3" }, bytes: Uint8Array.of(1, 2, 3).buffer } as const;

afterEach(() => vi.unstubAllGlobals());

it("keeps samples beyond the page's life", async () => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  await createSampleCache().write("Autumn", sample);
  const later = createSampleCache();
  expect(await later.read("Autumn")).toEqual(sample);
  expect(await later.read("Melody")).toBeUndefined();
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
