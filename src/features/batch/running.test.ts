import "fake-indexeddb/auto";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { createFakeService, createTestPlayground } from "../../core/page/fake-service.fixture.ts";
import type { HeadlessEnd } from "../../core/submit/send-headless.ts";
import { draftOf, type Submission } from "../../core/submit/submission.ts";
import { openRecordDatabase } from "../../core/takes/database.ts";
import { createChannels, openTestLibrary, takeRow } from "../../core/takes/library.fixture.ts";
import { createRecords } from "../../core/takes/records.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import type { TakeDraft } from "../../core/takes/take-draft.ts";
import { createTakeId, type FillRandom } from "../../core/takes/take-id.ts";
import { type BatchesOptions, createBatchesStore } from "./batches.ts";
import { cellStatuses, sortCells, statusOfCell } from "./cell-state.ts";
import { type Batch, type BatchDesign, batchSchema } from "./design.ts";

const quiet: HeadlessEnd = { pause: undefined };

const design: BatchDesign = {
  model: "streamspeech-v8",
  texts: ["Hello.", "Good night."],
  voices: ["Autumn", "Mei"],
  ways: [{ mode: "stream", transport: "http" }],
  fields: [{ key: "speed", values: [0, 0.5] }],
  base: { pitch: 1.1 },
};

function page(options: {
  channel?: ReturnType<ReturnType<typeof createChannels>>;
  database?: string;
  locks?: NonNullable<BatchesOptions["locks"]>;
  send?: (draft: TakeDraft) => Promise<HeadlessEnd>;
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  write?: BatchesOptions["write"];
  serviceOf?: BatchesOptions["serviceOf"];
  measure?: (take: string) => Promise<void>;
}) {
  const library = openTestLibrary();
  const sent: TakeDraft[] = [];
  let random = 0;
  const fillRandom: FillRandom = (array) => array.fill(++random);
  const originNowhere = (created = 1_000_000) => ({
    ...{ id: createTakeId(created, fillRandom), created, owner: library.self },
    ...{ config: undefined, multiplier: undefined },
  });
  const write = (submission: Submission) => {
    const draft = draftOf(submission, originNowhere());
    return { draft, written: library.begin(draft.row, draft.details).then(() => undefined) };
  };
  const { database } = options;
  const records = createRecords<Batch>(batchSchema, {
    openDatabase: database === undefined ? undefined : (events) => openRecordDatabase(database, "batches", events),
    channel: options.channel ?? createChannels()(),
  });
  const store = createBatchesStore({
    records,
    library,
    async send({ draft, written }) {
      sent.push(draft);
      await written;
      const end = (await options.send?.(draft)) ?? quiet;
      if (options.send === undefined) await library.update(draft.row.id, { status: "complete" });
      return end;
    },
    write: options.write ?? write,
    serviceOf: options.serviceOf ?? (() => undefined),
    wallClock: () => 1_000_000,
    fillRandom,
    wait: options.wait ?? (async () => {}),
    locks: options.locks,
    ...(options.measure === undefined ? {} : { measure: options.measure }),
  });
  onTestFinished(() => records.dispose());
  store.getState().open();
  return { store, library, sent, records };
}

const all = [0, 1, 2, 3, 4, 5, 6, 7];

it("a batch's takes keep the group multiplier that stood when they were sent", async () => {
  const playground = createTestPlayground(createFakeService().client, openTestLibrary());
  playground.settings.setState({ multiplier: 1.5 });
  const { store, sent } = page({ write: playground.submit.getState().write });
  const id = store.getState().create(design, [0], 1);
  await store.getState().start(id);
  expect(sent.map(({ row }) => row)).toMatchObject([{ model: design.model, multiplier: 1.5 }]);
});

