import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import type { SpeechClient } from "../../api/client.ts";
import { ContentGoneError, SpeechRequestError, TaskFailedError, TaskGoneError } from "../../api/errors.ts";
import type { RequestEvent } from "../../api/request-events.ts";
import { longestRetryAfter } from "../../api/retry-after.ts";
import type { TaskClient } from "../../api/task-client.ts";
import { createScope, type Scope } from "../../audio/base/scope.ts";
import { NoiseError } from "../../audio/players/recorder.ts";
import { chosenModel } from "../../contract/models/index.ts";
import { type PlaygroundConfig, playgroundMember } from "../../contract/playground.ts";
import { settlePrice } from "../../contract/prices.ts";
import type { Task } from "../../contract/tasks.ts";
import { judgeLater } from "../remarks/judge-later.ts";
import { failureRecord, keptMessage, readFailure } from "../takes/failure.ts";
import type { TakeLibrary } from "../takes/library.ts";
import type { TakeDetailsPatch, TakeId, TakeLogEntry, TakePatch, TakeRow } from "../takes/take.ts";
import { baseUrlsFor, serviceHaving, serviceNameFor } from "../takes/take-service.ts";
import type { Leadership } from "./leadership.ts";
import { pollDelay } from "./poll-delay.ts";
import { createPollNote, type Poll, pollsOf, withPoll } from "./polls.ts";
import { fetchTimestamps, roomFor, type Settled, settleContent } from "./settle.ts";

export interface TaskWatchOptions {
  readonly client: Pick<SpeechClient, "tasks">;
  readonly library: TakeLibrary;
  readonly queries: QueryClient;
  readonly leadership: Leadership;
  readonly config: () => PlaygroundConfig | undefined;
  /** Unix time in milliseconds. */
  readonly wallClock: () => number;
  /** Whether the browser believes that it has a network. */
  readonly onLine: () => boolean;
  /** Whether the page's server can be reached without a network. */
  readonly loopback: boolean;
  /** Told how many bytes of a finished task's audio came; undefined when it isn't fetched any more. */
  readonly onFetching: (id: TakeId, bytes: number | undefined) => void;
}

/** Failures for want of an answer, which end when the connection is back. */
const unanswered: ReadonlySet<string> = new Set([
  "proxy_unreachable",
  "service_unreachable",
  "offline",
  "broken_answer",
]);

/**
 * How late the page that leads may ask or hear before the one in front takes the lead, at first, and how often that
 * looks and the leading page tells that audio comes; milliseconds.
 */
const firstLateness = 15_000;
const lookInterval = 5_000;

/** How often a task's sound waits for its timestamps, which got no answer. */
const mostWaits = 3;

/** The row's part about its task. */
type TaskPart = NonNullable<TakeRow["task"]>;

/** What a row says of `task`, without what is known of the polling. */
export function taskPart({ id, status, said, progress }: Task): TaskPart {
  return { id, status: said ?? status, ...(progress === undefined ? {} : { progress }) };
}

/**
 * Looks after the tasks that are under way, and keeps their audio when they are done: asks for each until it has ended.
 * The page that leads does it, for all pages: what it hears stands in the library. What is only in a page's memory is
 * looked after there.
 */
