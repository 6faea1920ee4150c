import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { refVoice2 } from "../../contract/models/refvoice-2.ts";
import type { Claim } from "../first-answers.ts";
import { type Refusal, shuttingDown } from "../refusal.ts";
import { logFailure, synthesisRefusal } from "../synthesis-refusal.ts";
import { createRetry } from "./retry.ts";
import { beginRun, type RunTools, runTask } from "./run-task.ts";
import { type StoredTask, shortTask } from "./task-reader.ts";
import type { FinishedTask, TaskStore } from "./task-store.ts";

/** How many tasks run at once. Their sentences take turns in the synthesizer, so none waits for a long one's end. */
const lanes = 4;

/** How long to wait before the end of a task is recorded again that could not be recorded, in milliseconds. */
const recordAgain = 5_000;

/** How long to wait before queued tasks are looked for again that could not be read, in milliseconds. */
const readAgain = 1_000;

/** How a task ended, for whoever waits for it. */
export type Outcome = { readonly completed: StoredTask } | { readonly failed: Refusal };

/** The hold of a synchronous request on its `Idempotency-Key`. */
type HeldClaim = Pick<Claim, "settle" | "seed">;

/** Who waits for a task's end. */
interface Waiting {
  readonly tell: (outcome: Outcome) => void;
  readonly claim: HeldClaim | undefined;
}

interface TaskRunnerOptions extends RunTools {
  readonly store: TaskStore;
  readonly logger: FastifyBaseLogger;
  /** Gives back a synchronous request that was charged and isn't answered. Never rejects. */
  readonly giveBack: (id: string) => Promise<unknown>;
  /** Whether others run tasks of the same storage. */
  readonly isShared: boolean;
}

interface Run {
  readonly characters: number;
  readonly model: string;
  progress: number;
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

/** Runs queued tasks, oldest first, a few at once. */
export class TaskRunner {
  readonly #options: TaskRunnerOptions;
  readonly #running = new Map<string, Run>();
  readonly #waiting = new Map<string, Waiting>();
  /** Looks for tasks that may run, while it does. */
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  #state: "new" | "started" | "stopped" = "new";

  constructor(options: TaskRunnerOptions) {
    this.#options = options;
  }

  /** Puts back what was running when an earlier process ended, and begins. */
  async start(): Promise<void> {
    const { store, isShared } = this.#options;
    if (!isShared) await store.requeueRunning();
    this.#state = "started";
    this.wake();
  }

  /** Call it when a task was queued. */
  wake(): void {
    this.#lookAgain = true;
    if (this.#state === "started") this.#looking ??= this.#look();
  }

  async #look(): Promise<void> {
    while (this.#lookAgain && this.#state === "started") {
      this.#lookAgain = false;
      try {
        await this.#fillLanes();
      } catch (error) {
        this.#options.logger.error({ err: error }, "queued tasks could not be read");
        setTimeout(() => this.wake(), readAgain).unref();
      }
    }
    // In the same turn as the last question: a wake in between would be lost.
    this.#looking = undefined;
  }

  async #fillLanes(): Promise<void> {
    while (this.#running.size < lanes && this.#state === "started") {
      // One lane is for those that are soon done: what is long isn't, nor what waits for an address that is silent.
      const slow = [...this.#running.values()].filter(
        ({ characters, model }) => characters > shortTask || model === refVoice2.id,
      ).length;
      // Where the storage is shared, workers run all but those of one model.
      const { store, isShared } = this.#options;
      const task =
        slow < lanes - 1 || isShared
          ? await store.nextQueued(Number.MAX_SAFE_INTEGER)
          : await store.nextQueued(shortTask, refVoice2.id);
      if (task === undefined) return;
      await store.markRunning(task.id);
      const controller = new AbortController();
      const done = this.#run(task, controller.signal);
      const { characters, model } = task;
      const run: Run = { characters, model, progress: 0, controller, done };
      this.#running.set(task.id, run);
      run.done.finally(() => {
        this.#running.delete(task.id);
        this.wake();
      });
    }
  }