it("what is done is measured once its batch is over, and again by who finds it unmeasured, each once", async () => {
  const measured: string[] = [];
  const { store, sent } = page({
    async measure(take) {
      measured.push(take);
    },
  });
  const { create, start, measure } = store.getState();
  const id = create(design, all, 1);
  await start(id);
  const takes = sent.map(({ row }) => row.id);
  await expect.poll(() => measured).toEqual(takes);
  // The page had gone before: another one finds them.
  measured.length = 0;
  await Promise.all([measure(id), measure(id)]);
  expect(measured).toEqual(takes);
});

/** Locks that are given only where they are free, and the names of those that are held. */
function createLocks(): { readonly locks: NonNullable<BatchesOptions["locks"]>; readonly held: Set<string> } {
  const held = new Set<string>();
  function request<T>(name: string, act: LockGrantedCallback<T>): Promise<Awaited<T>>;
  function request<T>(name: string, options: LockOptions, act: LockGrantedCallback<T>): Promise<Awaited<T>>;
  async function request<T>(
    name: string,
    options: LockOptions | LockGrantedCallback<T>,
    act = options,
  ): Promise<Awaited<T>> {
    if (typeof act !== "function") throw new Error("Nothing is to be done.");
    if (held.has(name)) return await act(null);
    held.add(name);
    try {
      return await act({ name, mode: "exclusive" });
    } finally {
      held.delete(name);
    }
  }
  const query = async () => ({ held: [...held].map((name): LockInfo => ({ name })) });
  return { locks: { request, query }, held };
}

describe("a batch in two tabs", () => {
  /**
   * Two tabs on one storage; the first one runs a batch of which two requests have left, and waits until it is stopped.
   */
  async function twoTabs(database: string, locks: BatchesOptions["locks"]) {
    const channelOf = createChannels();
    let paused = (): void => {};
    const pausing = new Promise<void>((resolve) => {
      paused = resolve;
    });
    const shared = { database, ...(locks === undefined ? {} : { locks }) };
    const one = page({
      ...shared,
      channel: channelOf(),
      send: async () => ({ pause: one.sent.length === 2 ? 52_000 : undefined }),
      wait: (_, signal) => {
        paused();
        return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
      },
    });
    const other = page({ ...shared, channel: channelOf() });
    const id = one.store.getState().create(design, all, 1);
    const running = one.store.getState().start(id);
    await pausing;
    await expect.poll(() => other.store.getState().batches).toHaveLength(1);
    return { one, other, id, running };
  }

  it("can't be forgotten where it doesn't run; once it was stopped it can", async () => {
    const { locks } = createLocks();
    const { one, other, id, running } = await twoTabs("batch in two tabs, with locks", locks);
    await other.store.getState().remove(id);
    expect(other.store.getState()).toMatchObject({ elsewhere: id, batches: [{ id }] });
    expect(one.store.getState().running.has(id)).toBe(true);
    one.store.getState().stop(id);
    await running;
    await other.store.getState().remove(id);
    expect(other.store.getState()).toMatchObject({ elsewhere: undefined, batches: [] });
    await expect.poll(() => one.store.getState().batches).toEqual([]);
    expect(one.sent).toHaveLength(2);
  });

  it("stays as the tab knows it that runs it: another one changes nothing of it, and says why", async () => {
    const channelOf = createChannels();
    const { locks } = createLocks();
    const shared = { database: "batch in two tabs, changed", locks };
    // A tab that isn't looked at hears late of what another one does.
    const { post, listen } = channelOf();
    const late: ReturnType<typeof channelOf> = {
      post,
      listen: (listener) => listen((message) => void setTimeout(() => listener(message), 20)),
    };
    const other = page({ ...shared, channel: late });
    const one = page({
      ...shared,
      channel: channelOf(),
      async send() {
        await other.store.getState().setParallel(id, 6);
        return quiet;
      },
    });
    const id = one.store.getState().create(design, all, 1);
    await expect.poll(() => other.store.getState().batches).toHaveLength(1);
    await one.store.getState().start(id);
    await one.store.getState().start(id);
    expect(one.sent).toHaveLength(8);
    expect(other.store.getState().elsewhere).toBe(id);
    await other.store.getState().setParallel(id, 6);
    expect(other.store.getState()).toMatchObject({ elsewhere: undefined, batches: [{ parallel: 6 }] });
  });

  it("sends nothing more once it is forgotten, also where no tab can know of the other", async () => {
    const { one, other, id, running } = await twoTabs("batch in two tabs, without locks", undefined);
    await other.store.getState().remove(id);
    await running;
    expect(one.store.getState().batches).toEqual([]);
    expect(one.sent).toHaveLength(2);
  });
});

