import type { PersistStorage, StorageValue } from "zustand/middleware";
import { isJsonObject } from "../../contract/json.ts";

/** Where settings are kept, and how writing is put off. */
export interface StorageOptions {
  /** Undefined, or one that throws, where the browser blocks it: everything then works from memory. */
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> | undefined;
  /** Where a tab keeps what is its own; undefined like `storage`, and where there is no such thing. */
  readonly tab?: StorageOptions["storage"];
  /** Calls back a moment later; the answer calls it off. A long script must not be written on every keystroke. */
  readonly defer: (callback: () => void) => () => void;
  /** Calls back when the page may be about to go, so that nothing put off is lost. */
  readonly onLeave: (callback: () => void) => void;
}

/**
 * A storage for the settings store that never throws: what is damaged or refused counts as not stored. What `ownOf`
 * takes of the settings is also kept for the tab by itself: a reload brings what this tab held, whatever another one
 * wrote since.
 */
export function createSettingsStorage<Kept>(
  { storage, tab, defer, onLeave }: StorageOptions,
  ownOf: (kept: Kept) => Partial<Kept>,
): PersistStorage<Kept> & {
  /** Has `change` take over what another tab has written, which isn't written once more. */
  adopt(change: () => void): void;
} {
  let adopts = false;
  let pending: { readonly name: string; readonly value: StorageValue<Kept> } | undefined;
  let callOff: (() => void) | undefined;

  function write(): void {
    callOff?.();
    callOff = undefined;
    if (pending === undefined) return;
    const { name, value } = pending;
    pending = undefined;
    put(storage, name, value);
    put(tab, name, { ...value, state: ownOf(value.state) });
  }

  onLeave(write);

  return {
    getItem(name) {
      const value = take<Kept>(storage, name);
      const own = take<Partial<Kept>>(tab, name);
      if (value === null || own === null || own.version !== value.version) return value;
      // What this tab never set isn't in JSON; it isn't another tab's either.
      const unset = Object.fromEntries(Object.keys(ownOf(value.state)).map((key) => [key, undefined]));
      return { ...value, state: { ...value.state, ...unset, ...own.state } };
    },
    setItem(name, value) {
      // What waits goes with it: written later, it would bring back what was before.
      if (adopts && pending === undefined) return;
      pending = { name, value };
      callOff ??= defer(write);
    },
    adopt(change) {
      adopts = true;
      change();
      adopts = false;
    },
    removeItem(name) {
      pending = undefined;
      for (const place of [storage, tab]) {
        try {
          place?.removeItem(name);
        } catch {
          // See below.
        }
      }
    },
  };
}

function put(place: StorageOptions["storage"], name: string, value: StorageValue<unknown>): void {
  try {
    place?.setItem(name, JSON.stringify(value));
  } catch {
    // Blocked or full: the settings stay in memory, which is all that can be done for them.
  }
}

function take<Kept>(place: StorageOptions["storage"], name: string): StorageValue<Kept> | null {
  try {
    const text = place?.getItem(name);
    const value: unknown = text == null ? null : JSON.parse(text);
    return isStorageValue<Kept>(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether a stored value has the store's outer shape; what is inside is parsed by the store. */
function isStorageValue<Kept>(value: unknown): value is StorageValue<Kept> {
  return isJsonObject(value) && "state" in value;
}
