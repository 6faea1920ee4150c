import type { TakeChange } from "./database.ts";
import type { TakeDetails, TakeDetailsPatch, TakeId, TakePatch, TakeRow, TakeSound } from "./take.ts";

/** What is known of one take and not on disk yet. */
interface Entry {
  row: TakePatch | undefined;
  details: TakeDetailsPatch | undefined;
  sound: TakeSound | undefined;
  /** Everything but the sound, for a take that was never written: kept until it is. */
  whole: TakeDetails | undefined;
  /** Whether it was given to the disk before, which may have taken it and failed to say so. */
  tried: boolean;
}

/**
 * What waits to be written. The memory is what holds: writing only empties it, so that a disk that is slow, full or
 * away costs nothing but the safety of a reload.
 */
export function createUnsaved() {
  const entries = new Map<TakeId, Entry>();

  function entryOf(id: TakeId): Entry {
    const known = entries.get(id);
    if (known !== undefined) return known;
    const entry: Entry = { row: undefined, details: undefined, sound: undefined, whole: undefined, tried: false };
    entries.set(id, entry);
    return entry;
  }

  function tidy(id: TakeId, { row, details, sound, whole }: Entry): void {
    if ([row, details, sound, whole].every((part) => part === undefined)) entries.delete(id);
  }

  function updateEntry(id: TakeId, update: (entry: Entry) => void): void {
    const entry = entries.get(id);
    if (entry === undefined) return;
    update(entry);
    tidy(id, entry);
  }

  return {
    get size() {
      return entries.size;
    },
    has: (id: TakeId) => entries.has(id),
    /** Takes whose sound waits. */
    sounds: () => [...entries.values()].flatMap(({ sound }) => sound ?? []),
    /** @param tried whether it may be on disk already. */
    add(details: TakeDetails, tried = false): void {
      const entry = entryOf(details.id);
      entry.whole = details;
      entry.tried ||= tried;
    },
    patch(id: TakeId, row: TakePatch | undefined, details: TakeDetailsPatch | undefined): void {
      const entry = entryOf(id);
      if (row !== undefined) entry.row = { ...entry.row, ...row };
      if (details !== undefined) entry.details = { ...entry.details, ...details };
    },
    keepSound(sound: TakeSound): void {
      entryOf(sound.id).sound = sound;
    },
    settleSound(sound: TakeSound): void {
      updateEntry(sound.id, (entry) => {
        if (entry.sound === sound) entry.sound = undefined;
      });
    },
    forgetSound(id: TakeId): void {
      updateEntry(id, (entry) => {
        entry.sound = undefined;
      });
    },
    forget: (id: TakeId) => void entries.delete(id),
    /** Rows and details that wait; undefined when none do. `rowOf` tells what stands in memory of a take. */
    batch(rowOf: (id: TakeId) => TakeRow | undefined) {
      const written: { readonly id: TakeId; readonly entry: Entry; readonly copy: Entry }[] = [];
      const changes = [...entries].flatMap(([id, entry]): TakeChange[] => {
        const { row, details, whole } = entry;
        if (row === undefined && details === undefined && whole === undefined) return [];
        written.push({ id, entry, copy: { ...entry } });
        const isFirst = !entry.tried;
        entry.tried = true;
        const known = rowOf(id);
        const change = { id, row: row ?? {}, details };
        // A take that was written before and isn't there any more was erased: a late change must not leave half of it.
        if (known === undefined || whole === undefined) return [{ ...change, whole: undefined, isNew: false }];
        return [{ ...change, whole: { row: known, details: whole }, isNew: isFirst }];
      });
      if (changes.length === 0) return undefined;
      return {
        changes,
        /** Forgets what was written, except what has changed since. */
        settle(): void {
          for (const { id, entry, copy } of written) {
            if (entry.row === copy.row) entry.row = undefined;
            if (entry.details === copy.details) entry.details = undefined;
            if (entry.whole === copy.whole) entry.whole = undefined;
            if (entries.get(id) === entry) tidy(id, entry);
          }
        },
      };
    },
    rowPatch: (id: TakeId) => entries.get(id)?.row,
    /** What is known of a take's details beyond `stored`. */
    detailsOver(id: TakeId, stored: TakeDetails | undefined): TakeDetails | undefined {
      const entry = entries.get(id);
      const base = stored ?? entry?.whole;
      return base === undefined ? undefined : { ...base, ...entry?.details };
    },
    sound: (id: TakeId) => entries.get(id)?.sound,
  };
}