  /** Percent of a running task's characters that have been spoken. */
  progressOf(id: string): number {
    return this.#running.get(id)?.progress ?? 0;
  }

  /**
   * Waits for the end of a task that was just created and not yet announced by {@link wake}.
   *
   * @param claim is settled in the transaction that completes it, and draws what varies.
   */
  outcomeOf(id: string, claim?: HeldClaim): Promise<Outcome> {
    return new Promise((tell) => {
      this.#waiting.set(id, { tell, claim });
    });
  }

  /** Ends every run; their tasks are put back by the next start. */
  async stop(): Promise<void> {
    this.#state = "stopped";
    await this.#looking;
    const runs = [...this.#running.values()];
    for (const { controller } of runs) controller.abort();
    await Promise.all(runs.map(({ done }) => done));
  }

  async #run(task: StoredTask, signal: AbortSignal): Promise<void> {
    const { store, files, logger, metrics } = this.#options;
    const { id } = task;
    const facts = { task: id, model: task.model, characters: task.characters };
    const started = performance.now();
    const retry = createRetry((error) =>
      logger.warn({ ...facts, err: error }, "a step of a task failed and is tried again"),
    );
    try {
      const tools = { ...this.#options, retry };
      const body = await store.requestOf(id);
      const tell = (percent: number): void => {
        const run = this.#running.get(id);
        if (run !== undefined) run.progress = Math.max(run.progress, percent);
      };
      const seed = this.#waiting.get(id)?.claim?.seed;
      const finished = await runTask({ ...beginRun(task, body, tools, signal, tell), seed });
      const completed = await retry(() => this.#complete(id, finished), signal);
      metrics?.countTask(task.model);
      const { durationSeconds, bytes } = finished;
      logger.info(
        { ...facts, durationSeconds, bytes, seconds: (performance.now() - started) / 1000 },
        "task completed",
      );
      this.#tell(id, completed.status === "completed" ? { completed } : { failed: shuttingDown() });
      await this.#cleanUp(id, () => files.removeWork(id));
    } catch (error) {
      if (signal.aborted) return;
      const refusal = synthesisRefusal(error, "input");
      logFailure(logger, facts, error, refusal);
      metrics?.countTask(task.model, refusal.code);
      // First, for it may make the room that the record needs.
      await this.#cleanUp(id, () => files.remove(id));
      await this.#fail(id, refusal, signal);
    }
  }

  /** One that has been completed, while the word of it got lost, stays as it is. */
  async #complete(id: string, finished: FinishedTask): Promise<StoredTask> {
    const { store } = this.#options;
    const known = await store.find(id);
    if (known?.status === "completed") return known;
    const claim = this.#waiting.get(id)?.claim;
    return await store.complete(id, finished, undefined, claim && ((database) => claim.settle(id, database)));
  }

  /** Records a failure, and again until it is recorded. Who waits is told at once, and sees whether it is. */
  async #fail(id: string, refusal: Refusal, signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        const { status } = await this.#options.store.fail(id, refusal.code, refusal.message);
        // It had been completed, while the word of it got lost.
        if (status === "completed") await this.#options.giveBack(id);
        this.#tell(id, { failed: refusal });
        return;
      } catch (error) {
        this.#options.logger.error({ task: id, err: error }, "a failed task could not be recorded yet");
        this.#tell(id, { failed: refusal });
      }
      try {
        await wait(recordAgain, undefined, { signal });
      } catch {
        // The service stops: the next start takes the task up again.
        return;
      }
    }
  }

  async #cleanUp(id: string, remove: () => Promise<void>): Promise<void> {
    await remove().catch((error: unknown) => this.#options.logger.error({ task: id, err: error }, "files remain"));
  }

  #tell(id: string, outcome: Outcome): void {
    this.#waiting.get(id)?.tell(outcome);
    this.#waiting.delete(id);
  }
}
