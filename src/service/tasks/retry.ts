import { setTimeout } from "node:timers/promises";
import { ContentUnavailableError } from "../content/content-storage.ts";
import { Refusal } from "../refusal.ts";
import { isStorageAway } from "../storage/unreachable.ts";
import { NothingToSpeakError } from "../synthesis/synthesizer.ts";

/** How often a step of a task is tried before the task fails with its reason. */
const tries = 3;
/**
 * How long it waits for room on a full disk, or for a storage that can't be reached, in milliseconds, after the first
 * failure and after the second.
 */
const waitForStorage = [2_000, 6_000] as const;

/** Runs a step of a task, and again when it failed in a way that may pass. Rejects with the last failure's reason. */
export type Retry = <Result>(step: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

/** @param wait resolves after so many milliseconds; rejects when the signal is raised. */
export function createRetry(
  onFailure: (error: unknown) => void,
  wait = (milliseconds: number, signal: AbortSignal): Promise<void> => setTimeout(milliseconds, undefined, { signal }),
): Retry {
  return async (step, signal) => {
    for (let count = 1; ; count++) {
      try {
        return await step();
      } catch (error) {
        if (signal.aborted || count === tries || !mayPass(error)) throw error;
        onFailure(error);
        if (isStorageAway(error) || error instanceof ContentUnavailableError)
          await wait(waitForStorage[count - 1] ?? 0, signal);
      }
    }
  };
}

/** What is wrong with the request stays wrong. */
function mayPass(error: unknown): boolean {
  if (error instanceof Refusal) return error.status >= 500;
  return !(error instanceof NothingToSpeakError);
}
