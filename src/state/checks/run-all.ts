import type { Check } from "../../contract/checks/check.ts";
import { type CheckEnvironment, type CheckRun, type RateGate, runCheck } from "./run-check.ts";

export interface RunAllOptions {
  readonly environment: CheckEnvironment;
  /** How many checks run beside each other. */
  readonly parallel: number;
  /** Raised when no further check is to begin. What runs goes on to its end: what was paid for is looked at. */
  readonly stop: AbortSignal;
  /** Raised when everything is to end at once. */
  readonly leave: AbortSignal;
  readonly onStart: (check: Check) => void;
  readonly onEnd: (check: Check, run: CheckRun) => void;
}

/** Runs checks in their order, some beside each other. Resolves with those that were never begun. */
export async function runAll(checks: readonly Check[], options: RunAllOptions): Promise<readonly Check[]> {
  const { environment, parallel, stop, leave, onStart, onEnd } = options;
  const gate: RateGate = { until: 0 };
  const waiting = [...checks];
  async function work(): Promise<void> {
    for (let check = next(); check !== undefined; check = next()) {
      onStart(check);
      onEnd(check, await runCheck(check, environment, leave, gate));
    }
  }
  function next(): Check | undefined {
    return stop.aborted || leave.aborted ? undefined : waiting.shift();
  }
  await Promise.all(Array.from({ length: parallel }, work));
  return waiting;
}
