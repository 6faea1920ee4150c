import type { AudioPart, AudioSource } from "../audio/base/source.ts";

/** An answer that is fetched once, whoever listens and for how long. */
export interface Replay {
  /** Everything from the first part on, as far as it is there and then as it comes; throws what the fetching threw. */
  readonly source: AudioSource;
  /** All parts, when the last one has come; fails as the fetching does. */
  readonly whole: Promise<readonly AudioPart[]>;
}

/**
 * Begins to fetch `source` and keeps what comes. A listener that leaves doesn't end the fetching: what was paid for
 * arrives, so that it needn't be paid for again.
 */
export function createReplay(source: AudioSource): Replay {
  const parts: AudioPart[] = [];
  let end: { readonly error?: unknown } | undefined;
  /** Wakes each listener that waits for more. */
  const waiting = new Set<() => void>();

  function announce(): void {
    for (const wake of [...waiting]) wake();
  }

  /** Settles when more has come or the listener leaves. */
  function news(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        waiting.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      waiting.add(wake);
      signal.addEventListener("abort", wake);
    });
  }

  async function fetchAll(): Promise<readonly AudioPart[]> {
    try {
      for await (const part of source(new AbortController().signal)) {
        parts.push(part);
        announce();
      }
      end = {};
      return parts;
    } catch (error) {
      end = { error };
      throw error;
    } finally {
      announce();
    }
  }

  const whole = fetchAll();
  // Listeners hear of a failure, so it isn't unhandled where nobody waits for the whole.
  whole.catch(() => undefined);
  return {
    whole,
    async *source(signal) {
      for (let at = 0; ; ) {
        signal.throwIfAborted();
        const part = parts[at];
        if (part !== undefined) {
          at++;
          yield part;
        } else if (end === undefined) await news(signal);
        else if ("error" in end) throw end.error;
        else return;
      }
    },
  };
}
