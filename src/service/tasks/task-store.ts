import { randomBytes } from "node:crypto";
import * as z from "zod";
import { countCharacters } from "../../contract/characters.ts";
import type { ModelDescriptor } from "../../contract/model.ts";
import type { Endpoint } from "../../contract/routes.ts";
import { taskStatuses } from "../../contract/tasks.ts";
import type { Ledger } from "../billing/ledger.ts";
import type { DataFolder } from "../storage/data-folder.ts";
import { isStorageFull, StorageFullError } from "../storage/storage-full.ts";
import { granularities } from "./timestamps.ts";

const rowSchema = z.object({
  id: z.string(),
  caller: z.string(),
  model: z.string(),
  endpoint: z.enum(["tasks", "speech"]),
  created_at: z.number(),
  status: z.enum(taskStatuses),
  characters: z.number(),
  finished_at: z.nullable(z.number()),
  media_type: z.nullable(z.string()),
  extension: z.nullable(z.string()),
  bytes: z.nullable(z.number()),
  duration_seconds: z.nullable(z.number()),
  granularity: z.nullable(z.enum(granularities)),
  stored: z.number(),
  error_code: z.nullable(z.string()),
  error_message: z.nullable(z.string()),
});
/** A task as it is kept; the request itself is read apart, because it may be long. */
export type StoredTask = z.infer<typeof rowSchema>;

interface NewTask {
  readonly caller: string;
  readonly model: ModelDescriptor;
  /** Where the request came in; a synchronous request that runs as a job comes in at `speech`. */
  readonly endpoint: Exclude<Endpoint, "websocket">;
  readonly text: string;
  readonly body: unknown;
}

/** What is known of a completed task. */
export interface FinishedTask {
  readonly mediaType: string;
  readonly extension: string;
  readonly bytes: number;
  readonly durationSeconds: number;
  readonly granularity: StoredTask["granularity"];
}

const columns = Object.keys(rowSchema.shape).join(", ");

/**
 * The tasks in the database. Each change of a task's state and the ledger row that belongs to it are one transaction:
 * after a crash both are there or neither. What is said of a task that has been taken is recorded on a full disk too.
 */
export class TaskStore {
  readonly #folder: DataFolder;
  readonly #ledger: Ledger;
  readonly #now: () => number;

  /** @param now the time in milliseconds. */
  constructor(folder: DataFolder, ledger: Ledger, now: () => number) {
    this.#folder = folder;
    this.#ledger = ledger;
    this.#now = now;
  }

  /**
   * Takes a task and charges it. When this returns, nothing but the data folder's loss can lose it.
   *
   * @param record writes down what belongs to the task, in the same transaction
   * @throws StorageFullError where there is no room to write down how it ends.
   */
  create({ caller, model, endpoint, text, body }: NewTask, record?: (task: StoredTask) => void): StoredTask {
    const id = `task_${randomBytes(18).toString("base64url")}`;
    if (!this.#folder.hasReserve()) throw new StorageFullError();
    return this.#folder.transaction(() => {
      this.#database
        .prepare(
          `insert into tasks (id, caller, model, endpoint, created_at, status, characters, request)
           values (?, ?, ?, ?, ?, 'queued', ?, ?)`,
        )
        .run(id, caller, model.id, endpoint, this.#seconds(), countCharacters(text), JSON.stringify(body));
      this.#ledger.charge({ reference: id, caller, model, route: endpoint, text });
      const task = this.#existing(id);
      record?.(task);
      return task;
    });
  }

  /** How many tasks and jobs have that status. */
  count(status: StoredTask["status"]): number {
    const row = this.#database.prepare("select count(*) as count from tasks where status = ?").get(status);
    return z.object({ count: z.number() }).parse(row).count;
  }

  find(id: string): StoredTask | undefined {
    return this.#one("where id = ?", id);
  }

  /** A caller's tasks, the newest first; after one of them, those that are older. */
  newest(caller: string, count: number, after?: string): readonly StoredTask[] {
    return this.#database
      .prepare(
        `select ${columns} from tasks where endpoint = 'tasks' and caller = ?
           and number < coalesce((select number from tasks where id = ?), 9e15)
         order by number desc limit ?`,
      )
      .all(caller, after ?? "", count)
      .map((row) => rowSchema.parse(row));
  }

  /** The body of a request that has not ended yet, as it was sent. */
  requestOf(id: string): unknown {
    const row = this.#database.prepare("select request from tasks where id = ?").get(id);
    const { request } = z.object({ request: z.string() }).parse(row);
    return JSON.parse(request);
  }

