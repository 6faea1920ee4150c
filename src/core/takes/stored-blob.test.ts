import "fake-indexeddb/auto";
import { beforeEach, expect, it, vi } from "vitest";
import { exchangeSchema } from "../exchanges/exchanges.ts";
import { takeDetails, takeRow, takeSound } from "./library.fixture.ts";

/** A database in a page of its own, which has learnt nothing of its browser. */
async function openIn(name: string) {
  vi.resetModules();
  const { openDatabase, openRecordDatabase } = await import("./database.ts");
  const events = { onBlocked() {}, onClosed() {} };
  return { takes: await openDatabase(name, events), exchanges: await openRecordDatabase(name, "exchanges", events) };
}

const whole = { row: takeRow("a"), details: takeDetails("a") };
const changes = [{ id: "a", row: { sound: "whole" }, details: undefined, whole, isNew: false }] as const;
const exchange = {
  id: "e",
  created: 1,
  request: { method: "GET", path: "/v1/models" },
  state: {
    status: "answered",
    answer: {
      status: 200,
      headers: [["content-type", "application/json"]],
      body: new Blob(["{}"], { type: "application/json" }),
      truncated: false,
      broken: false,
      times: { headers: 1, end: 2 },
    },
  },
} as const;

let blobs = 0;
beforeEach(() => {
  blobs = 0;
  const { put } = IDBObjectStore.prototype;
  const holdsBlob = (value: unknown): boolean =>
    value instanceof Blob || (typeof value === "object" && value !== null && Object.values(value).some(holdsBlob));
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function refuse(this: IDBObjectStore, value: unknown) {
    if (holdsBlob(value)) {
      blobs += 1;
      throw new DOMException("BlobURLs are not yet supported.", "DataCloneError");
    }
    return put.call(this, value);
  });
});

it("keeps sounds and answers as bytes where the browser keeps no blobs, and gives them back as they were", async () => {
  const page = await openIn("no blobs");
  await page.takes.write(changes, takeSound("a", 2_000));
  await page.exchanges.change([exchange], []);
  expect(blobs).toBe(1);

  const later = await openIn("no blobs");
  const sound = await later.takes.sound("a");
  expect(sound).toMatchObject({ id: "a", format: { codec: "mp3" }, facts: { bytes: 2_000 } });
  expect(sound?.blob.type).toBe("audio/mpeg");
  expect(new Uint8Array((await sound?.blob.arrayBuffer()) ?? new ArrayBuffer())).toEqual(new Uint8Array(2_000));
  const [stored] = await later.exchanges.all();
  const { state } = exchangeSchema.parse(stored);
  expect(state.status === "answered" && (await state.answer.body.text())).toBe("{}");
});

it("says why where the bytes can't be written either", async () => {
  const page = await openIn("full");
  vi.mocked(IDBObjectStore.prototype.put).mockImplementation(() => {
    throw new DOMException("No room.", "QuotaExceededError");
  });
  await expect(page.takes.write(changes, takeSound("a"))).rejects.toThrow("No room.");
});