describe("a batch", () => {
  it("sends what the page would send, and every cell is an ordinary take", async () => {
    const { store, sent, library } = page({});
    const id = store.getState().create(design, all, 2);
    expect(sent).toEqual([]);
    await store.getState().start(id);
    expect(sent).toHaveLength(8);
    expect(JSON.parse(sent[7]?.request.body ?? "")).toEqual({
      model: "streamspeech-v8",
      input: "Good night.",
      voice: "Mei",
      speed: 0.5,
      pitch: 1.1,
      stream: true,
    });
    const [batch] = store.getState().batches;
    expect(batch?.cells.map(({ take }) => library.row(take ?? "")?.status)).toEqual(all.map(() => "complete"));
    // Going on finds nothing to do.
    await store.getState().start(id);
    expect(sent).toHaveLength(8);
  });

  it("that was kept without a service goes on where its first cell went, whatever is chosen meanwhile", async () => {
    let chosen = "staging";
    const written: (string | undefined)[] = [];
    const { write } = createTestPlayground(createFakeService().client, openTestLibrary()).submit.getState();
    const { store } = page({
      serviceOf: () => chosen,
      write(submission) {
        written.push(submission.to);
        return write(submission);
      },
      async send() {
        chosen = "production";
        if (written.length === 2) store.getState().stop(store.getState().batches[0]?.id ?? "");
        return quiet;
      },
    });
    const id = store.getState().create(design, all, 1);
    await store.getState().start(id);
    expect(store.getState().batches).toMatchObject([{ service: "staging" }]);
    await store.getState().start(id);
    await store.getState().repeat(id, [0]);
    expect(written).toEqual(Array.from({ length: 9 }, () => "staging"));
  });

  it("uses of a kept list what the page itself would use, whatever has come into the storage", () => {
    const wrong = [
      { word: "", spoken: "x" },
      { word: "x", spoken: "y".repeat(101) },
    ];
    const word = { word: "Hello", spoken: "Hallo" };
    const kept = { ...{ id: "1", created: 1, cells: [], parallel: 1 }, design: { ...design, pronunciations: wrong } };
    expect(batchSchema.parse(kept).design.pronunciations).toEqual([]);
    kept.design.pronunciations.push(word);
    expect(batchSchema.parse(kept).design.pronunciations).toEqual([word]);
  });

  it("never says of a cell that is being sent that its take is gone", async () => {
    const { store, library, records } = page({});
    const seen = new Set<string>();
    const look = () => {
      for (const cell of store.getState().batches[0]?.cells ?? []) {
        seen.add(statusOfCell(cell, cell.take === undefined ? undefined : library.row(cell.take)));
      }
    };
    records.subscribe(look);
    library.subscribe(look);
    await store.getState().start(store.getState().create(design, all, 4));
    expect([...seen].sort()).toEqual(["done", "running", "waiting"]);
  });

  it("is stopped and goes on; what left is never sent again by itself, and by a person once", async () => {
    const { store, sent, library } = page({
      async send(draft) {
        if (sent.length === 3) store.getState().stop(store.getState().batches[0]?.id ?? "");
        // The page of this one went away.
        await library.update(draft.row.id, { status: sent.length === 2 ? "interrupted" : "complete" });
        return quiet;
      },
    });
    const id = store.getState().create(design, all, 1);
    await store.getState().start(id);
    expect(sent).toHaveLength(3);
    await store.getState().start(id);
    expect(sent).toHaveLength(8);
    const lost = store.getState().batches[0]?.cells[1];
    expect(statusOfCell(lost ?? {}, library.row(lost?.take ?? ""))).toBe("unknown");
    await store.getState().repeat(id, [1]);
    expect(sent).toHaveLength(9);
    expect(store.getState().batches[0]?.cells[1]).toMatchObject({ earlier: [lost?.take] });
    expect(sent[8]?.request).toEqual(sent[1]?.request);
  });

  it("that another tab runs isn't forgotten here, and says why", async () => {
    const { held, locks } = createLocks();
    const { store } = page({ locks });
    const id = store.getState().create(design, [0, 1], 1);
    held.add(`speech-playground batch ${id}`);
    await store.getState().remove(id);
    expect([store.getState().batches.length, store.getState().elsewhere]).toEqual([1, id]);
    held.clear();
    await store.getState().remove(id);
    expect([store.getState().batches.length, store.getState().elsewhere]).toEqual([0, undefined]);
  });

  it("that another tab runs isn't measured here, which would make its times longer", async () => {
    const { held, locks } = createLocks();
    const measured: string[] = [];
    const { store, sent } = page({
      locks,
      async measure(take) {
        measured.push(take);
        if (measured.length === 3) held.add(`speech-playground batch ${id}`);
      },
    });
    const id = store.getState().create(design, [0, 1], 1);
    await store.getState().start(id);
    await expect.poll(() => measured).toHaveLength(2);
    await store.getState().measure(id);
    await store.getState().measure(id);
    expect(measured).toEqual([...sent, sent[0]].map((draft) => draft?.row.id));
  });

  it("knows which cells have left even where their takes are gone", async () => {
    const { store, sent, library } = page({});
    const id = store.getState().create(design, [0, 1], 1);
    await store.getState().start(id);
    await library.erase(sent.map(({ row }) => row.id));
    await store.getState().start(id);
    expect(sent).toHaveLength(2);
    const cell = store.getState().batches[0]?.cells[0];
    expect(statusOfCell(cell ?? {}, undefined)).toBe("gone");
  });
});

