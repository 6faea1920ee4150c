import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "../../audio/base/store.ts";
import { takeRow } from "../takes/library.fixture.ts";
import type { LibrarySnapshot } from "../takes/library.ts";
import { keepPage } from "./keep-page.ts";

beforeEach(() => void vi.stubGlobal("location", new URL("http://playground.example/")));
afterEach(() => void vi.unstubAllGlobals());

function page(rows: LibrarySnapshot["rows"] = []) {
  const library = createStore<LibrarySnapshot>({ rows, loaded: true, keeping: { kind: "disk" }, unsaved: 0 });
  const register = vi.fn<ServiceWorkerContainer["register"]>(() => Promise.reject(new DOMException("No.")));
  keepPage(library, { register });
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

test("a browser without service workers is asked for nothing", () => {
  const library = createStore<LibrarySnapshot>({ rows: [], loaded: true, keeping: { kind: "disk" }, unsaved: 0 });
  expect(() => keepPage(library, undefined)).not.toThrow();
});
