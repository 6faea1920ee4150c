import { addAbortListener } from "node:events";
import { LRUCache } from "lru-cache";

/** Remembers the last that was found, and what is being found; failures are forgotten. */
export function remember<Value>(max: number): (key: string, find: () => Promise<Value>) => Promise<Value> {
  const known = new LRUCache<string, Promise<Value>>({ max });
  return (key, find) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const finding = find();
    known.set(key, finding);
    finding.catch(() => known.delete(key));
    return finding;
  };
}

/** The same promise, but nobody waits for it after an abort. What it finds may still serve others. */
export function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const listener = addAbortListener(signal, () => reject(signal.reason));
    promise.then(resolve, reject).finally(() => listener[Symbol.dispose]());
  });
}
