import type { SpeechClient } from "../../api/client.ts";
import { SpeechRequestError } from "../../api/errors.ts";
import type { ExchangeAnswer } from "../../api/exchange.ts";
import { retryAfterOf, usualPause } from "../../api/retry-after.ts";
import { type Check, type CheckRequest, type CheckStep, isDocumented } from "../../contract/checks/check.ts";
import { fillExpectation, fillRequest, missingIn, type Variables } from "../../contract/checks/fill.ts";
import { judge, patternsOf, type Verdict, valuesAt } from "../../contract/checks/judge.ts";
import { nothingObserved, type Observation } from "../../contract/checks/observation.ts";
import type { PlaygroundConfig } from "../../contract/playground.ts";
import { taskPath } from "../../contract/routes.ts";
import type { Matcher } from "./match.ts";
import type { MeasureSound } from "./measure.ts";
import {
  needsListening,
  type ObserveOptions,
  observeAnswer,
  observeConversation,
  type Seen,
  withTask,
} from "./observe.ts";
import { type CheckResult, type StepResult, undocumented } from "./result.ts";

/** What checks are run with. */
export interface CheckEnvironment {
  readonly client: Pick<SpeechClient, "exchange" | "converse">;
  /** Measures silence and loudness; what is expected of them isn't met where it is absent. */
  readonly measure: MeasureSound | undefined;
  /** Looks at what came by the patterns that are expected. */
  readonly match: Matcher;
  /** Unix time in milliseconds. */
  readonly wallClock: () => number;
  /** Waits, unless the signal is raised. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Which service is asked, as far as known: what lies beyond the document is judged at the embedded one only. */
  readonly config: Pick<PlaygroundConfig, "service" | "baseUrl"> | undefined;
  readonly variables: Variables;
}

/** One check's run, with the sound of its last step that had one. */
export interface CheckRun {
  readonly result: CheckResult;
  readonly sound: Seen["sound"];
}

/** Told to everyone who runs checks beside: until when nothing may be sent, in Unix milliseconds. */
export interface RateGate {
  until: number;
}

/** How often a task is asked for, in milliseconds: as the document recommends (section 3). */
export const pollEvery = 3_000;
/** How often a task is asked for until it is given up: half an hour. */
const mostPolls = 600;
/** How often a request that the service turned away with 429 is sent again. */
const mostTurnedAway = 3;

/**
 * Runs one check: its steps in order, each judged by what came. A request is sent once. Only one that the service turned
 * away with 429, which says that nothing was begun, is sent again, after the pause that the service names. Rejects with the
 * signal's reason alone.
 */
export async function runCheck(
  check: Check,
  environment: CheckEnvironment,
  signal: AbortSignal,
  gate: RateGate = { until: 0 },
): Promise<CheckRun> {
  const { config, wallClock } = environment;
  const at = wallClock();
  const listens = check.steps.some(({ expect }) => expect.some(needsListening));
  const variables: Record<string, string> = { ...environment.variables };
  const observed = new Map<string, Observation>();
  const steps: StepResult[] = [];
  let sound: Seen["sound"];
  let lacks: string | undefined;

  for (const step of check.steps) {
    const missing = missingIn(JSON.stringify(step.request), variables);
    if (missing.length > 0) {
      lacks = missing[0];
      break;
    }
    const request = fillRequest(step.request, variables);
    const expect = step.expect
      .filter(({ beyond }) => beyond !== true || config?.service === "embedded")
      .map((expectation) => fillExpectation(expectation, variables));
    const options: ObserveOptions = { request, measure: environment.measure, signal, listens };
    const { seen, failure } = await perform({ ...step, request, expect }, options, environment, signal, gate);
    const observation = seen?.observation ?? nothingObserved;
    observed.set(step.name, observation);
    sound = seen?.sound ?? sound;
    const verdicts: Verdict[] = [];
    for (const expectation of failure === undefined ? expect : []) {
      const found = await environment.match(patternsOf(expectation, observation, observed));
      let next = 0;
      verdicts.push(judge(expectation, observation, observed, () => found[next++] ?? "not_tried"));
    }
    steps.push(resultOf(step.name, verdicts, observation, seen?.text, failure));
    for (const [name, path] of Object.entries(step.take ?? {})) {
      const [value] = valuesAt(observation.json, path.split("."));
      if (typeof value === "string") variables[name] = value;
    }
  }

  const judged = steps.flatMap(({ verdicts }) => verdicts);
  const broken = steps.some(({ failure }) => failure !== undefined);
  const failed = judged.some(({ ok }) => !ok);
  const outcome = broken
    ? "broken"
    : failed || (lacks !== undefined && steps.length > 0)
      ? "failed"
      : lacks !== undefined || judged.length === 0
        ? "not_run"
        : "passed";
  return {
    result: {
      outcome,
      at,
      service: config?.service,
      address: config?.baseUrl,
      steps,
      variables: Object.fromEntries(
        Object.entries(variables).filter(([name]) => !Object.hasOwn(environment.variables, name)),
      ),
      ...(lacks === undefined ? {} : { lacks }),
    },
    sound,
  };
}

