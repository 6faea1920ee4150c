import * as z from "zod/mini";
import type { StorageOptions } from "./settings-storage.ts";

/** A short list that outlives a reload and that all tabs of a browser share. */
export interface PersistedList<Item> {
  /** Read anew each time: other tabs write here too. */
  read(): readonly Item[];
  write(items: readonly Item[]): void;
}

/** The items of a list that are of `schema`: one that was damaged must not cost a person the rest. */
export function readableOf<Item>(schema: z.ZodMiniType<Item>): z.ZodMiniType<Item[]> {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((items) =>
      items.flatMap((item) => {
        const parsed = schema.safeParse(item);
        return parsed.success ? [parsed.data] : [];
      }),
    ),
  );
}

/**
 * A list kept in `storage` under `key`; where nothing may be kept, or what is kept is no list, this page remembers it.
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
        const parsed = readableOf(schema).safeParse(JSON.parse(kept?.getItem(key) ?? ""));
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
