import type { StorageOptions } from "./settings-storage.ts";

/** One text that outlives a reload: written at once, since a reload may come in the next moment. */
export interface KeptText {
  /** Undefined where there is none, or nothing can be kept. */
  read(): string | undefined;
  /** Undefined takes it away. */
  write(text: string | undefined): void;
}

/** A text kept in `storage` under `key`. Where the browser keeps nothing, neither does it. */
export function createKeptText(storage: StorageOptions["storage"], key: string): KeptText {
  return {
    read() {
      try {
        return storage?.getItem(key) ?? undefined;
      } catch {
        return undefined;
      }
    },
    write(text) {
      try {
        if (text === undefined) storage?.removeItem(key);
        else storage?.setItem(key, text);
      } catch {
        // The page begins anew after a reload.
      }
    },
  };
}
