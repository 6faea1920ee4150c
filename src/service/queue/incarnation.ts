import { EventEmitter } from "node:events";
import { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Logger, runTaskList, type Task, type WorkerEvents, type WorkerPool } from "graphile-worker";
import { Pool, type PoolClient } from "pg";
import type { BaseLogger } from "pino";
import { type Attempt, type Execute, type FailedJob, type Handler, isJobLost, JobLostError } from "./jobs.ts";
import { Session } from "./session.ts";
import type { WorkerOptions } from "./worker-options.ts";

/** Milliseconds that handlers have to end, once aborted, before their jobs are given back. */
const abortPatienceMs = 1000;

/** Milliseconds after which a session's first sweep may be: others come back, too, and give back what they held. */
const sweepDelayMs = 2000;

/** Session lock of the one worker that sweeps for all. */
const wardenLock = 7_310_552;

/** One connection listens; another serves eight jobs, each of which needs it for some milliseconds. */
function poolSize(concurrency: number): number {
  return 1 + Math.ceil(concurrency / 8);
}

/**
 * A worker from the moment it is connected until it is cut off or stopped. Then the next one has another name, so that
 * nobody takes the jobs of one for those of the other.
 */
export class Incarnation {
  readonly holder: string;
  readonly #options: WorkerOptions;
  readonly #session: Session;
  readonly #pool: Pool;
  readonly #sockets: Set<Socket>;
  readonly #workers: WorkerPool;
  readonly #onCut: (reason: Error) => void;
  readonly #running = new Map<AbortController, Promise<unknown>>();
  readonly #failing = new Set<string>();
  #isWarden = false;

  private constructor(
    options: WorkerOptions,
    parts: { session: Session; pool: Pool; sockets: Set<Socket>; workers: WorkerPool },
    onCut: (reason: Error) => void,
  ) {
    this.#options = options;
    this.#session = parts.session;
    this.#pool = parts.pool;
    this.#sockets = parts.sockets;
    this.#workers = parts.workers;
    this.holder = parts.workers.id;
    this.#onCut = onCut;
  }

  /** @param previous - who this process was before, and whose jobs it gives back, since it didn't die by them */
  static async start(
    options: WorkerOptions,
    previous: string | undefined,
    onCut: (reason: Error) => void,
  ): Promise<Incarnation> {
    const { connectionString, concurrency, logger } = options;
    const sockets = new Set<Socket>();
    const pool = new ListenersPool({
      connectionString,
      max: poolSize(concurrency),
      connectionTimeoutMillis: 3000,
      application_name: "speech worker",
      query_timeout: 30_000,
      stream: () => {
        const socket = new Socket();
        sockets.add(socket.once("close", () => sockets.delete(socket)));
        return socket;
      },
    });
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
    // No job is taken before the life of whoever takes it can be seen.
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    let incarnation: Incarnation | undefined;
    const tasks = Object.entries(options.handlers).map(([name, handler]): [string, Task] => [
      name,
      async (payload, { job }) => incarnation?.run(name, handler, payload as Payload, job),
    ]);
    const events: WorkerEvents = new EventEmitter();
    const workers = runTaskList(
      {
        events,
        concurrency,
        noHandleSignals: true,
        logger: quietLogger(logger),
        preset: {
          plugins: [{ name: "after-life", version: "1", worker: { hooks: { startWorker: () => opened } } }],
          // Not negative: Graphile Worker's answer to a failed statement would end the process otherwise.
          worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
        },
      },
      Object.fromEntries(tasks),
      pool,
    );
    try {
      const session = await Session.open({
        connectionString,
        holder: workers.id,
        onBeat: async () => incarnation?.beat(),
        onEnd: (reason) => incarnation?.end(reason),
      });
      if (previous !== undefined) await session.query("select job_queue.give_back($1)", [previous]);
      incarnation = new Incarnation(options, { session, pool, sockets, workers }, onCut);
      workers.promise.then(
        () => session.end(new Error("Graphile Worker has stopped")),
        (error: Error) => session.end(error),
      );
      // Whoever didn't hear the answer may hold a job without knowing it.
      events.on("worker:getJob:error", ({ error }) => session.end(error as Error));
      open();
      return incarnation;
    } catch (error) {
      open();
      discard({ pool, sockets, workers });
      throw error;
    }
  }

  async run(task: string, handler: Handler, payload: Payload, job: GraphileJob): Promise<void> {
    const { logger } = this.#options;
    const controller = new AbortController();
    const { signal } = controller;
    const token = [job.id, this.holder, job.attempts];
    const attempt: Attempt = {
      key: job.key ?? "",
      data: payload.data,
      number: job.attempts,
      signal,
      complete: (execute) => completeBy(execute, token, signal),
    };
    const work = (async () => handler.run(attempt))();
    this.#running.set(controller, work);
    try {
      await work;
    } catch (error) {
      if (!signal.aborted) {
        logger.warn({ err: error, task, key: attempt.key, attempt: attempt.number }, "An attempt at a job has failed");
        throw error;
      }
    } finally {
      this.#running.delete(controller);
    }
    // Graphile Worker must not report on what isn't this worker's any more.
    if (signal.aborted) await new Promise(() => {});
  }

