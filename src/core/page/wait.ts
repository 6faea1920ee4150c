/** Waits so many milliseconds, or until the signal is raised; settles either way. */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done, { once: true });
    if (signal.aborted) done();
  });
}

/** Settles once `holds`, which is looked at now and with each piece of news of `source`. */
export function settledOnce(
  source: { subscribe(listener: () => void): () => void },
  holds: () => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    if (holds()) {
      resolve();
      return;
    }
    const stop = source.subscribe(() => {
      if (!holds()) return;
      stop();
      resolve();
    });
  });
}

/** Settles with `written`, after `patience` milliseconds at the latest. */
export function inTime(written: Promise<unknown>, patience: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = patience === undefined ? undefined : setTimeout(resolve, patience);
    written.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Lets pass once it is open, which it isn't at first. */
export function createGate() {
  let isOpen = false;
  const waiting: (() => void)[] = [];
  return {
    open(): void {
      isOpen = true;
      for (const goOn of waiting.splice(0)) goOn();
    },
    close(): void {
      isOpen = false;
    },
    /** Settles when it is open, however often it was closed again meanwhile. */
    async passed(): Promise<void> {
      while (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
