import { createStore, type StoreApi } from "zustand/vanilla";
import { alone } from "../../core/page/alone.ts";
import { perPlayground } from "../../core/page/per-playground.ts";
import type { Playground } from "../../core/page/playground.ts";
import { toldRecords } from "../../core/page/told-records.ts";
import { wait } from "../../core/page/wait.ts";
import { sendEach } from "../../core/submit/send-each.ts";
import { type HeadlessEnd, headlessOptionsOf, sendHeadless } from "../../core/submit/send-headless.ts";
import { submissionOf } from "../../core/submit/submission.ts";
import type { Submit } from "../../core/submit/submit.ts";
import { browserLocks } from "../../core/takes/browser-library.ts";
import { createBrowserRecords } from "../../core/takes/browser-records.ts";
import type { Keeping, TakeLibrary } from "../../core/takes/library.ts";
import { measureTake } from "../../core/takes/measure-take.ts";
import { areRead, type Records } from "../../core/takes/records.ts";
import type { WrittenDraft } from "../../core/takes/take-draft.ts";
import { createTakeId, type FillRandom } from "../../core/takes/take-id.ts";
import { serviceNameFor } from "../../core/takes/take-service.ts";
import { needsMeasures, statusOfCell } from "./cell-state.ts";
import { type Batch, type BatchDesign, batchSchema } from "./design.ts";
import { combinationAt, planCell } from "./plan-batch.ts";

/** A batch that sends. */
export interface Running {
  /** Whether no further cell begins; what is under way goes on to its end. */
  readonly stopping: boolean;
  /** Until when the service wants nothing more, in Unix milliseconds. */
  readonly pausedUntil: number | undefined;
}

/** All batches, and what runs of them on this page. */
export interface Batches {
  /** The latest first. */
  readonly batches: readonly Batch[];
  /** Whether what is on disk is among them, as far as it can be read. */
  readonly loaded: boolean;
  readonly keeping: Keeping;
  readonly running: ReadonlyMap<string, Running>;
  /** The batch that another tab runs, since somebody wanted to run it here as well. */
  readonly elsewhere: string | undefined;
  /** The batch that is looked at; empty for a new one, undefined until somebody chose: see `shownBatch`. */
  readonly shown: string | undefined;
  open(): void;
  /** Shows a batch, or with an empty id a new one; it is shown again whenever somebody comes back. */
  show(id: string): void;
  /** Keeps a batch, and shows it. Nothing is sent by that. */
  create(design: BatchDesign, indexes: readonly number[], parallel: number, service?: string): string;
  /** The same batch once more, whose cells go to another service, by its name. Nothing is sent by that. */
  createAt(id: string, service: string): string | undefined;
  /** Sends the cells that were never sent. Call it on a person's wish. */
  start(id: string): Promise<void>;
  stop(id: string): void;
  /** Measures what is done and wasn't measured: a page may have gone before it came to that. */
  measure(id: string): Promise<void>;
  /** Sends cells once more, each as a take of its own. Call it on a person's wish, and ask before where it costs. */
  repeat(id: string, indexes: readonly number[]): Promise<void>;
  /** Says how many cells are sent at the same time, unless another tab runs the batch. */
  setParallel(id: string, parallel: number): Promise<void>;
  /** Forgets a batch, unless another tab runs it; its takes stay. */
  remove(id: string): Promise<void>;
}

export type BatchesStore = StoreApi<Batches>;

export interface BatchesOptions {
  readonly records: Records<Batch>;
  readonly library: TakeLibrary;
  /** Sends a take that is being written down, and settles when nothing more comes of it; never rejects. */
  readonly send: (made: WrittenDraft) => Promise<HeadlessEnd>;
  /** Writes a cell's submission down. */
  readonly write: Submit["write"];
  /** The service that a batch goes to whose record names none. */
  readonly serviceOf: (batch: Batch) => string | undefined;
  /** Unix time in milliseconds. */
  readonly wallClock: () => number;
  readonly fillRandom: FillRandom;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Undefined where the page has no secure context: then two tabs aren't kept from running one batch. */
  readonly locks: Pick<LockManager, "request" | "query"> | undefined;
  /** Measures the sound of a take that is done, beside everything else. */
  readonly measure?: (take: string) => Promise<void>;
}

