import type { AudioPart, AudioSource } from "../audio/base/source.ts";
import type { RequestObserver, UntimedEvent } from "./request-events.ts";

/** Reports what happens to a request at the moment when it does, and returns that moment. */
export type Report = (event: UntimedEvent) => number;

/** A report to `observe`, if anybody does, by the clock `now` in milliseconds. */
export function reportTo(observe: RequestObserver | undefined, now: () => number): Report {
  return (event) => {
    const at = now();
    observe?.({ ...event, at });
    return at;
  };
}

/**
 * `answer` as a source that is good for one iteration, since a request that costs money must not be sent twice; a
 * second one throws. How it ended is reported where it did not end well: `failed`, or `aborted` when the listener left.
 */
export function answeredOnce(report: Report, answer: (signal: AbortSignal) => AsyncIterable<AudioPart>): AudioSource {
  let used = false;
  return async function* source(signal) {
    if (used) throw new Error("A speech request is sent once only; it may have been billed.");
    used = true;
    let settled = false;
    try {
      for await (const part of answer(signal)) {
        // Leaving behind the end gives nothing up.
        if (part.type === "end") settled = true;
        yield part;
      }
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      settled = true;
      report({ type: "failed", error });
      throw error;
    } finally {
      if (!settled) report({ type: "aborted" });
    }
  };
}
