import type { SpeechClient } from "../../api/client.ts";
import { SpeechRequestError } from "../../api/errors.ts";
import type { ExchangeAnswer } from "../../api/exchange.ts";
import { longestRetryAfter, retryAfterOf, usualPause } from "../../api/retry-after.ts";
import { type PlaygroundConfig, playgroundMember } from "../../contract/playground.ts";
import { taskPath } from "../../contract/routes.ts";
import { type CheckRequest, type CheckStep, isDocumented } from "../checks/check.ts";
import type { Variables } from "../checks/fill.ts";
import { valuesAt } from "../checks/judge.ts";
import type { Matcher } from "../checks/match.ts";
import type { Budget } from "./budget.ts";
import type { HearWords } from "./hear.ts";
import type { MeasureSound } from "./measure.ts";
import { type ObserveOptions, observeAnswer, observeConversation, type Seen, withTask } from "./observe.ts";
import { StoppedError, stillRunning, undocumented } from "./result.ts";

export interface CheckEnvironment {
  readonly client: Pick<SpeechClient, "exchange" | "converse">;
  /** Measures what a sound is like; where it is absent, what is expected of that isn't judged. */
  readonly measure: MeasureSound | undefined;
  /** Hears the words in a sound; where it is absent, what is expected of them isn't judged. */
  readonly hearWords?: HearWords | undefined;
  /** Looks at what came by the patterns that are expected. */
  readonly match: Matcher;
  /** Unix time in milliseconds. */
  readonly wallClock: () => number;
  /** Milliseconds on a steady clock: a pause is measured by it. */
  readonly now: () => number;
  /** Waits, unless the signal is raised. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Which service is asked, as far as known: what lies beyond the document is judged at the embedded one only. */
  readonly config: Pick<PlaygroundConfig, "service" | "name" | "baseUrl"> | undefined;
  readonly variables: Variables;
  /** Whether the controls of refusals are sent, which cost; without them no refusal is judged as one. */
  readonly controls: boolean;
  /** What may be spent; nothing is held back where it is absent. */
  readonly budget?: Budget | undefined;
}

/** What all checks of one run know together. */
export interface RunMemory {
  /** Until when nothing may be sent, on the steady clock: one check's pause holds for all. */
  until: number;
  /** What was answered to the requests that are sent once in a run. */
  readonly shared: Map<string, Promise<Performed>>;
  /** Which of these were sent ahead of the check that they belong to, which has yet to count what they cost. */
  readonly ahead: Set<string>;
  /** How often a request that the service turned away with 429 is sent again. */
  readonly sendsAgain: number;
  /** Raised when a person stops the run: no pause is waited for then, and what waits in one isn't sent. */
  readonly stop?: AbortSignal | undefined;
}

/** A run's memory; with `sendsAgain` 0 an answer of 429 is one like any other. */
export function newMemory(sendsAgain = 3, stop?: AbortSignal): RunMemory {
  return { until: 0, shared: new Map(), ahead: new Set(), sendsAgain, stop };
}

/** What one step brought. */
export interface Performed {
  /** With a failure, the answer that came before it. */
  readonly seen?: Seen | undefined;
  /** Why no answer of the service's came. */
  readonly failure?: string;
}

/** How often a task is asked for, in milliseconds: as the document recommends (section 3). */
const pollEvery = 3_000;
/** How often a task is asked for until it is given up: half an hour. */
const mostPolls = 600;

/**
 * How often in a row a look at a task is repeated that gets no answer: a machine that slept needs some seconds to find
 * its network. Looking costs nothing, and what made the task has been paid for.
 */
const mostSilentLooks = 5;

/** The playground's server answered in the service's place, so that nothing is known of the service. */
class StandInError extends Error {
  override readonly name = "StandInError";
}

/** A task that was made was given up. */
class StillRunningError extends Error {
  override readonly name = "StillRunningError";
}

/**
 * Sends what a step sends, as often as it has to, and looks at the last answer. Rejects with the signal's reason alone.
 */
