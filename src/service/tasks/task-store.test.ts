import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { refVoice2 } from "../../contract/models/refvoice-2.ts";
import { streamSpeechV8 } from "../../contract/models/streamspeech-v8.ts";
import { Ledger } from "../billing/ledger.ts";
import { type DataFolder, openDataFolder } from "../storage/data-folder.ts";
import { TaskStore } from "./task-store.ts";

let path: string;
let folder: DataFolder;
let store: TaskStore;
let ledger: Ledger;
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), "task-store-"));
  folder = openDataFolder(path);
  ledger = new Ledger(folder, Date.now);
  store = new TaskStore(folder, ledger, Date.now);
});
afterEach(async () => {
  folder.close();
  await rm(path, { recursive: true });
});

function create(caller: string, text = "text", model = streamSpeechV8): string {
  return store.create({ caller, model, endpoint: "tasks", text, body: { input: text } }).id;
}

const finished = { mediaType: "audio/wav", extension: "wav", bytes: 9, durationSeconds: 2.5, granularity: null };

test("tasks run in their order, but callers take turns", () => {
  const [first, second] = [create("busy"), create("busy")];
  const other = create("patient");
  expect(store.nextQueued(100)?.id).toBe(first);
  store.markRunning(first);
  expect(store.nextQueued(100)?.id).toBe(other);
  store.markRunning(other);
  expect(store.nextQueued(100)?.id).toBe(second);
});

test("a long task is passed over where only short ones may run", () => {
  create("anyone", "long text");
  const short = create("anyone", "short");
  expect(store.nextQueued(5)?.id).toBe(short);
  expect(store.nextQueued(4)).toBeUndefined();
});

test("what has ended keeps nothing of the request", () => {
  const [done, failed] = [create("anyone", "a secret"), create("anyone", "a secret")];
  expect(store.requestOf(done)).toEqual({ input: "a secret" });
  store.complete(done, finished);
  store.fail(failed, "code", "message");
  const rows = folder.database.prepare("select * from tasks").all();
  expect(JSON.stringify(rows)).not.toContain("secret");
  expect(() => store.requestOf(done)).toThrow();
});

test("ending twice settles and refunds once", () => {
  const [done, failed] = [create("anyone", "text", refVoice2), create("anyone", "text", refVoice2)];
  for (const _ of [1, 2]) {
    store.complete(done, finished);
    store.fail(failed, "code", "message");
  }
  expect(ledger.rowsOf(done).map((row) => [row.kind, row.amount_millionths])).toEqual([
    ["precharge", 17_000],
    ["settlement", 3_000],
  ]);
  expect(ledger.rowsOf(failed).map((row) => [row.kind, row.amount_millionths])).toEqual([
    ["precharge", 17_000],
    ["refund", -17_000],
  ]);
});

test("what cannot be charged is not taken", () => {
  folder.database.exec("create trigger full before insert on ledger begin select raise(abort, 'full'); end");
  expect(() => create("anyone")).toThrow("full");
  expect(folder.database.prepare("select count(*) as n from tasks").get()).toMatchObject({ n: 0 });
});

test("content is listed once it is old, until it is marked as removed", () => {
  const id = create("anyone");
  store.complete(id, finished);
  expect(store.stored(Date.now() - 1_000)).toEqual([]);
  expect(store.stored(Date.now() + 1_000).map((task) => task.id)).toEqual([id]);
  store.markRemoved(id);
  expect(store.stored()).toEqual([]);
});
