import { CompiledQuery } from "kysely";
import { LRUCache } from "lru-cache";
import type { BaseLogger } from "pino";
import * as z from "zod";
import { ContentUnavailableError } from "../content/content-storage.ts";
import { type Attempt, addJobs, type Execute, type FailedJob, type Handler, isJobLost } from "../queue/jobs.ts";
import { Refusal } from "../refusal.ts";
import type { Database } from "../storage/tables.ts";
import { isStorageUnreachable } from "../storage/unreachable.ts";
import { logFailure, synthesisRefusal } from "../synthesis-refusal.ts";
import { createRetry } from "./retry.ts";
import {
  beginRun,
  finishSegments,
  planTask,
  type RunTools,
  segmentedTask,
  segmentTools,
  type TaskRun,
} from "./run-task.ts";
import type { Delivery } from "./segment-store.ts";
import { joinSpoken, speakSegment } from "./speak-segments.ts";
import { type StoredTask, shortTask } from "./task-reader.ts";
import type { Enqueue, TaskStore } from "./task-store.ts";

/**
 * How often a job is begun, deaths of workers and failures of the network included. What fails in speaking is tried
 * three times within one attempt, as where one process runs everything.
 */
const attempts = 10;
/** How often a task says how far it has come, in milliseconds, where nothing else does. */
const tellEvery = 1_000;
/** Requests that a worker keeps at hand: their segments need them one after the other. */
const requestsKept = 4;

/** The steps of a task, each a job of the queue. */
const steps = { speak: "speak_task", segment: "speak_segment", join: "join_segments" } as const;

const dataSchema = z.object({ task: z.string(), segment: z.optional(z.number()) });

/** Hands a task to the workers, in the transaction that takes it. */
export const enqueueTask: Enqueue = ({ id, caller, characters }, database) =>
  addJobs(executeIn(database), {
    task: steps.speak,
    fairnessKey: caller,
    isShort: characters <= shortTask,
    attempts,
    jobs: [{ key: `${steps.speak}:${id}`, data: { task: id } }],
  });

interface JobTools extends RunTools {
  readonly store: TaskStore;
  readonly logger: BaseLogger;
}

/**
 * What workers do with the tasks of a shared storage. A task is planned by one of them, each of its segments is spoken
 * by whoever is free, and what has been spoken is joined by one at a time. A step counts when the transaction that
 * records it takes its job out of the queue, so that it counts once, whoever dies meanwhile.
 */
