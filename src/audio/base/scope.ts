/** Anything that can be let go of once. */
export interface Disposable {
  dispose(): void;
}

/**
 * The owner of everything that listens, ticks or holds a URL. Whatever a scope was given is released by `dispose`, last
 * given first; what is given to a scope that is disposed already is released at once, so nothing can slip through.
 */
export interface Scope extends Disposable {
  readonly disposed: boolean;
  /** Registers how something is released. Returns a function that releases it now and forgets it. */
  own(release: () => void): () => void;
  listen(target: EventTarget, type: string, listener: () => void): () => void;
  /** Calls back once after `milliseconds`, unless released before. */
  timeout(callback: () => void, milliseconds: number): () => void;
  interval(callback: () => void, milliseconds: number): () => void;
  /** An address of `source` that is revoked with the scope. */
  objectUrl(source: Blob | MediaSource): { readonly url: string; release(): void };
}

/** A new scope without anything in it. */
export function createScope(): Scope {
  const releases = new Set<() => void>();
  let disposed = false;

  function own(release: () => void): () => void {
    let released = false;
    const once = (): void => {
      if (released) return;
      released = true;
      releases.delete(once);
      release();
    };
    if (disposed) once();
    else releases.add(once);
    return once;
  }

  return {
    get disposed() {
      return disposed;
    },
    own,
    listen(target, type, listener) {
      target.addEventListener(type, listener);
      return own(() => target.removeEventListener(type, listener));
    },
    timeout(callback, milliseconds) {
      const timer = setTimeout(() => {
        release();
        callback();
      }, milliseconds);
      const release = own(() => clearTimeout(timer));
      return release;
    },
    interval(callback, milliseconds) {
      const timer = setInterval(callback, milliseconds);
      return own(() => clearInterval(timer));
    },
    objectUrl(source) {
      const url = URL.createObjectURL(source);
      return { url, release: own(() => URL.revokeObjectURL(url)) };
    },
    dispose() {
      disposed = true;
      for (const release of [...releases].reverse()) release();
    },
  };
}
