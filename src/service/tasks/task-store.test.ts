import { sql } from "kysely";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { refVoice2 } from "../../contract/models/refvoice-2.ts";
import { streamSpeechV8 } from "../../contract/models/streamspeech-v8.ts";
import { Ledger } from "../billing/ledger.ts";
import { storages } from "../storage/storages.fixture.ts";
import type { TaskFiles } from "./task-files.ts";
import { TaskStore } from "./task-store.ts";
import { endUndeliverable } from "./undeliverable.ts";

describe.each(storages)("in $name", ({ open }) => {
  let storage: Awaited<ReturnType<typeof open>>;
  let store: TaskStore;
  let ledger: Ledger;
  beforeEach(async () => {
    storage = await open();
    ledger = new Ledger(storage, Date.now);
    store = new TaskStore(storage, ledger, Date.now);
  });
  afterEach(() => storage.close());

  async function create(
    caller: string,
    text = "text",
    model = streamSpeechV8,
    endpoint: "tasks" | "speech" = "tasks",
  ): Promise<string> {
    return (await store.create({ caller, model, endpoint, text, body: { input: text } })).id;
  }

  const spoken = { language: "en-US", engine: "espeak-ng" };
  const finished = {
    mediaType: "audio/wav",
    extension: "wav",
    bytes: 9,
    durationSeconds: 2.5,
    granularity: null,
    spoken,
  };

  /** A job that this process runs, whatever the storage. */
  const job = (caller: string, text?: string) => create(caller, text, streamSpeechV8, "speech");

  test("tasks run in their order, but callers take turns", async () => {
    const [first, second] = [await job("busy"), await job("busy")];
    const other = await job("patient");
    expect((await store.nextQueued(100))?.id).toBe(first);
    await store.markRunning(first);
    expect((await store.nextQueued(100))?.id).toBe(other);
    await store.markRunning(other);
    expect((await store.nextQueued(100))?.id).toBe(second);
  });

  test("a long task is passed over where only short ones may run", async () => {
    await job("anyone", "long text");
    const short = await job("anyone", "short");
    expect((await store.nextQueued(5))?.id).toBe(short);
    expect(await store.nextQueued(4)).toBeUndefined();
  });

  test("a model that may have no further task is passed over", async () => {
    await job("anyone");
    expect(await store.nextQueued(100, streamSpeechV8.id)).toBeUndefined();
    expect(await store.nextQueued(100, "another")).toBeDefined();
  });

  test("those that wait and run are counted by model, and those that ended aren't", async () => {
    const [running, ended] = [await job("anyone"), await job("anyone")];
    await create("anyone", "text", refVoice2);
    await create("other", "text", refVoice2);
    await store.markRunning(running);
    await store.fail(ended, "code", "message");
    const counted = await store.countUnended();
    expect(counted.toSorted((one, other) => one.count - other.count)).toEqual([
      { model: "streamspeech-v8", status: "in_progress", count: 1 },
      { model: "refvoice-2", status: "queued", count: 2 },
    ]);
  });

  test("what has ended keeps nothing of the request", async () => {
    const [done, failed] = [await create("anyone", "a secret"), await create("anyone", "a secret")];
    expect(await store.requestOf(done)).toEqual({ input: "a secret" });
    await store.complete(done, finished);
    await store.fail(failed, "code", "message");
    const rows = await storage.database.selectFrom("tasks").selectAll().execute();
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

  test("what cannot be written down whole is not taken", async () => {
    const wanted = { caller: "anyone", model: streamSpeechV8, endpoint: "tasks" as const, text: "text", body: {} };
    const taking = store.create(wanted, async () => {
      throw new Error("full");
    });
    await expect(taking).rejects.toThrow("full");
    expect(await store.countUnended()).toEqual([]);
    expect(await storage.database.selectFrom("ledger").selectAll().execute()).toEqual([]);
  });

  test("what its completion settles beside its bill counts with it, and only where the task ends by it", async () => {
    const id = await create("anyone", "text", refVoice2, "speech");
    let billed: readonly unknown[] = [];
    const taken = store.complete(id, finished, undefined, async (database) => {
      billed = await database.selectFrom("ledger").select("kind").where("reference", "=", id).execute();
      throw new Error("another has the key");
    });
    await expect(taken).rejects.toThrow("another has the key");
    expect(billed).toEqual([{ kind: "precharge" }, { kind: "settlement" }]);
    expect((await store.find(id))?.status).toBe("queued");
    expect((await ledger.rowsOf(id)).map(({ kind }) => kind)).toEqual(["precharge"]);
    let settled = 0;
    for (let count = 0; count < 2; count++) {
      await store.complete(id, finished, undefined, async () => {
        settled++;
      });
    }
    expect(settled).toBe(1);
    expect((await ledger.rowsOf(id)).map(({ kind }) => kind)).toEqual(["precharge", "settlement"]);
  });

  test("of two who end a task at once one does, and what it costs is what it says", async () => {
    for (let round = 0; round < 20; round++) {
      const id = await create("anyone", "text", refVoice2);
      const [completed] = await Promise.all([store.complete(id, finished), store.fail(id, "code", "message")]);
      const [charge, end, ...rest] = await ledger.rowsOf(id);
      expect(charge?.kind).toBe("precharge");
      expect(rest).toEqual([]);
      const { status } = completed;
      expect(end?.kind).toBe(status === "completed" ? "settlement" : "refund");
      expect((await store.find(id))?.status).toBe(status);
    }
  });

  test("progress that two ask for at once never goes back, and nothing of it stays", async () => {
    const task = await store.find(await create("anyone"));
    if (task === undefined) throw new Error("no task");
    await Promise.all([30, 80, 50].map((reached) => store.progressOf(task, reached)));
    expect(await store.progressOf(task, 0)).toBe(80);
    await store.complete(task.id, finished);
    // By somebody who looked it up before its end.
    expect(await store.progressOf(task, 0)).toBeGreaterThanOrEqual(80);
    await store.progressOf(task, 90);
    expect(await storage.database.selectFrom("task_runs").selectAll().execute()).toEqual([]);
  });

  test("progress that is asked for in the moment of the end leaves nothing behind", async () => {
    const task = await store.find(await create("anyone"));
    if (task === undefined) throw new Error("no task");
    await store.progressOf(task, 30);
    let asked: Promise<number> | undefined;
    await store.complete(task.id, finished, async () => {
      asked = store.progressOf(task, 90);
      if (!storage.isShared) return;
      const waiting = sql`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waiting.execute(storage.database)).rows.length).toBe(1);
    });
    expect(await asked).toBeGreaterThanOrEqual(30);
    expect(await storage.database.selectFrom("task_runs").selectAll().execute()).toEqual([]);
  });

  test("a caller's tasks are told newest first, in pages", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) ids.unshift(await create("one"));
    await create("another");
    const told = async (after?: string) => (await store.newest("one", 2, after)).map(({ id }) => id);
    expect(await told()).toEqual(ids.slice(0, 2));
    expect(await told(ids[1])).toEqual(ids.slice(2));
  });

  test("content is listed once it is old, until it is marked as removed", async () => {
    const before = Date.now() - 1;
    const id = await create("anyone");
    await store.complete(id, finished);
    expect(await store.stored(before)).toEqual([]);
    expect((await store.stored(Date.now() + 1_000)).map((task) => task.id)).toEqual([id]);
    await store.markRemoved(id);
    expect(await store.stored()).toEqual([]);
  });

  test("of all processes that left a charge open it is asked at once whether they have ended", async () => {
    const owners = ["first", "second", "third"];
    for (const owner of owners) {
      const others = new Ledger({ ...storage, owner }, () => 0);
      await others.charge({
        reference: `of ${owner}`,
        caller: "x",
        model: streamSpeechV8,
        route: "speech",
        text: "text",
      });
    }
    const asked: string[] = [];
    let tell: (isOver: boolean) => void = () => {};
    const all = new Promise<boolean>((resolve) => {
      tell = resolve;
    });
    const isOver = (owner: string): Promise<boolean> => {
      if (asked.push(owner) === owners.length) tell(true);
      return all;
    };
    await endUndeliverable({ store, files: {} as TaskFiles, ledger, storage, log: pino({ level: "silent" }) }, isOver);
    expect(asked.toSorted()).toEqual(owners);
    for (const owner of owners) expect((await ledger.rowsOf(`of ${owner}`)).at(-1)?.kind).toBe("refund");
  });

  test("jobs that nobody can ask for wait for a storage that can't be read, and that is logged", async () => {
    const lines: string[] = [];
    const logger = pino({ level: "error" }, { write: (line) => lines.push(line) });
    await storage.database.schema.alterTable("tasks").renameTo("elsewhere").execute();
    await endUndeliverable({ store, files: {} as TaskFiles, ledger, storage, log: logger }, async () => true);
    expect(lines).toEqual([expect.stringContaining("could not be read")]);
  });
});