export function createTaskWatch(options: TaskWatchOptions) {
  const { client, library, queries, leadership, config, wallClock, onLine, loopback, onFetching } = options;
  const scope = createScope();
  const watched = new Map<TakeId, Scope>();
  /** The page's own questions that got no answer the last time. */
  const silent = new Set<"config" | "models">();
  /** Since when the page leads that does now, as far as this one knows; it has its time to begin. */
  let leadsSince = wallClock();
  /** Longer each time: of a service that answers more slowly, two pages in front would never hear. */
  let lateness = firstLateness;
  const circumstances = () => ({ onLine: onLine(), time: wallClock() });

  /** What is to be looked after, by whichever page. */
  function underWay(): readonly TakeRow[] {
    return library
      .getSnapshot()
      .rows.filter(({ status, task }) => status === "waiting" && task !== undefined && task.left !== true)
      .filter((row) => serviceHaving(row, config()) !== undefined);
  }

  /** Whether no other page knows of a take, since nothing can be written. */
  function isOnlyHere(id: TakeId): boolean {
    return library.getSnapshot().keeping.kind === "memory" && library.isUnsaved(id);
  }

  function follow(): void {
    const leads = leadership.getSnapshot();
    const due = new Map(underWay().flatMap((row) => (leads || isOnlyHere(row.id) ? [[row.id, row]] : [])));
    for (const [id, watching] of watched) {
      if (due.has(id)) continue;
      watched.delete(id);
      watching.dispose();
    }
    for (const [id, row] of due) if (!watched.has(id)) watched.set(id, watch(row));
  }

  /** Each look returns how long to wait before the next one; false ends it. */
  function watch({ id, task }: TakeRow): Scope {
    const watching = createScope();
    // The clock may have been set back since.
    const wait = Math.min(longestRetryAfter, Math.max(1, (task?.nextPoll ?? 0) - wallClock()));
    const observer = new QueryObserver<number | false>(queries, {
      queryKey: ["task", id],
      queryFn: ({ signal }) => lookOnce(id, signal),
      initialData: wait,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      retry: false,
      refetchInterval: ({ state }) => state.data ?? false,
      refetchIntervalInBackground: true,
      refetchOnWindowFocus: false,
      refetchOnReconnect: "always",
      networkMode: loopback ? "always" : "online",
    });
    watching.own(observer.subscribe(() => {}));
    watching.own(() => queries.cancelQueries({ queryKey: ["task", id] }));
    return watching;
  }

  async function lookOnce(id: TakeId, signal: AbortSignal): Promise<number | false> {
    const tasks = await client.tasks(serviceNameFor(library.row(id), config()));
    const row = library.row(id);
    if (row?.task === undefined || row.status !== "waiting") return false;
    const look = createPollNote(Math.max(0, wallClock() - row.created));
    let task: Task;
    try {
      task = await tasks.read(row.task.id, signal, look.observe);
    } catch (error) {
      signal.throwIfAborted();
      const problem =
        error instanceof SpeechRequestError ? {} : { problem: error instanceof Error ? error.message : String(error) };
      const details = await heard(id, { ...look.read(), ...problem });
      if (isTaskGone(error)) return end(row, new TaskGoneError(error), {}, details);
      return postpone(row, row.task, error, "unknown", details);
    }
    const part = taskPart(task);
    const details = await heard(id, look.read(), task.raw);
    if (task.status === "failed") {
      const raw = JSON.stringify(task.raw);
      return end(row, new TaskFailedError({ message: "", ...task.error, raw }), { task: part }, details);
    }
    if (task.status !== "completed") {
      const delay = pollDelay({ age: wallClock() - row.created, status: task.status, failures: 0 });
      library.update(id, { task: { ...part, ...nextPoll(delay) } }, details);
      return delay ?? false;
    }
    library.update(id, { task: { ...part, nextPoll: undefined, fetchedAt: wallClock() } }, details);
    return settle(row, part, task, tasks, signal);
  }

  /** What is known of a task once this was heard of it. */
  async function heard(id: TakeId, poll: Poll, object?: unknown): Promise<TakeDetailsPatch> {
    const before = (await library.details(id))?.task;
    const polls = withPoll(pollsOf(before), poll);
    return { task: { ...before, object: object ?? before?.object, polls } };
  }

  async function settle(
    row: TakeRow,
    part: TaskPart,
    task: Task,
    tasks: TaskClient,
    signal: AbortSignal,
  ): Promise<number | false> {
    const { id } = row;
    const asked: TakeLogEntry[] = [];
    const observe = (type: string) => (event: RequestEvent) => {
      if (event.type !== "headers" && event.type !== "end") return;
      if (event.type === "headers") tellFetching();
      const came = event.type === "end" ? { bytes: event.bytes } : { status: event.status };
      asked.push({ at: Math.max(0, wallClock() - row.created), type, direction: "received", ...came });
    };
    const where = { client: tasks, baseUrls: baseUrlsFor(row, config()), observe };
    const known = async () => ({ ...(await library.details(id))?.task, object: task.raw, asked });
    let told = wallClock();
    /** Another page takes the lead of one that tells nothing. */
    const tellFetching = (): void => {
      told = wallClock();
      library.update(id, { task: { ...part, fetchedAt: told } });
    };
    const onProgress = (bytes: number): void => {
      onFetching(id, bytes);
      if (wallClock() >= told + lookInterval) tellFetching();
    };
    try {
      const { document, problem, error } = await fetchTimestamps(task, where, signal);
      // They expire, too, and nobody asks for them behind the sound: a network that has just come back gets its time.
      if (error !== undefined && (row.task?.failures ?? 0) < mostWaits) {
        const { kind } = readFailure(error, chosenModel(row.model), circumstances());
        if (unanswered.has(kind)) throw error;
      }
      const free = await library.storageUse();
      const settled = await settleContent(task, { ...where, room: roomFor(free?.available), onProgress }, signal);
      const heardOf = await known();
      // Together: whoever hears that it is done finds its times as well.
      keep(row, part, settled, task);
      library.update(
        id,
        {},
        {
          task: {
            ...heardOf,
            ...(settled.kind === "kept" && settled.answer !== undefined ? { content: settled.answer } : {}),
            ...(problem === undefined ? {} : { timestampsProblem: problem }),
          },
          ...(document === undefined ? {} : { timestamps: document }),
        },
      );
      judgeLater(library, id);
      return false;
    } catch (error) {
      signal.throwIfAborted();
      const details = { task: await known() };
      if (error instanceof ContentGoneError) return end(row, error, { task: part }, details);
      return postpone(row, part, error, "completed", details);
    } finally {
      onFetching(id, undefined);
    }
  }

  function keep(row: TakeRow, part: TaskPart, settled: Settled, task: Task): void {
    const { id, price } = row;
    const foreign = settled.kind === "foreign" ? settled.address : settled.foreign;
    const noted = foreign === undefined ? part : { ...part, foreignContent: foreign };
    const done: TakePatch = {
      status: "complete",
      times: { ...row.times, ended: Math.max(0, wallClock() - row.created) },
      failure: undefined,
      task: noted,
      ...(price === undefined
        ? {}
        : { settled: settlePrice(chosenModel(row.model), price, { duration_seconds: task.durationSeconds }) }),
    };
    switch (settled.kind) {
      case "kept": {
        const { format, facts, blob } = settled.recording;
        library.keepSound({ id, format, facts, blob });
        const kept: TakePatch = { ...done, sound: "whole", format, facts };
        if (facts.noise === true) end(row, new NoiseError(), kept);
        else library.update(id, kept);
        break;
      }
      case "remote":
        library.update(id, {
          ...done,
          sound: "remote",
          task: { ...noted, content: settled.path },
          facts: { bytes: settled.bytes, duration: task.durationSeconds },
        });
        break;
      case "foreign":
        library.update(id, done);
    }
  }

  /** Nothing more comes of the task. */
  function end(row: TakeRow, error: unknown, patch: TakePatch = {}, details: TakeDetailsPatch = {}): false {
    const { failure, stored } = failureRecord(error, chosenModel(row.model), circumstances());
    library.update(
      row.id,
      {
        ...patch,
        status: "failed",
        times: { ...row.times, ended: Math.max(0, wallClock() - row.created) },
        failure,
      },
      { ...details, error: stored },
    );
    return false;
  }

  /** The task is kept, and asked for again later. */
  function postpone(
    row: TakeRow,
    part: TaskPart,
    error: unknown,
    status: Task["status"],
    details: TakeDetailsPatch = {},
  ): number | false {
    const { kind, message, retryAfter } = readFailure(error, chosenModel(row.model), circumstances());
    const failures = (row.task?.failures ?? 0) + 1;
    const delay = pollDelay({ age: wallClock() - row.created, status, failures, retryAfter });
    const problem = { kind, message: message.slice(0, keptMessage) };
    library.update(row.id, { task: { ...part, failures, problem, ...nextPoll(delay) } }, details);
    return delay ?? false;
  }

  /** What waits only because nothing answered needn't wait any longer. */
  function askAgain(): void {
    for (const id of watched.keys()) {
      const problem = library.row(id)?.task?.problem;
      if (problem !== undefined && unanswered.has(problem.kind)) queries.refetchQueries({ queryKey: ["task", id] });
    }
  }

  /** Whether a task waits for another page, which is frozen perhaps. */
  function lookForLate(): void {
    const late = wallClock() - lateness;
    if (leadership.getSnapshot() || leadsSince > late || !onLine()) return;
    if (underWay().some(({ task }) => (task?.nextPoll ?? task?.fetchedAt ?? late) < late)) leadership.takeOver?.();
  }

  function nextPoll(delay: number | undefined): Pick<TaskPart, "nextPoll"> {
    return delay === undefined ? {} : { nextPoll: wallClock() + delay };
  }

  scope.own(library.subscribe(follow));
  scope.own(
    leadership.subscribe(() => {
      leadsSince = wallClock();
      if (leadership.getSnapshot()) lateness *= 2;
      follow();
    }),
  );
  scope.interval(lookForLate, lookInterval);
  scope.own(
    queries.getQueryCache().subscribe((event) => {
      if (event.type !== "updated") return;
      const [kind] = event.query.queryKey;
      // What service the page speaks with may be known later than its tasks.
      if (kind === "config") follow();
      if (kind !== "config" && kind !== "models") return;
      if (event.action.type === "error") silent.add(kind);
      else if (event.action.type === "success" && silent.delete(kind)) askAgain();
    }),
  );
  scope.own(() => {
    for (const watching of watched.values()) watching.dispose();
    watched.clear();
  });
  follow();

  return {
    /** Asks for one now, whichever page looks after it otherwise. */
    async look(id: TakeId): Promise<void> {
      const watching = watched.get(id);
      if (watching !== undefined) {
        await queries.refetchQueries({ queryKey: ["task", id] });
        return;
      }
      await lookOnce(id, new AbortController().signal);
    },
    dispose: () => scope.dispose(),
  };
}

/**
 * Whether a service says that it has no such task. That the playground itself finds nothing, because it knows the
 * service no more, tells nothing of the task.
 */
function isTaskGone(error: unknown): error is SpeechRequestError {
  if (!(error instanceof SpeechRequestError) || playgroundMember(error.headers) !== undefined) return false;
  return error.status === 404 || error.status === 410;
}
