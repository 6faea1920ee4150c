/** One step of work with a name for people who look at the queue. */
export interface Operation {
  readonly label: string;
  /** Does the step. The next one starts when the promise is settled. */
  run(): Promise<void> | void;
}

/** Runs operations one at a time, in order. It calls `onError` when one fails, and then runs nothing more. */
export function createOperationQueue(onError: (error: unknown, label: string) => void) {
  const operations: Operation[] = [];
  let running = false;
  let disposed = false;

  async function drain(): Promise<void> {
    running = true;
    for (let next = operations[0]; next !== undefined && !disposed; next = operations[0]) {
      try {
        await next.run();
      } catch (error) {
        if (!disposed) onError(error, next.label);
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
    /** The labels of what runs and waits, the running one first. */
    labels: (): readonly string[] => operations.map((operation) => operation.label),
    /** Forgets everything that waits; what runs is left to end by itself. */
    dispose(): void {
      disposed = true;
      operations.length = 0;
    },
  };
}
