import * as z from "zod/mini";
import { createStore, type StoreApi } from "zustand/vanilla";
import { perPlayground } from "../page/per-playground.ts";
import { toldRecords } from "../page/told-records.ts";
import { settledOnce } from "../page/wait.ts";
import { packForm, type Received, receiveForm } from "../submit/shared-form.ts";
import { excerptOf } from "../submit/submission.ts";
import { createBrowserRecords } from "../takes/browser-records.ts";
import type { Records } from "../takes/records.ts";
import type { TakeForm, TakeId, TakeRow } from "../takes/take.ts";
import { createTakeId } from "../takes/take-id.ts";

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined);

/** One thing that is presented: a prepared take, or a script with its settings. */
export const programmeItemSchema = z.object({
  id: z.string().check(z.minLength(1)),
  /** Items are shown in the order of their places. */
  place: z.number(),
  /** What a person calls it; empty where they don't. */
  name: z.catch(z.string(), ""),
  /** The beginning of its words, to be told what it was where its take is gone. */
  excerpt: z.catch(z.string(), ""),
  /** The take that is heard: the prepared one, or the one that a script became when it was spoken. */
  take: optional(z.string()),
  /** A script with its settings, in the form in which they are shared (see `packForm`); absent for a prepared take. */
  script: z.optional(z.unknown()),
});
export type ProgrammeItem = Readonly<z.infer<typeof programmeItemSchema>>;

/** What a person prepared to present, kept across reloads. */
export interface Programme {
  /** In the order in which they are shown. */
  readonly items: readonly ProgrammeItem[];
  /** Whether what is on disk is among them, as far as it can be read. */
  readonly loaded: boolean;
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
  addItems(items: readonly Omit<ProgrammeItem, "place">[]): void;
  /** Notes that a script is being corrected on the page, or that none is. */
  correct(id: string | undefined): void;
  /** Puts a script in the place of another. Returns the function that brings that back. */
  replaceScript(id: string, form: TakeForm, take?: TakeId): () => void;
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
      const { records: all, loaded, keeping } = records.getSnapshot();
      // Where an older tab holds the storage, nobody knows when it can be read.
      set({ items: inOrder(all), loaded: loaded || keeping.kind === "memory" });
    });

    function add(item: Omit<ProgrammeItem, "id" | "place" | "name">, index?: number): string {
      const id = newId();
      records.put({ id, place: placeBefore(index), name: "", ...item });
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

    function change(id: string, changes: Partial<ProgrammeItem>): void {
      const item = get().items.find((each) => each.id === id);
      if (item !== undefined) records.put({ ...item, ...changes });
    }

    return {
      items: [],
      loaded: false,
      corrected: undefined,
      open: records.open,
      addTake: ({ id, excerpt, name }) => add({ take: id, excerpt: name || excerpt }),
      addScript: (form, take, index) => add({ script: packForm(form), excerpt: excerptOf(form.text), take }, index),
      addItems(added) {
        const from = placeBefore();
        if (added.length > 0) records.put(...added.map((item, at) => ({ ...item, place: from + at })));
      },
      correct: (corrected) => set({ corrected }),
      replaceScript(id, form, take) {
        const before = get().items.find((each) => each.id === id);
        change(id, { script: packForm(form), excerpt: excerptOf(form.text), take });
        return () => {
          if (before !== undefined) records.put(before);
        };
      },
      move(id, index) {
        records.put(...movedTo(get().items, id, index));
      },
      rename: (id, name) => change(id, { name: name.trim() }),
      noteTake: (id, take) => change(id, { take }),
      speakLive(id) {
        const kept = get().items.filter((item) => isRecorded(item) && (id === undefined || item.id === id));
        records.put(...kept.map((item) => ({ ...item, take: undefined })));
        return () => {
          for (const { id: each, take } of kept) if (take !== undefined) get().noteTake(each, take);
        };
      },
      remove(id) {
        const item = get().items.find((each) => each.id === id);
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

/** What an item's script says; undefined for a prepared take, and where it can't be read. */
export function scriptOf({ script }: Pick<ProgrammeItem, "script">): Received | undefined {
  return script === undefined ? undefined : receiveForm(script);
}

/** Whether an item is a script that became a take, so that it isn't spoken live any more. */
export function isRecorded({ script, take }: Pick<ProgrammeItem, "script" | "take">): boolean {
  return script !== undefined && take !== undefined;
}

/** Whether an item is a script with these settings: added twice it would be the same. */
export function isSameScript(item: Pick<ProgrammeItem, "script">, form: TakeForm): boolean {
  const own = scriptOf(item)?.form;
  if (own === undefined || own.text !== form.text) return false;
  const values = Object.entries(form.values);
  return (
    own.model === form.model &&
    own.mode === form.mode &&
    own.transport === form.transport &&
    values.length === Object.keys(own.values).length &&
    values.every(([key, value]) => own.values[key] === value)
  );
}

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
