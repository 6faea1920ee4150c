import { property } from "../../contract/json.ts";
import {
  type Check,
  type CheckStep,
  endpointOfRequest,
  expectsRefusal,
  fingerprintOf,
  type Spoken,
  spokenBy,
} from "../checks/check.ts";
import { fillExpectation, fillRequest, missingIn } from "../checks/fill.ts";
import { judge, needsListening, needsWords, patternsOf, type Verdict, valuesAt, wasAccepted } from "../checks/judge.ts";
import { nothingObserved, type Observation } from "../checks/observation.ts";
import { mayHaveOtherCause, type Outcome, type UnjudgedReason } from "../checks/outcome.ts";
import { type ChecksPrice, priceOf, sumOfPrices } from "../checks/price.ts";
import type { Seen } from "./observe.ts";
import { type CheckEnvironment, newMemory, type Performed, perform, type RunMemory } from "./perform.ts";
import { type CheckResult, overBudget, type StepResult, stillRunning } from "./result.ts";

/** One check's run, with the sound of its last step that had one. */
export interface CheckRun {
  readonly result: CheckResult;
  readonly sound: Seen["sound"];
}

/**
 * Runs one check: its steps in order, each judged by what came. A request is sent once, and one that is shared once in
 * a run. Rejects with the signal's reason alone.
 */
export async function runCheck(
  check: Check,
  environment: CheckEnvironment,
  signal: AbortSignal,
  memory: RunMemory = newMemory(),
): Promise<CheckRun> {
  const { config, wallClock } = environment;
  const at = wallClock();
  const listens = check.steps.some(({ expect }) => expect.some(needsListening));
  const hearsWords = check.steps.some(({ expect }) => expect.some(needsWords));
  const variables: Record<string, string> = { ...environment.variables };
  const observed = new Map<string, Observation>();
  const accepted = new Set<string>();
  /** Steps that the budget didn't allow. */
  const heldBack = new Set<string>();
  const steps: StepResult[] = [];
  const paid: ChecksPrice[] = [];
  let sound: Seen["sound"];
  let lacks: string | undefined;
  /** What was to be spoken last: the sound of a task comes with another request. */
  let spoken: Spoken | undefined;

  for (const step of check.steps) {
    if (step.control && !environment.controls) continue;
    const missing = missingIn(JSON.stringify(step.request), variables);
    if (missing.length > 0) {
      // Without what a control should have given, the refusal is sent all the same: it may be accepted.
      if (step.control) continue;
      lacks = missing[0];
      break;
    }
    const request = fillRequest(step.request, variables);
    const expect = step.expect
      .filter(({ beyond }) => beyond !== true || config?.service === "embedded")
      .map((expectation) => fillExpectation(expectation, variables));
    const duration = durationFor(step, observed);
    spoken = spokenBy(request) ?? spoken;
    const { performed, isFirst } = share({ ...step, request }, memory, () =>
      perform(
        { ...step, request },
        { listens: listens || step.shared === true, duration, words: hearsWords ? spoken : undefined },
        environment,
        signal,
        memory,
      ),
    );
    const { seen, failure } = await performed;
    const observation = seen?.observation ?? nothingObserved;
    observed.set(step.name, observation);
    if (isFirst && seen !== undefined && wasAccepted(observation)) paid.push(priceOf([request]));
    if (failure === overBudget) heldBack.add(step.name);
    const isHeldBack = [step.name, ...(step.beside ?? [])].some((name) => heldBack.has(name));
    const why =
      failure !== undefined
        ? failure === stillRunning
          ? "unended"
          : "no_answer"
        : isOfTimeless(step, check.steps, observed)
          ? "lacks"
          : whyUnjudged(step, observation, accepted, environment);
    const unjudged = why !== undefined && isHeldBack ? "over_budget" : why;
    const verdicts: Verdict[] = [];
    for (const expectation of unjudged === undefined ? expect : []) {
      const found = await environment.match(patternsOf(expectation, observation, observed));
      let next = 0;
      verdicts.push(judge(expectation, observation, observed, () => found[next++] ?? "not_tried"));
    }
    const isAccepted = failure === undefined && wasAccepted(observation) && !expectsRefusal(step);
    if (isAccepted && (!step.control || verdicts.every(({ ok }) => ok))) accepted.add(step.name);
    if (!step.control) sound = seen?.sound ?? sound;
    steps.push({
      name: step.name,
      request,
      fingerprint: fingerprintOf(step.request),
      ...detailsOf(observation, seen?.text),
      verdicts,
      ...(failure === undefined ? {} : { failure }),
      ...(unjudged === undefined ? {} : { unjudged }),
      ...(step.control ? { control: true } : {}),
    });
    // What it leads to isn't there yet.
    if (failure === stillRunning && !step.control) break;
    for (const [name, path] of Object.entries(step.take ?? {})) {
      const [value] = valuesAt(observation.json, path.split("."));
      if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
        variables[name] = String(value);
    }
  }

  const added = Object.entries(variables).filter(([name]) => !Object.hasOwn(environment.variables, name));
  return {
    result: {
      ...outcomeOf(steps, lacks),
      at,
      service: config?.service,
      serviceName: config?.name,
      address: config?.baseUrl,
      steps,
      variables: Object.fromEntries(added),
      ...(lacks === undefined ? {} : { lacks }),
      spent: sumOfPrices(paid),
    },
    sound,
  };
}

