import * as z from "zod/mini";
import type { StorageOptions } from "./settings-storage.ts";

/** A short list that outlives a reload and that all tabs of a browser share. */
export interface PersistedList<Item> {
  /** Read anew each time: other tabs write here too. */
  read(): readonly Item[];
  write(items: readonly Item[]): void;
}

/**
 * A list kept in `storage` under `key`; where nothing may be kept, or what is kept isn't of `schema`, this page
 * remembers it.
 */
export function createPersistedList<Item>(
  storage: StorageOptions["storage"],
  key: string,
  schema: z.ZodMiniType<Item>,
): PersistedList<Item> {
  let kept = storage;
  let known: readonly Item[] = [];
  return {
    read() {
      try {
        const parsed = z.array(schema).safeParse(JSON.parse(kept?.getItem(key) ?? ""));
        if (parsed.success) known = parsed.data;
      } catch {
        // Nothing is kept, or nothing may be: what this page remembers holds.
      }
      return known;
    },
    write(items) {
      known = items;
      try {
        kept?.setItem(key, JSON.stringify(items));
      } catch {
        // Full or forbidden: this page remembers it, and what is kept is out of date.
        kept = undefined;
      }
    },
  };
}