it("what was sent and never answered is unknown, whoever gave up", () => {
  const failed = (kind: string, httpStatus: number | undefined) =>
    statusOfCell(
      { take: "x" },
      takeRow("x", { status: "failed", httpStatus, failure: { kind, message: "", cost: "possible" } }),
    );
  expect(failed("no_answer", 502)).toBe("unknown");
  expect(failed("proxy_unreachable", undefined)).toBe("unknown");
  expect(failed("service_failed", 500)).toBe("failed");
  const task = { id: "task_1", status: "queued", nextPoll: 1 };
  const waiting = (changed: TakeRow["task"]) =>
    statusOfCell({ take: "x" }, takeRow("x", { status: "waiting", task: changed }));
  expect(waiting(task)).toBe("running");
  // A person left it; it was asked for a day.
  for (const left of [true, undefined]) expect(waiting({ ...task, nextPoll: undefined, left })).toBe("unknown");
  expect(waiting({ ...task, status: "completed", nextPoll: undefined })).toBe("running");
  expect(waiting({ ...task, status: "completed", nextPoll: undefined, failures: 9 })).toBe("unknown");
});

it("cells are sorted by any figure, those without it last, and none is lost", () => {
  const figure = fc.option(fc.double({ noNaN: true }), { nil: undefined });
  fc.assert(
    fc.property(fc.array(figure), fc.boolean(), (bytes, descending) => {
      const cells = bytes.map((value, index) => ({
        index,
        status: "done" as const,
        row: takeRow("x", value === undefined ? {} : { facts: { bytes: value } }),
      }));
      const sorted = sortCells(cells, { figure: "bytes", descending }).map(({ row }) => row.facts?.bytes);
      const known = bytes.filter((value) => value !== undefined).sort((a, b) => (descending ? b - a : a - b));
      expect(sorted.map((value) => value ?? null)).toEqual(
        [...known, ...bytes.filter((value) => value === undefined)].map((value) => value ?? null),
      );
    }),
  );
  expect(cellStatuses).toContain("unknown");
});
