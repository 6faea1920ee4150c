import { describe, expect, it } from "vitest";
import { takeRow } from "../takes/library.fixture.ts";
import type { TakeRow } from "../takes/take.ts";
import { fingerprintOf } from "./request-fingerprint.ts";
import { createSentTasksStore, sentTasksKey } from "./sent-tasks.ts";

function createStorage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

/** A library that knows of takes no more than how they stand. */
function createRows() {
  const rows = new Map<string, TakeRow>();
  return {
    set: (id: string, changes: Partial<TakeRow>) => void rows.set(id, takeRow(id, changes)),
    row: (id: string) => rows.get(id),
  };
}

const long = { path: "/v1/audio/speech/tasks", body: '{"input":"A long text."}' };
const request = fingerprintOf(long);
const another = (changes: Partial<typeof long>) => fingerprintOf({ ...long, ...changes });

describe("a task with the same request", () => {
  it("is known again by another page, and after a reload, while it is under way", () => {
    const [rows, storage] = [createRows(), createStorage()];
    rows.set("first", { status: "submitting" });
    createSentTasksStore(rows, storage).getState().add("first", request);
    const other = createSentTasksStore(rows, storage).getState();
    expect(other.latest).toBeUndefined();
    expect(other.find(request)).toBe("first");
    rows.set("first", { status: "waiting" });
    expect(other.find(request)).toBe("first");
    expect(other.find(another({ body: `${long.body} ` }))).toBeUndefined();
    expect(other.find(another({ body: long.body.replace("A", "B") }))).toBeUndefined();
    expect(other.find(another({ path: "/v1/audio/speech" }))).toBeUndefined();
    rows.set("first", { status: "complete" });
    expect(other.find(request)).toBeUndefined();
    rows.set("first", { status: "waiting", deleted: 1 });
    expect(other.find(request)).toBeUndefined();
  });

  it("is known once the library has been read, and what has ended is let go of", () => {
    const [rows, storage] = [createRows(), createStorage()];
    createSentTasksStore(rows, storage).getState().add("first", request);
    const store = createSentTasksStore(rows, storage).getState();
    expect(store.find(request)).toBeUndefined();
    store.add("second", another({ body: "{}" }));
    rows.set("first", { status: "waiting" });
    expect(store.find(request)).toBe("first");
    rows.set("first", { status: "complete" });
    store.add("third", another({ body: "[]" }));
    expect(storage.kept.get(sentTasksKey)).not.toContain("first");
    expect(storage.kept.get(sentTasksKey)).not.toContain("long text");
  });

  it.each([
    ["nothing may be kept", undefined],
    [
      "keeping throws",
      {
        getItem: () => null,
        setItem: () => {
          throw new Error("It is full.");
        },
        removeItem: () => {},
      },
    ],
    ["what is kept is damaged", { getItem: () => '{"id":', setItem: () => {}, removeItem: () => {} }],
  ])("is known to the page that sent it where %s", (_, storage) => {
    const rows = createRows();
    rows.set("first", { status: "waiting" });
    const store = createSentTasksStore(rows, storage).getState();
    store.add("first", request);
    expect(store.find(request)).toBe("first");
  });
});