/** What became of a check: it failed where anything did, and passed only where everything was judged. */
function outcomeOf(
  steps: readonly StepResult[],
  lacks: string | undefined,
): { readonly outcome: Outcome; readonly reason?: UnjudgedReason } {
  const own = steps.filter(({ control }) => control !== true);
  const verdicts = own.flatMap((step) => step.verdicts);
  const gaveNothing = lacks !== undefined && own.length > 0 && own.every(({ unjudged }) => unjudged === undefined);
  if (gaveNothing || verdicts.some(({ ok, unjudged }) => !ok && unjudged === undefined)) return { outcome: "failed" };
  const reason =
    own.find(({ unjudged }) => unjudged !== undefined)?.unjudged ??
    verdicts.find(({ unjudged }) => unjudged !== undefined)?.unjudged ??
    (lacks === undefined ? undefined : "lacks") ??
    (verdicts.length === 0 ? "nothing_expected" : undefined);
  return reason === undefined ? { outcome: "passed" } : { outcome: "not_judged", reason };
}

/** They tell of the key, of how often was asked, or of a service that can't be had at present. */
const sayNothing = [401, 403, 429, 502, 503, 504] as const;

/**
 * Why a step's answer says nothing of the rule. A refusal counts beside requests that are accepted, and by a status
 * that can't have another cause; what is spoken although it should be refused says enough by itself.
 */
function whyUnjudged(
  step: CheckStep,
  observation: Observation,
  accepted: ReadonlySet<string>,
  { controls }: CheckEnvironment,
): UnjudgedReason | undefined {
  if (observation.broken) return "broken_answer";
  const { status } = observation;
  const asksFor = step.expect.some((each) => each.kind === "status" && each.least === status && each.most === status);
  if (!expectsRefusal(step) || step.beside === undefined) {
    // A key may lack the permission for the model list alone (section 5), and a service a model (section 9).
    const wantsError = expectsRefusal(step) || step.expect.some(({ kind }) => kind === "error");
    const isElsewhere = status === 404 && !wantsError && endpointOfRequest(step.request) !== undefined;
    return (isElsewhere || sayNothing.some((each) => each === status)) && !asksFor ? "status" : undefined;
  }
  if (wasAccepted(observation)) return undefined;
  if (status !== undefined && mayHaveOtherCause(status) && !asksFor) return "status";
  if (step.beside.every((name) => accepted.has(name))) return undefined;
  return controls ? "control_refused" : "no_control";
}

/** Whether a step asked for the timestamps of a task that named none, and got none: they may be absent (section 4). */
function isOfTimeless(
  step: CheckStep,
  steps: readonly CheckStep[],
  observed: ReadonlyMap<string, Observation>,
): boolean {
  if (expectsRefusal(step) || observed.get(step.name)?.status !== 404) return false;
  const task = steps.find(({ request }) => `${request.path}/timestamps` === step.request.path);
  const json = task === undefined ? undefined : observed.get(task.name)?.json;
  return property(json, "status") === "completed" && property(json, "timestamps_url") === undefined;
}

/** The length of the sound that a step's times belong to, where it came in an earlier answer. */
function durationFor({ expect }: CheckStep, observed: ReadonlyMap<string, Observation>): number | undefined {
  const times = expect.find(({ kind }) => kind === "times");
  const sound = times?.kind === "times" ? times.sound : undefined;
  return sound === undefined ? undefined : observed.get(sound)?.figures.duration;
}

type SharedStep = Pick<CheckStep, "request" | "shared" | "until" | "follow">;

function keyOf({ request, until, follow }: Pick<SharedStep, "request" | "until" | "follow">): string {
  return JSON.stringify([request, until, follow]);
}

/** Performs a step that is shared before the first check that has it, which counts it as its own. */
export function shareAhead(step: SharedStep, memory: RunMemory, begin: () => Promise<Performed>): Promise<Performed> {
  const { performed } = share(step, memory, begin);
  memory.ahead.add(keyOf(step));
  return performed;
}

/** Performs a step, or hands out what was answered to it before in this run, if it is shared. */
function share(
  { request, shared, until, follow }: SharedStep,
  { shared: answers, ahead }: RunMemory,
  begin: () => Promise<Performed>,
): { readonly performed: Promise<Performed>; readonly isFirst: boolean } {
  if (!shared) return { performed: begin(), isFirst: true };
  const key = keyOf({ request, until, follow });
  const known = answers.get(key);
  if (known !== undefined) return { performed: known, isFirst: ahead.delete(key) };
  const performed = begin();
  answers.set(key, performed);
  return { performed, isFirst: true };
}

function detailsOf({ status, headers, codec, figures, frames, heard }: Observation, text: string | undefined) {
  const known = Object.entries(figures).filter((entry): entry is [string, number] => entry[1] !== undefined);
  return {
    status,
    headers: headers.map(([key, value]): [string, string] => [key, value]),
    text,
    codec,
    figures: Object.fromEntries(known),
    frames,
    ...(heard === undefined ? {} : { heard }),
  };
}