  /** Once a second: one worker looks after the jobs of the dead, the others stand by to be that one. */
  async beat(): Promise<void> {
    const session = this.#session;
    if (!this.#isWarden) {
      const [row] = await session.query("select pg_try_advisory_lock($1) as got", [wardenLock], "stand-by");
      this.#isWarden = (row as { got: boolean }).got;
    }
    if (!this.#isWarden || performance.now() - session.startedAt < sweepDelayMs) return;
    const rows = (await session.query("select * from job_queue.sweep()", [], "sweep")) as readonly FailedRow[];
    for (const row of rows) void this.#fail(row);
  }

  async #fail({ id, key, task, attempts, payload, last_error: reason }: FailedRow): Promise<void> {
    const { handlers, logger } = this.#options;
    const handler = handlers[task];
    if (handler === undefined || this.#failing.has(id)) return;
    this.#failing.add(id);
    let isComplete = false;
    const job: FailedJob = {
      key: key ?? "",
      data: payload.data,
      reason: reason ?? undefined,
      async complete(execute) {
        await completeBy(execute, [id, null, attempts]);
        isComplete = true;
      },
    };
    try {
      await handler.failed(job);
      if (!isComplete) await job.complete((sql, values) => this.#pool.query(sql, [...values]));
    } catch (error) {
      if (!isJobLost(error)) logger.error({ err: error, task, key }, "A job's failure can't be recorded yet");
    } finally {
      this.#failing.delete(id);
    }
  }

  async stop(graceMs: number): Promise<void> {
    if (this.#session.isEnded) return;
    const finished = Promise.resolve(this.#workers.gracefulShutdown()).then(
      () => true,
      () => true,
    );
    const timer = new AbortController();
    const inTime = await Promise.race([finished, wait(graceMs, false, timer)]);
    timer.abort();
    if (!inTime) {
      const work = [...this.#running.values()];
      this.#abort("The worker stops");
      const patience = new AbortController();
      await Promise.race([Promise.allSettled(work), wait(abortPatienceMs, undefined, patience)]);
      patience.abort();
      await this.#session.query("select job_queue.give_back($1)", [this.holder]).catch(() => {});
    }
    this.#session.end(new Error("The worker has stopped"));
  }

  /** The session has ended: whatever runs may be somebody else's from now on. */
  end(reason: Error): void {
    this.#abort("The worker was cut off from the database");
    discard({ pool: this.#pool, sockets: this.#sockets, workers: this.#workers });
    this.#onCut(reason);
  }

  #abort(message: string): void {
    for (const controller of this.#running.keys()) controller.abort(new JobLostError(message));
  }
}

/** Ends what an incarnation has, without waiting for a database that may not answer. */
function discard({ pool, sockets, workers }: { pool: Pool; sockets: Set<Socket>; workers: WorkerPool }): void {
  Promise.resolve(workers.forcefulShutdown("The session has ended")).catch(() => {});
  workers.promise.catch(() => {});
  pool.end().catch(() => {});
  for (const socket of sockets) socket.destroy();
}

async function completeBy(execute: Execute, token: readonly unknown[], signal?: AbortSignal) {
  signal?.throwIfAborted();
  await execute("select job_queue.complete($1, $2, $3)", token);
}

interface Payload {
  readonly data: unknown;
}

interface GraphileJob {
  readonly id: string;
  readonly key: string | null;
  readonly attempts: number;
}

/** What a sweep returns of a job that has no attempt left. */
interface FailedRow extends GraphileJob {
  readonly task: string;
  readonly payload: Payload;
  readonly last_error: string | null;
}

/** Graphile Worker logs each failed attempt as an error, and each lost connection; both are told by us. */
function quietLogger(logger: BaseLogger): Logger {
  return new Logger(() => (level, message) => {
    if (level === "error" || level === "warning") logger.debug(message);
    else logger.trace(message);
  });
}

type Release = (cause?: Error | boolean) => void;
type OnConnect = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void;

/**
 * A pool to which a client may be given back twice. Graphile Worker's listener does so where it fails while it stops,
 * and nobody would handle that error.
 */
class ListenersPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: OnConnect): void;
  override connect(callback?: OnConnect): Promise<PoolClient> | undefined {
    if (callback === undefined) return super.connect();
    // Of a pool that has ended there is no client, and nothing to give back.
    super.connect((error, client, release: Release | undefined) => {
      let isReleased = false;
      callback(error, client, (cause) => {
        if (!isReleased) release?.(cause);
        isReleased = true;
      });
    });
    return undefined;
  }
}
