import type { PersistStorage, StorageValue } from "zustand/middleware";
import { isJsonObject } from "../contract/json.ts";

/** Where settings are kept, and how writing is put off. */
export interface StorageOptions {
  /** Undefined, or one that throws, where the browser blocks it: everything then works from memory. */
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> | undefined;
  /** Calls back a moment later; the answer calls it off. A long script must not be written on every keystroke. */
  readonly defer: (callback: () => void) => () => void;
  /** Calls back when the page may be about to go, so that nothing put off is lost. */
  readonly onLeave: (callback: () => void) => void;
}

/** A storage for the settings store that never throws: what is damaged or refused counts as not stored. */
export function createSettingsStorage<Kept>({ storage, defer, onLeave }: StorageOptions): PersistStorage<Kept> {
  let pending: { readonly name: string; readonly value: StorageValue<Kept> } | undefined;
  let callOff: (() => void) | undefined;

  function write(): void {
    callOff?.();
    callOff = undefined;
    if (pending === undefined) return;
    const { name, value } = pending;
    pending = undefined;
    try {
      storage?.setItem(name, JSON.stringify(value));
    } catch {
      // Blocked or full: the settings stay in memory, which is all that can be done for them.
    }
  }

  onLeave(write);

  return {
    getItem(name) {
      try {
        const text = storage?.getItem(name);
        const value: unknown = text == null ? null : JSON.parse(text);
        return isStorageValue<Kept>(value) ? value : null;
      } catch {
        return null;
      }
    },
    setItem(name, value) {
      pending = { name, value };
      callOff ??= defer(write);
    },
    removeItem(name) {
      pending = undefined;
      try {
        storage?.removeItem(name);
      } catch {
        // See above.
      }
    },
  };
}

/** Whether a stored value has the store's outer shape; what is inside is parsed by the store. */
function isStorageValue<Kept>(value: unknown): value is StorageValue<Kept> {
  return isJsonObject(value) && "state" in value;
}
