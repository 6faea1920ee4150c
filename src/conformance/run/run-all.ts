import { routes } from "../../contract/routes.ts";
import { type Check, endpointOfRequest, expectsRefusal, spokenBy } from "../checks/check.ts";
import { fillRequest, missingIn } from "../checks/fill.ts";
import { needsWords } from "../checks/judge.ts";
import type { UnjudgedReason } from "../checks/outcome.ts";
import { type CheckEnvironment, newMemory, perform, type RunMemory } from "./perform.ts";
import { type CheckResult, overBudget, stoppedInPause } from "./result.ts";
import { type CheckRun, runCheck, shareAhead } from "./run-check.ts";

interface RunAllOptions {
  readonly environment: CheckEnvironment;
  /** How many checks run beside each other. */
  readonly parallel: number;
  /** Whether the run ends at once where the service doesn't accept the key. */
  readonly needsKey: boolean;
  /**
   * Raised when no further check is to begin. What runs goes on to its end: what was paid for is looked at. Only what
   * waits for the service's pause or for the budget ends at once.
   */
  readonly stop: AbortSignal;
  /** Raised when everything is to end at once. */
  readonly leave: AbortSignal;
  /** Told of a check before it is sent, which waits for that. */
  readonly onStart: (check: Check) => Promise<void> | void;
  readonly onEnd: (check: Check, run: CheckRun) => void;
  /** Told of a check that began and is left all the same: it was stopped before the service had answered it. */
  readonly onLeave?: (check: Check) => void;
}

/** What was never asked, and why. */
interface Unasked {
  readonly left: readonly Check[];
  readonly reason: EndReason;
}

/** Why a run ended before it had come to all of its checks. */
const endReasons = ["not_asked", "key_refused", "service_gone"] as const satisfies readonly UnjudgedReason[];
export type EndReason = (typeof endReasons)[number];

/** Whether a run came to a check. */
export function wasAsked({ reason }: CheckResult): boolean {
  return !endReasons.some((each) => each === reason);
}

/** So many checks in a row that get no answer at all mean that nobody is there any more. */
const mostSilent = 3;

/** Runs checks in their order, some beside each other. Resolves with those that were never begun. */
export async function runAll(checks: readonly Check[], options: RunAllOptions): Promise<Unasked> {
  const { environment, parallel, needsKey, stop, leave, onStart, onEnd, onLeave } = options;
  const ending = new AbortController();
  for (const signal of [stop, leave]) {
    if (signal.aborted) ending.abort();
    signal.addEventListener("abort", () => ending.abort(), { once: true });
  }
  const memory = newMemory(3, ending.signal);
  const waiting = [...checks];
  let silent = 0;
  if (needsKey && (await isKeyRefused(checks, environment, leave, memory))) {
    return { left: waiting, reason: "key_refused" };
  }
  async function work(): Promise<void> {
    for (let check = next(); check !== undefined; check = next()) {
      await onStart(check);
      const run = ending.signal.aborted ? undefined : await runCheck(check, environment, leave, memory);
      if (run === undefined || wasLeft(run.result)) {
        waiting.unshift(check);
        onLeave?.(check);
        return;
      }
      silent = isSilent(run.result) ? silent + 1 : 0;
      onEnd(check, run);
    }
  }
  function next(): Check | undefined {
    return stop.aborted || leave.aborted || silent >= mostSilent ? undefined : waiting.shift();
  }
  await Promise.all(Array.from({ length: parallel }, work));
  return { left: waiting, reason: silent >= mostSilent ? "service_gone" : "not_asked" };
}

/** The result of a check that a run didn't come to, or of which only the sending is known. */
export function unaskedResult(reason: EndReason | "unanswered", { config, wallClock }: CheckEnvironment): CheckResult {
  return {
    outcome: "not_judged",
    reason,
    at: wallClock(),
    service: config?.service,
    serviceName: config?.name,
    address: config?.baseUrl,
    steps: [],
    variables: {},
  };
}

/** Whether a person stopped in a wait before the service had answered any step; a WebSocket's answer has no status. */
function wasLeft({ steps }: CheckResult): boolean {
  const isUnanswered = steps.every(({ status, failure }) => status === undefined && failure !== undefined);
  return isUnanswered && steps.some(({ failure }) => failure === stoppedInPause);
}

function isSilent({ steps }: CheckResult): boolean {
  return steps.length > 0 && steps.every(({ failure }) => failure !== undefined && failure !== overBudget);
}

/**
 * Whether the service refuses the key: by the model list with 401, or with 403 and then the first request of the run
 * that is to be accepted in the same way. A key may be kept from the model list alone (section 5).
 */
async function isKeyRefused(
  checks: readonly Check[],
  environment: CheckEnvironment,
  signal: AbortSignal,
  memory: RunMemory,
): Promise<boolean> {
  const { method, path } = routes.models;
  const models = { request: { transport: "http", method, path } } as const;
  const list = (await perform(models, { listens: true }, environment, signal, memory)).seen?.observation.status;
  if (list !== 403) return list === 401;
  const first = checks
    .flatMap(({ steps }) =>
      steps.map((step) => ({ step, hearsWords: steps.some(({ expect }) => expect.some(needsWords)) })),
    )
    .find(
      ({ step }) =>
        endpointOfRequest(step.request) !== undefined &&
        step.shared === true &&
        !expectsRefusal(step) &&
        (!step.control || environment.controls) &&
        missingIn(JSON.stringify(step.request), environment.variables).length === 0,
    );
  if (first === undefined) return true;
  const step = { ...first.step, request: fillRequest(first.step.request, environment.variables) };
  const options = { listens: true, words: first.hearsWords ? spokenBy(step.request) : undefined };
  const { seen } = await shareAhead(step, memory, () => perform(step, options, environment, signal, memory));
  const status = seen?.observation.status;
  return status === 401 || status === 403;
}