export function taskJobs(tools: JobTools): Readonly<Record<string, Handler>> {
  const { store, segments, files, logger, metrics } = tools;
  const requests = new LRUCache<string, { readonly body: unknown }>({ max: requestsKept });

  /** A task that has not ended, and how to go on with it. */
  const runOf = async (
    task: StoredTask,
    signal: AbortSignal,
    onProgress?: (percent: number) => void,
  ): Promise<TaskRun> => {
    const { id } = task;
    const request = requests.get(id) ?? { body: await store.requestOf(id) };
    requests.set(id, request);
    const onFailure = (error: unknown): void =>
      logger.warn({ task: id, err: error }, "a step of a task failed and is tried again");
    return beginRun(task, request.body, { ...tools, retry: createRetry(onFailure) }, signal, onProgress);
  };

  const remove = (id: string, work: () => Promise<void>): Promise<void> =>
    work().catch((error: unknown) => logger.error({ task: id, err: error }, "files remain"));

  const fail = async (task: StoredTask, error: unknown, complete: Attempt["complete"]): Promise<void> => {
    const { id, model, characters } = task;
    const refusal = synthesisRefusal(error, "input");
    await store.fail(id, refusal.code, refusal.message, (database) => complete(executeIn(database)));
    metrics?.countTask(model, refusal.code);
    logFailure(logger, { task: id, model, characters }, error, refusal);
    await remove(id, () => files.remove(id));
  };

  /** Does a step of a task that has not ended, and fails the task where the step can't be done. */
  const step = (work: (task: StoredTask, attempt: Attempt, segment: number) => Promise<void>): Handler => ({
    async run(attempt) {
      const { task: id, segment = 0 } = dataSchema.parse(attempt.data);
      const task = await store.find(id);
      if (task === undefined || !isUnended(task)) return;
      try {
        await work(task, attempt, segment);
        // Another step has failed the task meanwhile, and removed what there was then.
        if ((await store.find(id))?.status === "failed") await remove(id, () => files.remove(id));
      } catch (error) {
        // Another worker may have the job, or it is given back; a network that comes back needs another attempt.
        if (attempt.signal.aborted || isJobLost(error) || isUnreachable(error)) throw error;
        await fail(task, error, attempt.complete);
      }
    },
    async failed(job: FailedJob) {
      const task = await store.find(dataSchema.parse(job.data).task);
      if (task === undefined || !isUnended(task)) return;
      logger.error({ task: task.id, reason: job.reason }, "a step of a task was begun too often");
      const message = "The service failed on this task again and again. The request can be sent again.";
      await fail(task, new Refusal(500, "internal_error", message), job.complete);
    },
  });

  const joinLater = (task: StoredTask, database: Database): Promise<void> =>
    addJobs(executeIn(database), {
      task: steps.join,
      fairnessKey: task.caller,
      // What is joined frees the room of its samples, and takes less time than speaking it.
      isShort: true,
      attempts,
      jobs: [{ key: `${steps.join}:${task.id}`, data: { task: task.id } }],
    });

  const speakLater = ({ id, caller }: StoredTask, numbers: readonly number[], database: Database): Promise<void> => {
    const jobs = numbers.map((segment) => ({ key: `${steps.segment}:${id}:${segment}`, data: { task: id, segment } }));
    return addJobs(executeIn(database), { task: steps.segment, fairnessKey: caller, attempts, jobs });
  };

  const goOn = async (task: StoredTask, attempt: Attempt): Promise<void> => {
    const missing = (await segments.of(task.id)).filter(({ spoken }) => spoken === undefined);
    await segments.change(task.id, async (database) => {
      await attempt.complete(executeIn(database));
      if (missing.length === 0) return joinLater(task, database);
      await speakLater(
        task,
        missing.map(({ number }) => number),
        database,
      );
    });
  };

  const complete = async (
    task: StoredTask,
    finished: Parameters<TaskStore["complete"]>[1],
    attempt: Attempt,
  ): Promise<void> => {
    const { id, model, characters } = task;
    await store.complete(id, finished, (database) => attempt.complete(executeIn(database)));
    metrics?.countTask(model);
    const { durationSeconds, bytes } = finished;
    logger.info({ task: id, model, characters, durationSeconds, bytes }, "task completed");
    await remove(id, () => files.removeWork(id));
  };

  const deliveryOf = async ({ id }: StoredTask): Promise<Delivery> => {
    const delivery = await segments.deliveryOf(id);
    if (delivery === undefined) throw new Error(`the task ${id} isn't divided`);
    return delivery;
  };

  return {
    [steps.speak]: step(async (task, attempt) => {
      const { id } = task;
      await store.markRunning(id);
      let toldAt = performance.now();
      const tell = (percent: number): void => {
        if (performance.now() - toldAt < tellEvery) return;
        toldAt = performance.now();
        // Nobody is harmed if it isn't told: the next time comes, or the end.
        store.progressOf(task, percent).catch(() => undefined);
      };
      // Divided already by a service that moved here: its segments wait for somebody to speak them.
      if ((await segments.deliveryOf(id)) !== undefined) return goOn(task, attempt);
      const planned = await planTask(await runOf(task, attempt.signal, tell));
      if ("finished" in planned) return complete(task, planned.finished, attempt);
      await segments.divide(id, planned.delivery, planned.parts, async (database) => {
        await attempt.complete(executeIn(database));
        await speakLater(
          task,
          planned.parts.map((_, segment) => segment),
          database,
        );
      });
    }),
    [steps.segment]: step(async (task, attempt, number) => {
      const segment = await segments.find(task.id, number);
      if (segment === undefined || segment.spoken !== undefined) return;
      const run = await runOf(task, attempt.signal);
      const segmented = segmentedTask(run, await deliveryOf(task));
      await run.tools.retry(
        () =>
          speakSegment(
            segmented,
            segment,
            segmentTools(run),
            attempt.signal,
            () => undefined,
            async (database) => {
              await attempt.complete(executeIn(database));
              await joinLater(task, database);
            },
          ),
        attempt.signal,
      );
    }),
    [steps.join]: step(async (task, attempt) => {
      const run = await runOf(task, attempt.signal);
      const delivery = await deliveryOf(task);
      const joined = await joinSpoken(segmentedTask(run, delivery), segmentTools(run), attempt.signal);
      if (typeof joined !== "number") return complete(task, await finishSegments(run, delivery, joined), attempt);
      // What is spoken from here on finds this job gone and adds another.
      await segments.change(task.id, async (database) => {
        await attempt.complete(executeIn(database));
        const next = await segments.find(task.id, joined, database);
        if (next?.spoken !== undefined) await joinLater(task, database);
      });
    }),
  };
}

function isUnended({ status }: StoredTask): boolean {
  return status === "queued" || status === "in_progress";
}

/** Whether a network that comes back would help. */
function isUnreachable(error: unknown): boolean {
  return isStorageUnreachable(error) || error instanceof ContentUnavailableError;
}

function executeIn(database: Database): Execute {
  return (text, values) => database.executeQuery(CompiledQuery.raw(text, [...values]));
}
