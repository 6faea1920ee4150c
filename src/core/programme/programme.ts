import { createStore, type StoreApi } from "zustand/vanilla";
import { perPlayground } from "../page/per-playground.ts";
import { toldRecords } from "../page/told-records.ts";
import { settledOnce } from "../page/wait.ts";
import { packForm } from "../submit/shared-form.ts";
import { excerptOf, saidInForm } from "../submit/submission.ts";
import { createBrowserRecords } from "../takes/browser-records.ts";
import type { Keeping } from "../takes/library.ts";
import { areRead, type Records } from "../takes/records.ts";
import type { TakeForm, TakeId, TakeRow } from "../takes/take.ts";
import { createTakeId } from "../takes/take-id.ts";
import {
  isRecorded,
  type NewItem,
  type ProgrammeItem,
  programmeItemSchema,
  type UnplacedItem,
} from "./programme-item.ts";

/** What a person prepared to present, kept across reloads. */
export interface Programme {
  /** In the order in which they are shown. */
  readonly items: readonly ProgrammeItem[];
  /** Whether what is on disk is among them, as far as it can be read. */
  readonly loaded: boolean;
  readonly keeping: Keeping;
  /** The script that is being corrected on the page. */
  readonly corrected: string | undefined;
  open(): void;
  /** Adds a take at the end. Returns the item's id. */
  addTake(row: Pick<TakeRow, "id" | "excerpt" | "name">): string;
  /**
   * Adds a script with its settings, and the take that it became already: before the item at `index`, else at the end.
   * Returns the item's id.
   */
  addScript(form: TakeForm, take?: TakeId, index?: number): string;
  /** Adds items at the end as they are, in their order. */
  addItems(items: readonly UnplacedItem[]): void;
  /** Adds what is neither take nor script: before the item at `index`, else at the end. Returns the item's id. */
  add(item: NewItem, index?: number): string;
  /** Notes that a script is being corrected on the page, or that none is. */
  correct(id: string | undefined): void;
  /** Puts a script in the place of another. Returns the function that brings that back. */
  replaceScript(id: string, form: TakeForm, take?: TakeId): () => void;
  /**
   * Changes an item, and brings it back where it was removed meanwhile. Returns the function that takes back this
   * change, and nothing that came since.
   */
  edit(item: ProgrammeItem): () => void;
  /** Moves an item to the place of the one at `index`. */
  move(id: string, index: number): void;
  rename(id: string, name: string): void;
  /** Remembers which take a script became. */
  noteTake(id: string, take: TakeId): void;
  /** Lets scripts be spoken live again that became takes: all of them when no id is given. Returns what undoes it. */
  speakLive(id?: string): () => void;
  /** Returns the function that brings it back to where it was. */
  remove(id: string): () => void;
}

export type ProgrammeStore = StoreApi<Programme>;

export interface ProgrammeOptions {
  readonly records: Records<ProgrammeItem>;
  readonly newId: () => string;
  /** Unix time in milliseconds. */
  readonly wallClock: () => number;
}

