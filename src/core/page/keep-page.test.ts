import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "../../audio/base/store.ts";
import { keepTypeface, typefaceKey } from "../../kit/typeface.ts";
import { takeRow } from "../takes/library.fixture.ts";
import type { LibrarySnapshot } from "../takes/library.ts";
import { keepPage } from "./keep-page.ts";

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.stubGlobal("location", new URL("http://playground.example/"));
  fetched.mockReset().mockImplementation(async () => new Response("letters"));
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => void vi.unstubAllGlobals());

/** A browser's storage, of which a test may look at what it holds. */
function storageWith(notes: Record<string, string> = {}) {
  const getItem = (key: string) => notes[key] ?? null;
  return { notes, getItem, setItem: (key: string, value: string) => void Object.assign(notes, { [key]: value }) };
}

function page(rows: LibrarySnapshot["rows"] = [], storage = storageWith()) {
  const library = createStore<LibrarySnapshot>({ rows, loaded: true, keeping: { kind: "disk" }, unsaved: 0 });
  const register = vi.fn<ServiceWorkerContainer["register"]>(() => Promise.reject(new DOMException("No.")));
  keepPage(library, { register }, storage);
  const set = (...next: LibrarySnapshot["rows"]): void => library.set({ ...library.getSnapshot(), rows: next });
  return { register, set };
}

test("the page is kept once there is a sound that one could want to hear without a connection, and only once", () => {
  const { register, set } = page();
  set(takeRow("a"));
  set(takeRow("a", { status: "failed" }));
  expect(register).not.toHaveBeenCalled();
  set(takeRow("a", { status: "complete" }));
  set(takeRow("a", { status: "complete" }), takeRow("b", { status: "complete" }));
  expect(register.mock.calls).toEqual([["/offline.js"]]);
});

test("who comes back to kept takes has it kept at once", () => {
  expect(page([takeRow("a", { status: "complete" })]).register).toHaveBeenCalledOnce();
});

test("a browser without service workers is asked for the typeface alone", async () => {
  const library = createStore<LibrarySnapshot>({ rows: [], loaded: true, keeping: { kind: "disk" }, unsaved: 0 });
  const storage = storageWith();
  keepPage(library, undefined, storage);
  expect(fetched).not.toHaveBeenCalled();
  library.set({ ...library.getSnapshot(), rows: [takeRow("a", { status: "complete" })] });
  await expect.poll(() => storage.notes[typefaceKey]).toMatch(/\.woff2$/);
});

test("the typeface is fetched once, another one's address is replaced, and what didn't come isn't noted", async () => {
  const kept = [takeRow("a", { status: "complete" })];
  const storage = storageWith({ [typefaceKey]: "/assets/older.woff2" });
  page(kept, storage);
  await expect.poll(() => storage.notes[typefaceKey]).toMatch(/geist.*\.woff2$/);
  const address = storage.notes[typefaceKey] ?? "";
  expect(fetched.mock.calls.map(([path]) => path)).toEqual([address]);

  const empty = storageWith();
  const missing = async () => new Response("Not found.", { status: 404 });
  await keepTypeface(empty, missing);
  await keepTypeface(empty, () => Promise.reject(new TypeError("Failed to fetch")));
  expect(empty.notes).toEqual({});
  fetched.mockClear();
  await keepTypeface(storage, fetched);
  expect(fetched).not.toHaveBeenCalled();
});
