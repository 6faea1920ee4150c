import type { StorageOptions } from "./settings-storage.ts";

/** A tab's storage, whose writing is put off until the page goes. */
export function createTab(stored: Record<string, string> = {}) {
  const leaving: (() => void)[] = [];
  const options: StorageOptions = {
    storage: {
      getItem: (name: string) => stored[name] ?? null,
      setItem: (name: string, value: string) => void Object.assign(stored, { [name]: value }),
      removeItem: (name: string) => void delete stored[name],
    },
    defer: () => () => {},
    onLeave: (callback) => void leaving.push(callback),
  };
  return {
    stored,
    options,
    reload() {
      for (const leave of leaving) leave();
    },
  };
}
