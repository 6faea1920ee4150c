import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
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
  folder = await openDataFolder(path);
  ledger = new Ledger(folder, Date.now);
  store = new TaskStore(folder, ledger, Date.now);
});
afterEach(async () => {
  await folder.close();
  await rm(path, { recursive: true });
});

async function create(caller: string, text = "text", model = streamSpeechV8): Promise<string> {
  return (await store.create({ caller, model, endpoint: "tasks", text, body: { input: text } })).id;
}

const finished = { mediaType: "audio/wav", extension: "wav", bytes: 9, durationSeconds: 2.5, granularity: null };

test("tasks run in their order, but callers take turns", async () => {
  const [first, second] = [await create("busy"), await create("busy")];
  const other = await create("patient");
  expect((await store.nextQueued(100))?.id).toBe(first);
  await store.markRunning(first);
  expect((await store.nextQueued(100))?.id).toBe(other);
  await store.markRunning(other);
  expect((await store.nextQueued(100))?.id).toBe(second);
});

test("a long task is passed over where only short ones may run", async () => {
  await create("anyone", "long text");
  const short = await create("anyone", "short");
  expect((await store.nextQueued(5))?.id).toBe(short);
  expect(await store.nextQueued(4)).toBeUndefined();
});

test("what has ended keeps nothing of the request", async () => {
  const [done, failed] = [await create("anyone", "a secret"), await create("anyone", "a secret")];
  expect(await store.requestOf(done)).toEqual({ input: "a secret" });
  await store.complete(done, finished);
  await store.fail(failed, "code", "message");
  const rows = await folder.database.selectFrom("tasks").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain("secret");
  await expect(store.requestOf(done)).rejects.toThrow();
});

test("ending twice settles and refunds once", async () => {
  const [done, failed] = [await create("anyone", "text", refVoice2), await create("anyone", "text", refVoice2)];
  for (const _ of [1, 2]) {
    await store.complete(done, finished);
    await store.fail(failed, "code", "message");
  }
  expect((await ledger.rowsOf(done)).map((row) => [row.kind, row.amount_millionths])).toEqual([
    ["precharge", 17_000],
    ["settlement", 3_000],
  ]);
  expect((await ledger.rowsOf(failed)).map((row) => [row.kind, row.amount_millionths])).toEqual([
    ["precharge", 17_000],
    ["refund", -17_000],
  ]);
});

test("what cannot be charged is not taken", async () => {
  await sql`create trigger full before insert on ledger begin select raise(abort, 'full'); end`.execute(
    folder.database,
  );
  await expect(create("anyone")).rejects.toThrow("full");
  expect(await store.count("queued")).toBe(0);
});

test("content is listed once it is old, until it is marked as removed", async () => {
  const id = await create("anyone");
  await store.complete(id, finished);
  expect(await store.stored(Date.now() - 1_000)).toEqual([]);
  expect((await store.stored(Date.now() + 1_000)).map((task) => task.id)).toEqual([id]);
  await store.markRemoved(id);
  expect(await store.stored()).toEqual([]);
});