  /**
   * The task to run next, of those with at most so many characters: of the caller with the fewest running tasks the one
   * that has waited longest, so that one caller's many tasks don't hold up another's few.
   */
  nextQueued(longest: number): StoredTask | undefined {
    return this.#one(
      `where status = 'queued' and characters <= ?
       order by
         (select count(*) from tasks as other where other.status = 'in_progress' and other.caller = tasks.caller),
         number
       limit 1`,
      longest,
    );
  }

  markRunning(id: string): void {
    this.#folder.record(() =>
      this.#database.prepare("update tasks set status = 'in_progress' where id = ? and status = 'queued'").run(id),
    );
  }

  /** Its files must be in place before. Settles what it costs, and forgets its text. */
  complete(id: string, { mediaType, extension, bytes, durationSeconds, granularity }: FinishedTask): StoredTask {
    this.#folder.record(() => {
      this.#database
        .prepare(
          `update tasks set status = 'completed', request = null, stored = 1, finished_at = ?, media_type = ?,
             extension = ?, bytes = ?, duration_seconds = ?, granularity = ? where id = ?`,
        )
        .run(this.#now(), mediaType, extension, bytes, durationSeconds, granularity, id);
      this.#ledger.settle(id, durationSeconds);
      this.#forgetRun(id);
    });
    return this.#existing(id);
  }

  /** Gives back what it cost, and forgets its text. */
  fail(id: string, code: string, message: string): void {
    this.#folder.record(() => {
      this.#database
        .prepare(
          `update tasks set status = 'failed', request = null, finished_at = ?, error_code = ?, error_message = ?
           where id = ?`,
        )
        .run(this.#now(), code, message, id);
      this.#ledger.refund(id);
      this.#forgetRun(id);
    });
  }

  /**
   * The percentage of a task's characters that a client may be told of. It is written down before anyone is told, so
   * that it never goes back, whatever becomes of the process.
   *
   * @param reached by the run that is under way.
   */
  progressOf(id: string, reached: number): number {
    const row = this.#database.prepare("select progress from task_runs where task = ?").get(id);
    const told = z.optional(z.object({ progress: z.number() })).parse(row)?.progress ?? 0;
    if (reached <= told) return told;
    try {
      this.#database
        .prepare(
          `insert into task_runs (task, progress) values (:id, :reached)
           on conflict (task) do update set progress = :reached`,
        )
        .run({ id, reached });
      return reached;
    } catch (error) {
      if (isStorageFull(error)) return told;
      throw error;
    }
  }

  /** The ids of tasks that have not ended. */
  unended(): readonly string[] {
    return this.#database
      .prepare("select id from tasks where status in ('queued', 'in_progress')")
      .all()
      .map((row) => z.object({ id: z.string() }).parse(row).id);
  }

  /** Puts back what was running when the process ended (section 3: our transitions). */
  requeueRunning(): void {
    this.#folder.record(() => this.#database.exec("update tasks set status = 'queued' where status = 'in_progress'"));
  }

  /** Completed tasks whose files exist; with a time in milliseconds, those that ended before it. */
  stored(finishedBefore = Number.MAX_SAFE_INTEGER): readonly StoredTask[] {
    return this.#database
      .prepare(`select ${columns} from tasks where stored = 1 and finished_at < ?`)
      .all(finishedBefore)
      .map((row) => rowSchema.parse(row));
  }

  /** The jobs of synchronous requests that haven't ended, or whose files still exist. */
  synchronous(): readonly StoredTask[] {
    return this.#database
      .prepare(
        `select ${columns} from tasks
         where endpoint = 'speech' and (status in ('queued', 'in_progress') or stored = 1)`,
      )
      .all()
      .map((row) => rowSchema.parse(row));
  }

  /** Call it after a task's files are gone. */
  markRemoved(id: string): void {
    this.#folder.record(() => this.#database.prepare("update tasks set stored = 0 where id = ?").run(id));
  }

  #forgetRun(id: string): void {
    this.#database.prepare("delete from segments where task = ?").run(id);
    this.#database.prepare("delete from task_runs where task = ?").run(id);
  }

  get #database() {
    return this.#folder.database;
  }

  #one(rest: string, ...values: unknown[]): StoredTask | undefined {
    const row = this.#database.prepare(`select ${columns} from tasks ${rest}`).get(...values);
    return row === undefined ? undefined : rowSchema.parse(row);
  }

  #existing(id: string): StoredTask {
    const task = this.find(id);
    if (task === undefined) throw new Error(`no task ${id}`);
    return task;
  }

  #seconds(): number {
    return Math.floor(this.#now() / 1000);
  }
}