export function createBatchesStore(options: BatchesOptions): BatchesStore {
  const { records, library, write, serviceOf, send, wallClock, fillRandom, wait, locks, measure } = options;
  const stops = new Map<string, AbortController>();
  const measuring = new Set<string>();

  return createStore<Batches>()((set, get) => {
    records.subscribe(read);

    function read(): void {
      const snapshot = records.getSnapshot();
      set({ batches: snapshot.records.toReversed(), loaded: areRead(snapshot), keeping: snapshot.keeping });
      // Where another tab has forgotten it all the same: what isn't shown mustn't go on sending.
      for (const [id, stop] of stops) if (find(id) === undefined) stop.abort();
    }

    const find = (id: string) => records.getSnapshot().records.find((batch) => batch.id === id);

    function setRunning(id: string, change: Partial<Running> | undefined): void {
      const running = new Map(get().running);
      if (change === undefined) running.delete(id);
      else running.set(id, { stopping: false, pausedUntil: undefined, ...running.get(id), ...change });
      set({ running });
    }

    /**
     * Writes into a cell which take is made of it, before anything is sent: nobody sends it a second time by itself.
     */
    function assign(batch: Batch, index: number, take: string): Promise<boolean> {
      return records.put({
        ...batch,
        cells: batch.cells.map((cell) =>
          cell.index === index
            ? { ...cell, take, earlier: [...cell.earlier, ...(cell.take === undefined ? [] : [cell.take])] }
            : cell,
        ),
      });
    }

    async function sendOne(id: string, index: number, expected: string | undefined): Promise<HeadlessEnd> {
      const batch = find(id);
      const combination = batch === undefined ? undefined : combinationAt(batch.design, index);
      const cell = batch?.cells.find((each) => each.index === index);
      // Somebody else has sent it meanwhile, or the batch is gone.
      if (batch === undefined || combination === undefined || cell?.take !== expected) return { pause: undefined };
      const { plan, text, form } = planCell(batch.design, combination, "en");
      // The take is there before its cell names it: a cell whose take isn't there counts as deleted.
      const made = write({ ...submissionOf(plan, text, form), to: batch.service });
      await assign(batch, index, made.draft.row.id);
      return send(made);
    }

    /** Does something with a batch, unless another page runs it: then it says so. */
    async function whereFree(id: string, act: () => Promise<void>): Promise<void> {
      if (!(await alone(locks, `batch ${id}`, act))) set({ elsewhere: id });
    }

    /** Does something with a batch that this page runs, or no other one does. */
    async function unlessElsewhere(id: string, act: () => Promise<void>): Promise<void> {
      set({ elsewhere: undefined });
      await (get().running.has(id) ? act() : whereFree(id, act));
    }

    /** Writes down where a batch goes that was kept without: all of it goes there, whatever is chosen meanwhile. */
    async function settled(batch: Batch | undefined): Promise<Batch | undefined> {
      const service = batch?.service ?? (batch && serviceOf(batch));
      if (batch === undefined || service === batch.service) return batch;
      await records.put({ ...batch, service });
      return find(batch.id);
    }

    /** Sends cells, unless this page or another one runs the batch already. */
    async function run(id: string, choose: (batch: Batch) => readonly Batch["cells"][number][]): Promise<void> {
      if (get().running.has(id)) return;
      const controller = new AbortController();
      stops.set(id, controller);
      setRunning(id, {});
      const whole = async (): Promise<void> => {
        const batch = await settled(find(id));
        await sendEach(batch === undefined ? [] : choose(batch), {
          parallel: () => find(id)?.parallel ?? 1,
          send: ({ index, take }) => sendOne(id, index, take),
          stop: controller.signal,
          wallClock,
          wait,
          onPause: (pausedUntil) => setRunning(id, { pausedUntil }),
        });
      };
      try {
        await whereFree(id, whole);
      } finally {
        stops.delete(id);
        setRunning(id, undefined);
        measureAll(id);
      }
    }

    /** Whether nothing is sent any more, here or of this batch by another page. */
    async function isQuiet(id: string): Promise<boolean> {
      const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {};
      return get().running.size === 0 && !held.some(({ name }) => name?.endsWith(` batch ${id}`));
    }

    /** When nothing is sent any more: measuring would make the times of others longer. */
    async function measureAll(id: string): Promise<void> {
      if (measure === undefined || measuring.has(id)) return;
      measuring.add(id);
      // What can't be measured isn't tried again; what is repeated meanwhile is a take of its own.
      const tried = new Set<string>();
      const isDue = (take = "") => !tried.has(take) && needsMeasures(library.row(take));
      const next = () => find(id)?.cells.find(({ take }) => isDue(take))?.take;
      for (let take = next(); take !== undefined && (await isQuiet(id)); take = next()) {
        tried.add(take);
        await measure(take).catch(() => undefined);
      }
      measuring.delete(id);
    }

    return {
      batches: [],
      loaded: false,
      keeping: { kind: "opening" },
      running: new Map(),
      elsewhere: undefined,
      shown: undefined,
      show: (shown) => set({ shown }),
      open() {
        library.open();
        records.open();
        read();
      },
      create(design, indexes, parallel, service) {
        const created = wallClock();
        const id = createTakeId(created, fillRandom);
        const cells = indexes.map((index) => ({ index, earlier: [] }));
        records.put({ id, created, design, cells, parallel, ...(service === undefined ? {} : { service }) });
        set({ shown: id });
        return id;
      },
      createAt(id, service) {
        const batch = find(id);
        if (batch === undefined) return undefined;
        const { design, cells, parallel } = batch;
        const indexes = cells.map(({ index }) => index);
        return get().create(design, indexes, parallel, service);
      },
      start(id) {
        set({ elsewhere: undefined });
        return run(id, ({ cells }) => cells.filter(({ take }) => take === undefined));
      },
      measure: measureAll,
      stop(id) {
        stops.get(id)?.abort();
        if (get().running.has(id)) setRunning(id, { stopping: true });
      },
      repeat(id, indexes) {
        set({ elsewhere: undefined });
        return run(id, ({ cells }) =>
          cells.filter(
            (cell) =>
              indexes.includes(cell.index) &&
              statusOfCell(cell, cell.take === undefined ? undefined : library.row(cell.take)) !== "running",
          ),
        );
      },
      // What another page has sent of it this one may not know yet, and would write over.
      setParallel: (id, parallel) =>
        unlessElsewhere(id, async () => {
          const batch = find(id);
          if (batch !== undefined) void records.put({ ...batch, parallel });
        }),
      // What another page runs would go on there, with nothing to stop it by.
      remove: (id) =>
        unlessElsewhere(id, async () => {
          stops.get(id)?.abort();
          if (get().shown === id) set({ shown: "" });
          await records.delete(id);
        }),
    };
  });
}

