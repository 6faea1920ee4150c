/** A value that others watch: the two functions that React's `useSyncExternalStore` asks for. */
export interface Observable<Value> {
  /** The present value: the same object until it changes. */
  getSnapshot(): Value;
  /** Calls `listener` after each change. Returns the function that ends it. */
  subscribe(listener: () => void): () => void;
}

/** An observable value with its setter. */
export interface Store<Value> extends Observable<Value> {
  /** Replaces the value and tells the listeners, unless it is the same object. */
  set(value: Value): void;
  /** Replaces the value and tells nobody: the next call of `set` does, also with this value. */
  setSilently(value: Value): void;
}

/** A store that holds `initial`. The functions may be passed around without their object. */
export function createStore<Value>(initial: Value): Store<Value> {
  const listeners = new Set<() => void>();
  let current = initial;
  let told = initial;
  return {
    getSnapshot: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(value) {
      current = value;
      if (Object.is(value, told)) return;
      told = value;
      for (const listener of [...listeners]) listener();
    },
    setSilently(value) {
      current = value;
    },
  };
}
