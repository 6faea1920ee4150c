import * as z from "zod/mini";
import { NotSentError, ServiceUnreachableError } from "../../api/errors.ts";
import { type Check, checkRequestSchema, fingerprintOf } from "../checks/check.ts";
import { expectationSchema } from "../checks/expectation.ts";
import { outcomes, unjudgedReasons } from "../checks/outcome.ts";

const reason = z.enum(unjudgedReasons);
const verdictSchema = z.object({
  expectation: expectationSchema,
  ok: z.boolean(),
  was: z.optional(z.string()),
  why: z.optional(z.enum(["unreadable", "too_slow", "not_tried"])),
  unjudged: z.optional(reason),
});

/** What one step's answer was, as much of it as is kept, and how it was judged. */
const stepResultSchema = z.object({
  name: z.string(),
  /** What was sent, filled in, or would have been (see `failure`); absent in what earlier versions kept. */
  request: z.optional(checkRequestSchema),
  /** Of the request as the check had it, not filled in. */
  fingerprint: z.optional(z.string()),
  /** Absent where none came, and for a WebSocket that was taken. */
  status: z.optional(z.number()),
  headers: z.array(z.tuple([z.string(), z.string()])),
  /** The beginning of the answer's text; frames one a line. */
  text: z.optional(z.string()),
  codec: z.optional(z.string()),
  figures: z.record(z.string(), z.number()),
  frames: z.optional(z.string()),
  /** What a recogniser of speech heard. */
  heard: z.optional(z.string()),
  verdicts: z.array(verdictSchema),
  /** Why no answer of the service's came. */
  failure: z.optional(z.string()),
  /** Why nothing is said of it. */
  unjudged: z.optional(reason),
  /** It only stood beside others. */
  control: z.optional(z.literal(true)),
});
export type StepResult = Readonly<z.infer<typeof stepResultSchema>>;

const unreachable = new ServiceUnreachableError(undefined).message;
const unsent = new NotSentError(undefined).message;

/** What stands for the failure of a request that wasn't sent, because the document doesn't name its address. */
export const undocumented = "undocumented_address";

/** What stands for the failure of a request that wasn't sent, because it might have cost more than was allowed. */
export const overBudget = "over_budget";

/** What stands for the failure of a request that wasn't sent, because a person stopped while it waited. */
export const stoppedInPause = "Stopped while it had to wait: not sent.";

/** A person stopped the run before a request was sent. */
export class StoppedError extends Error {
  override readonly name = "StoppedError";

  constructor() {
    super(stoppedInPause);
  }
}

/** What stands for the failure of a task that was given up. */
export const stillRunning = "The task still ran after half an hour.";

/** Whether no answer came because there was no connection. */
export function isUnreachable({ failure }: StepResult): boolean {
  return failure === unreachable;
}

/** Whether a request wasn't sent, for want of a network or of a part of the page. */
export function isUnsent({ failure }: StepResult): boolean {
  return failure === unsent;
}

export const checkResultSchema = z.object({
  /** What an earlier version of the page called otherwise wasn't judged. */
  outcome: z.catch(z.enum(outcomes), "not_judged"),
  /** Why it wasn't judged. */
  reason: z.optional(reason),
  /** Unix time in milliseconds. */
  at: z.number(),
  service: z.optional(z.enum(["embedded", "remote"])),
  /** What the service is called, where there are several. */
  serviceName: z.optional(z.string()),
  /** The service's base address. */
  address: z.optional(z.string()),
  steps: z.array(stepResultSchema),
  /** What stood for `{{…}}`. */
  variables: z.record(z.string(), z.string()),
  /** What it lacked, by name, where it wasn't run to its end. */
  lacks: z.optional(z.string()),
  /** What its own requests cost that the service accepted. */
  spent: z.optional(z.object({ tokens: z.number(), amount: z.number(), undocumented: z.number() })),
  /** The take that its sound is kept as. */
  take: z.optional(z.string()),
  /** Where its sound is kept that is no take: the page keeps that of the built-in suite beside its runs. */
  sound: z.optional(z.string()),
});
export type CheckResult = Readonly<z.infer<typeof checkResultSchema>>;

/**
 * Whether a result is one of the requests that a check sends now: a case may have been changed since. What an earlier
 * version kept, which says nothing of its requests, counts as one.
 */
export function isResultOf({ steps }: Pick<Check, "steps">, result: CheckResult): boolean {
  return result.steps.every(({ name, request, fingerprint }) => {
    if (request === undefined) return true;
    const step = steps.find((each) => each.name === name);
    const own = step && fingerprintOf(step.request);
    // A report from a file has the requests as they were sent.
    return own === fingerprint || own === fingerprintOf(request);
  });
}

/** Whether two results are of the same requests, whatever filled these in. */
export function haveSameRequests(one: CheckResult, other: CheckResult): boolean {
  return one.steps.every(({ name, fingerprint }) => {
    const there = other.steps.find((step) => step.name === name)?.fingerprint;
    return fingerprint === undefined || there === undefined || there === fingerprint;
  });
}

/** What is remembered of a run for good: its figures, by step. */
const pastRunSchema = z.object({
  /** Unix time in milliseconds. */
  at: z.number(),
  address: z.optional(z.string()),
  figures: z.record(z.string(), z.record(z.string(), z.number())),
});
export type PastRun = Readonly<z.infer<typeof pastRunSchema>>;

/** So many runs of a check are remembered. */
const mostPast = 30;

/** The figures of the latest runs, this one at their end; controls stand beside others, and are left out. */
export function pastWith(past: readonly PastRun[], { at, address, steps }: CheckResult): PastRun[] {
  const own = steps.filter(({ control, figures }) => control !== true && Object.keys(figures).length > 0);
  if (own.length === 0) return [...past];
  const figures = Object.fromEntries(own.map((step) => [step.name, step.figures]));
  return [...past, { at, ...(address === undefined ? {} : { address }), figures }].slice(-mostPast);
}

/**
 * A check's last run and the one before, by the check's id: a table of its own keeps them. With `run` it is the check's
 * result in the last run of one kind, which stays what it was when the check is run in another (see `reports.ts`).
 */
export const runRecordSchema = z.object({
  id: z.string(),
  last: checkResultSchema,
  before: z.optional(checkResultSchema),
  /** The latest runs, the last one at the end; absent with `run`. */
  past: z.optional(z.array(pastRunSchema)),
  run: z.optional(
    z.object({
      kind: z.string(),
      /** When that run was begun, in Unix milliseconds. */
      at: z.number(),
      /** How many checks belong to it. */
      of: z.number(),
      /** Under which name a person keeps it as a baseline, and which kind of run it was. */
      name: z.optional(z.string()),
      from: z.optional(z.string()),
    }),
  ),
});
export type RunRecord = Readonly<z.infer<typeof runRecordSchema>>;

/**
 * Whether a run ended otherwise than the one before: passed then and not now, or the other way round, or by other
 * values.
 */
export function hasChanged(record: RunRecord): boolean {
  // Asked for each row of a report whenever one of them changes.
  const known = changes.get(record);
  if (known !== undefined) return known;
  const { last, before } = record;
  const changed = before !== undefined && summaryOf(last) !== summaryOf(before);
  changes.set(record, changed);
  return changed;
}

const changes = new WeakMap<RunRecord, boolean>();

/** What two runs are compared by: how every expectation was judged, and which status came. */
function summaryOf({ outcome, steps }: CheckResult): string {
  return JSON.stringify([
    outcome,
    steps.map(({ status, codec, verdicts }) => [status, codec, verdicts.map(({ ok }) => ok)]),
  ]);
}