/** The batch to show: the one that somebody chose, else what runs, else the latest. Undefined for a new one. */
export function shownBatch({
  batches,
  running,
  shown,
}: Pick<Batches, "batches" | "running" | "shown">): Batch | undefined {
  const [first] = running.keys();
  const wanted = shown ?? first ?? batches[0]?.id;
  return batches.find(({ id }) => id === wanted);
}

/** The service that a batch goes to, by its record, else by what it has sent; undefined where neither tells. */
export function serviceOfBatch(
  { service, cells }: Batch,
  { library, config }: Pick<Playground, "library" | "config">,
): string | undefined {
  if (service !== undefined) return service;
  const sent = cells.find(({ take }) => take !== undefined && library.row(take) !== undefined);
  return serviceNameFor(library.row(sent?.take ?? ""), config());
}

/** The batches of a playground; the same store every time. */
export const batchesOf = perPlayground((playground): BatchesStore => {
  const { library, submit, wallClock } = playground;
  const sending = headlessOptionsOf(playground);
  return createBatchesStore({
    records: toldRecords(playground, createBrowserRecords("batches", batchSchema)),
    library,
    write: submit.getState().write,
    serviceOf: (batch) => serviceOfBatch(batch, playground) ?? playground.serviceName(),
    send: (made) => sendHeadless(made, sending),
    wallClock,
    fillRandom: (array) => crypto.getRandomValues(array),
    wait,
    locks: browserLocks(),
    async measure(take) {
      const row = library.row(take);
      if (row !== undefined) await measureTake(library, row);
    },
  });
});