function resultOf(
  name: string,
  verdicts: readonly Verdict[],
  observation: Observation,
  text: string | undefined,
  failure: string | undefined,
): StepResult {
  const { status, headers, codec, figures, frames } = observation;
  const known = Object.entries(figures).filter((entry): entry is [string, number] => entry[1] !== undefined);
  return {
    name,
    status,
    headers: headers.map(([key, value]) => [key, value]),
    text,
    codec,
    figures: Object.fromEntries(known),
    frames,
    verdicts: [...verdicts],
    failure,
  };
}

interface Performed {
  readonly seen?: Seen;
  /** Why nothing can be judged. */
  readonly failure?: string;
}

/** Sends what a step sends, as often as it has to, and looks at the last answer. */
async function perform(
  { request, until, follow: waits }: CheckStep,
  options: ObserveOptions,
  environment: CheckEnvironment,
  signal: AbortSignal,
  gate: RateGate,
): Promise<Performed> {
  // What an answer, a file or an older version named may be any address.
  if (!isDocumented(request)) return { failure: undocumented };
  try {
    for (let polls = 0; ; polls++) {
      const seen = await ask(request, options, environment, signal, gate);
      if (until === undefined) return { seen: waits ? await follow(seen, options, environment, signal, gate) : seen };
      const [value] = valuesAt(seen.observation.json, until.path.split("."));
      if (value === undefined || until.values.some((wanted) => wanted === value)) return { seen };
      if (polls === mostPolls) return { failure: `${until.path}: ${String(value)}` };
      await environment.wait(pollEvery, signal);
    }
  } catch (error) {
    signal.throwIfAborted();
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

/** Waits until a task that was made has ended, and looks at what it brought. */
async function follow(
  made: Seen,
  options: ObserveOptions,
  environment: CheckEnvironment,
  signal: AbortSignal,
  gate: RateGate,
): Promise<Seen> {
  const [id] = valuesAt(made.observation.json, ["id"]);
  const path = typeof id === "string" ? taskPath("task", id) : undefined;
  if (typeof id !== "string" || path === undefined) return made;
  const get = (path: string, duration?: number): Promise<Seen> => {
    const request: CheckRequest = { transport: "http", method: "GET", path };
    return ask(request, { ...options, request, duration }, environment, signal, gate);
  };
  let last: Seen | undefined;
  for (let polls = 0; polls < mostPolls; polls++) {
    last = await get(path);
    const [status] = valuesAt(last.observation.json, ["status"]);
    if (status !== "queued" && status !== "in_progress") break;
    await environment.wait(pollEvery, signal);
  }
  const task = last?.observation.json;
  const [status] = valuesAt(task, ["status"]);
  if (status !== "completed") return withTask(made, last, undefined, undefined);
  const [address] = valuesAt(task, ["content_url"]);
  const query = typeof address === "string" && address.includes("?") ? address.slice(address.indexOf("?")) : "";
  const content = await get(`${taskPath("content", id) ?? path}${query}`);
  const hasTimes = valuesAt(task, ["timestamps_url"]).length > 0;
  const times = hasTimes
    ? await get(taskPath("timestamps", id) ?? path, content.observation.figures.duration)
    : undefined;
  return withTask(made, last, content, times);
}

/** One request, once; again only where the service turned it away with 429. */
async function ask(
  request: CheckRequest,
  options: ObserveOptions,
  environment: CheckEnvironment,
  signal: AbortSignal,
  gate: RateGate,
): Promise<Seen> {
  for (let turnedAway = 0; ; turnedAway++) {
    for (let left = gate.until - environment.wallClock(); left > 0; left = gate.until - environment.wallClock()) {
      await environment.wait(left, signal);
      signal.throwIfAborted();
    }
    const seen = await send(request, options, environment, signal);
    if (seen.observation.status !== 429) return seen;
    const now = environment.wallClock();
    gate.until = Math.max(gate.until, now + (retryAfterOf(seen.observation.headers, now) ?? usualPause));
    if (turnedAway === mostTurnedAway) throw new Error("429");
  }
}

async function send(
  request: CheckRequest,
  options: ObserveOptions,
  { client }: CheckEnvironment,
  signal: AbortSignal,
): Promise<Seen> {
  if (request.transport === "http") {
    const { method, path, body, range } = request;
    const parts = { ...(body === undefined ? {} : { body }), ...(range === undefined ? {} : { range }) };
    return observeAnswer(await client.exchange({ method, path, ...parts }, signal), options);
  }
  try {
    return await observeConversation(await client.converse(request, signal), options);
  } catch (error) {
    if (!(error instanceof SpeechRequestError)) throw error;
    return observeAnswer(answerOf(error), options);
  }
}

/** The answer to a WebSocket that wasn't taken. */
function answerOf({ status, headers, error }: SpeechRequestError): ExchangeAnswer {
  const type = headers.find(([name]) => name === "content-type")?.[1] ?? "";
  const body = new Blob([error.bytes ?? error.raw], { type });
  return { status, headers, body, truncated: false, broken: false, times: { headers: 0, end: 0 } };
}