export function createProgramme({ records, newId, wallClock }: ProgrammeOptions): ProgrammeStore {
  return createStore<Programme>()((set, get) => {
    records.subscribe(() => {
      const snapshot = records.getSnapshot();
      set({ items: inOrder(snapshot.records), loaded: areRead(snapshot), keeping: snapshot.keeping });
    });

    function add(item: NewItem, index?: number): string {
      const id = newId();
      const place = placeBefore(index);
      // Halved often enough, two places touch.
      const isTaken = get().items.some((each) => each.place === place);
      records.put({ name: "", ...item, id, place: isTaken ? placeBefore() : place });
      if (isTaken && index !== undefined) get().move(id, index);
      return id;
    }

    /** A place before the item at `index`; behind all of them where there is none. */
    function placeBefore(index = Number.POSITIVE_INFINITY): number {
      const { items } = get();
      const next = items[index]?.place;
      // The time is behind every place that was ever given, also of items that aren't read yet.
      if (next === undefined) return Math.max(wallClock(), (items.at(-1)?.place ?? 0) + 1);
      return ((items[index - 1]?.place ?? next - 1) + next) / 2;
    }

    const find = (id: string) => get().items.find((each) => each.id === id);
    function put(item: ProgrammeItem): () => void {
      const { id } = item;
      const before = find(id);
      records.put(item);
      return () => {
        const now = find(id);
        if (before === undefined) records.delete(id);
        else if (now !== undefined) records.put(programmeItemSchema.parse({ ...now, ...changedFrom(before, item) }));
      };
    }
    function noteTake(id: string, take: TakeId): void {
      const item = find(id);
      if (item?.kind === "script") records.put({ ...item, take });
    }

    return {
      items: [],
      loaded: false,
      keeping: { kind: "opening" },
      corrected: undefined,
      open: records.open,
      addTake: ({ id, excerpt, name }) => add({ kind: "take", take: id, excerpt: name || excerpt }),
      addScript: (form, take, index) => add({ ...scriptItem(form), take }, index),
      add,
      addItems(added) {
        const from = placeBefore();
        if (added.length > 0) records.put(...added.map((item, at) => ({ ...item, place: from + at })));
      },
      correct: (corrected) => set({ corrected }),
      replaceScript(id, form, take) {
        const item = find(id);
        return item === undefined ? () => {} : put({ ...commonOf(item), ...scriptItem(form), take });
      },
      edit: put,
      move(id, index) {
        records.put(...movedTo(get().items, id, index));
      },
      rename(id, name) {
        const item = find(id);
        if (item !== undefined) put({ ...item, name: name.trim() });
      },
      noteTake,
      speakLive(id) {
        const kept = get()
          .items.filter(isRecorded)
          .filter((item) => id === undefined || item.id === id);
        records.put(...kept.map((item) => ({ ...item, take: undefined })));
        return () => {
          for (const { id: each, take } of kept) if (take !== undefined) noteTake(each, take);
        };
      },
      remove(id) {
        const item = find(id);
        records.delete(id);
        return () => {
          if (item !== undefined) records.put(item);
        };
      },
    };
  });
}

/** The programme of a playground; the same store every time. */
export const programmeOf = perPlayground(
  (playground): ProgrammeStore =>
    createProgramme({
      records: toldRecords(playground, createBrowserRecords("programme", programmeItemSchema)),
      newId: () => createTakeId(playground.wallClock(), (array) => crypto.getRandomValues(array)),
      wallClock: playground.wallClock,
    }),
);

/** Settles once everything that was prepared before is read. */
export function programmeLoaded(programme: ProgrammeStore): Promise<void> {
  return settledOnce(programme, () => programme.getState().loaded);
}

/** What of an item was otherwise before a change: the fields, as they were. */
function changedFrom(before: ProgrammeItem, after: ProgrammeItem): object {
  const [old, fresh] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const keys = [...new Set([...old.keys(), ...fresh.keys()])];
  return Object.fromEntries(keys.flatMap((key) => (old.get(key) === fresh.get(key) ? [] : [[key, old.get(key)]])));
}

const scriptItem = (form: TakeForm) =>
  ({ kind: "script", script: packForm(form), excerpt: excerptOf(saidInForm(form)) }) as const;

const commonOf = ({ id, place, name, titled, notes }: ProgrammeItem) => ({ id, place, name, titled, notes });

function inOrder(items: readonly ProgrammeItem[]): readonly ProgrammeItem[] {
  return [...items].sort((one, other) => one.place - other.place || (one.id < other.id ? -1 : 1));
}

/** The items that have another place once `id` stands at `index`: the places stay, what stands there changes. */
function movedTo(items: readonly ProgrammeItem[], id: string, index: number): readonly ProgrammeItem[] {
  const moved = items.find((each) => each.id === id);
  if (moved === undefined) return [];
  const order = items.filter((each) => each.id !== id);
  order.splice(Math.min(Math.max(0, index), order.length), 0, moved);
  return order.flatMap((item, at) => {
    const place = items[at]?.place ?? item.place;
    return place === item.place ? [] : [{ ...item, place }];
  });
}
