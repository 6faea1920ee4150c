import { longestRetryAfter } from "../../api/retry-after.ts";
import { isTerminal, type Task } from "../../contract/tasks.ts";

/** Milliseconds between two looks at a task: 3 to 5 s are recommended (section 3). */
const [soon, later] = [3_000, 5_000];
/** For how long a task is looked at soon, in milliseconds since it was made. */
const youth = 60_000;
/** The longest that the page waits after failures, or for a status that it doesn't know, in milliseconds. */
const longestWait = 60_000;
/** How long a task is looked after by itself, in milliseconds since it was made. After that a person has to ask. */
export const patience = 24 * 3_600_000;

/** What the next look at a task depends on. */
export interface Polling {
  /** Milliseconds since the task was made. */
  readonly age: number;
  /** What it said last; `unknown` for a status that the document doesn't name. */
  readonly status: Task["status"];
  /** How often in a row asking has failed. */
  readonly failures: number;
  /** Seconds to wait, as the service said with its refusal. */
  readonly retryAfter?: number | undefined;
}

/** How long to wait before the task is asked for again, in milliseconds; undefined for never. */
export function pollDelay({ age, status, failures, retryAfter }: Polling): number | undefined {
  if (isTerminal(status) && failures === 0) return undefined;
  if (age > patience) return undefined;
  if (failures > 0) {
    const backOff = Math.min(longestWait, later * 2 ** (failures - 1));
    return Math.max(backOff, Math.min(longestRetryAfter, (retryAfter ?? 0) * 1_000));
  }
  // A word that nobody knows may mean that it has ended: asked ever less often, and not for ever.
  if (status === "unknown") return Math.min(longestWait, Math.max(later, age / 4));
  return age < youth ? soon : later;
}