export async function perform(
  { request, until, follow: waits }: Pick<CheckStep, "request" | "until" | "follow">,
  options: Omit<ObserveOptions, "request" | "signal" | "measure" | "hearWords">,
  environment: CheckEnvironment,
  signal: AbortSignal,
  memory: RunMemory,
): Promise<Performed> {
  // What an answer, a file or an older version named may be any address.
  if (!isDocumented(request)) return { failure: undocumented };
  const get = (one: CheckRequest, duration = options.duration): Promise<Seen> =>
    ask(
      one,
      { ...options, duration, request: one, measure: environment.measure, hearWords: environment.hearWords, signal },
      environment,
      memory,
    );
  const looks: unknown[] = [];
  let seen: Seen | undefined;
  try {
    for (let polls = 0; ; polls++) {
      seen = until === undefined ? await get(request) : await look(() => get(request), environment, signal);
      if (until === undefined) return { seen: waits ? await follow(seen, get, environment, signal) : seen };
      looks.push(seen.observation.json);
      const [value] = valuesAt(seen.observation.json, until.path.split("."));
      const isLast = polls === mostPolls;
      if (isLast && isRunning(value)) return { seen, failure: stillRunning };
      // A state that there isn't is judged as it stands.
      if (isLast || value === undefined || until.values.some((wanted) => wanted === value)) {
        return { seen: { ...seen, observation: { ...seen.observation, looks } } };
      }
      await environment.wait(pollEvery, signal);
    }
  } catch (error) {
    signal.throwIfAborted();
    // What made a task has been paid for.
    if (error instanceof StoppedError || error instanceof StillRunningError) return { seen, failure: error.message };
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

const isRunning = (status: unknown): boolean => status === "queued" || status === "in_progress";

/** Looks at what becomes of a task, and again where no answer comes. */
async function look(get: () => Promise<Seen>, { wait }: CheckEnvironment, signal: AbortSignal): Promise<Seen> {
  for (let left = mostSilentLooks; ; left--) {
    try {
      return await get();
    } catch (error) {
      if (left === 0 || signal.aborted || error instanceof StoppedError) throw error;
    }
    await wait(pollEvery, signal);
  }
}

/** Waits until a task that was made has ended, and looks at what it brought. */
async function follow(
  made: Seen,
  get: (request: CheckRequest, duration?: number) => Promise<Seen>,
  environment: CheckEnvironment,
  signal: AbortSignal,
): Promise<Seen> {
  const [id] = valuesAt(made.observation.json, ["id"]);
  const path = typeof id === "string" ? taskPath("task", id) : undefined;
  if (typeof id !== "string" || path === undefined) return made;
  const read = (at: string, duration?: number) =>
    look(() => get({ transport: "http", method: "GET", path: at }, duration), environment, signal);
  let last: Seen;
  for (let polls = 0; ; polls++) {
    last = await read(path);
    const [status] = valuesAt(last.observation.json, ["status"]);
    if (!isRunning(status)) break;
    if (polls === mostPolls) throw new StillRunningError(stillRunning);
    await environment.wait(pollEvery, signal);
  }
  const task = last.observation.json;
  const [status] = valuesAt(task, ["status"]);
  if (status !== "completed") return withTask(made, last, undefined, undefined);
  const [address] = valuesAt(task, ["content_url"]);
  const query = typeof address === "string" && address.includes("?") ? address.slice(address.indexOf("?")) : "";
  const content = await read(`${taskPath("content", id) ?? path}${query}`);
  const hasTimes = valuesAt(task, ["timestamps_url"]).length > 0;
  const times = hasTimes
    ? await read(taskPath("timestamps", id) ?? path, content.observation.figures.duration)
    : undefined;
  return withTask(made, last, content, times ?? "none");
}

/** One request, once; again only where the service turned it away with 429, which says that nothing was begun. */
async function ask(
  request: CheckRequest,
  options: ObserveOptions,
  environment: CheckEnvironment,
  memory: RunMemory,
): Promise<Seen> {
  const { wait, now } = environment;
  const { signal } = options;
  const { stop = signal } = memory;
  for (let turnedAway = 0; ; turnedAway++) {
    for (let left = memory.until - now(); left > 0; left = memory.until - now()) {
      // Some waits reject when they are broken off.
      await wait(left, stop).catch(() => undefined);
      signal.throwIfAborted();
      if (stop.aborted) throw new StoppedError();
    }
    const sendNow = () => send(request, options, environment);
    const seen = await (environment.budget === undefined
      ? sendNow()
      : environment.budget.spend(request, sendNow, stop));
    const { status, headers } = seen.observation;
    if (status !== 429 || turnedAway === memory.sendsAgain) return seen;
    const pause = Math.min(longestRetryAfter, retryAfterOf(headers, environment.wallClock()) ?? usualPause);
    memory.until = Math.max(memory.until, now() + pause);
  }
}

async function send(request: CheckRequest, options: ObserveOptions, { client }: CheckEnvironment): Promise<Seen> {
  if (request.transport === "http") {
    const { method, path, body, range } = request;
    const parts = { ...(body === undefined ? {} : { body }), ...(range === undefined ? {} : { range }) };
    return observed(await client.exchange({ method, path, ...parts }, options.signal), options);
  }
  try {
    return await observeConversation(await client.converse(request, options.signal), options);
  } catch (error) {
    if (!(error instanceof SpeechRequestError)) throw error;
    return observed(answerOf(error), options);
  }
}

/** An answer of the service's; that the key isn't accepted is said by the playground's server in its place. */
function observed(answer: ExchangeAnswer, options: ObserveOptions): Promise<Seen> {
  const member = playgroundMember(answer.headers);
  if (member === undefined || answer.status === 401) return observeAnswer(answer, options);
  return Promise.reject(new StandInError(`HTTP ${answer.status}, ${member.trim()}`));
}

/** The answer to a WebSocket that wasn't taken. */
function answerOf({ status, headers, error }: SpeechRequestError): ExchangeAnswer {
  const type = headers.find(([name]) => name === "content-type")?.[1] ?? "";
  const body = new Blob([error.bytes ?? error.raw], { type });
  return { status, headers, body, truncated: false, broken: false, times: { headers: 0, end: 0 } };
}
