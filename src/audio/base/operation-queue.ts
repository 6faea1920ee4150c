/** One step of work. The next one starts when the promise is settled. */
type Operation = () => Promise<void> | void;

/** Runs operations one at a time, in order. It calls `onError` when one fails, and then runs nothing more. */
export function createOperationQueue(onError: (error: unknown) => void) {
  const operations: Operation[] = [];
  let running = false;
  let disposed = false;

  async function drain(): Promise<void> {
    running = true;
    for (let next = operations[0]; next !== undefined && !disposed; next = operations[0]) {
      try {
        await next();
      } catch (error) {
        if (!disposed) onError(error);
        disposed = true;
      }
      operations.shift();
    }
    running = false;
  }

  return {
    add(operation: Operation): void {
      if (disposed) return;
      operations.push(operation);
      if (!running) void drain();
    },
    /** Forgets everything that waits; what runs is left to end by itself. */
    dispose(): void {
      disposed = true;
      operations.length = 0;
    },
  };
}
