import { randomBytes } from "node:crypto";
import type { Selectable, Updateable } from "kysely";
import { countCharacters } from "../../contract/characters.ts";
import type { ModelDescriptor } from "../../contract/model.ts";
import type { Endpoint } from "../../contract/routes.ts";
import type { Ledger } from "../billing/ledger.ts";
import type { InTransaction, Storage } from "../storage/storage.ts";
import { isStorageFull, StorageFullError } from "../storage/storage-full.ts";
import type { Database, TaskTable } from "../storage/tables.ts";

/** A task as it is kept; the request itself is read apart, because it may be long. */
export type StoredTask = Omit<Selectable<TaskTable>, "number" | "request">;

interface NewTask {
  readonly caller: string;
  readonly model: ModelDescriptor;
  /** Where the request came in; a synchronous request that runs as a job comes in at `speech`. */
  readonly endpoint: Exclude<Endpoint, "websocket">;
  readonly text: string;
  readonly body: unknown;
}

/** Characters of the longest short task: a longer one never holds it up. */
export const shortTask = 5_000;

/** Writes down, in a transaction, that workers have a task to run. */
export type Enqueue = (task: StoredTask, database: Database) => Promise<void>;

/** What is known of a completed task. */
export interface FinishedTask {
  readonly mediaType: string;
  readonly extension: string;
  readonly bytes: number;
  readonly durationSeconds: number;
  readonly granularity: StoredTask["granularity"];
}

const columns = [
  "id",
  "caller",
  "model",
  "endpoint",
  "created_at",
  "status",
  "characters",
  "finished_at",
  "media_type",
  "extension",
  "bytes",
  "duration_seconds",
  "granularity",
  "stored",
  "error_code",
  "error_message",
  "owner",
] as const satisfies readonly (keyof StoredTask)[];

const unended = ["queued", "in_progress"] as const;

/**
 * The tasks in the database. Each change of a task's state and the ledger row that belongs to it are one transaction:
 * after a crash both are there or neither. A task ends once, whoever else believes to be running it. What is said of a
 * task that has been taken is recorded on a full disk too.
 */
export class TaskStore {
  readonly #storage: Storage;
  readonly #ledger: Ledger;
  readonly #now: () => number;
  readonly #enqueue: Enqueue | undefined;

  /**
   * @param now the time in milliseconds.
   * @param enqueue hands a task to workers, in the transaction that takes it; where it is absent, this process runs it.
   */
  constructor(storage: Storage, ledger: Ledger, now: () => number, enqueue?: Enqueue) {
    this.#storage = storage;
    this.#ledger = ledger;
    this.#now = now;
    this.#enqueue = enqueue;
  }

  /**
   * Takes a task and charges it. When this resolves, nothing but the storage's loss can lose it.
   *
   * @param record writes down what belongs to the task, in the same transaction
   * @throws StorageFullError where there is no room to write down how it ends.
   */
  async create(
    { caller, model, endpoint, text, body }: NewTask,
    record?: (task: StoredTask, database: Database) => Promise<void>,
  ): Promise<StoredTask> {
    const id = `task_${randomBytes(18).toString("base64url")}`;
    if (!this.#storage.hasReserve()) throw new StorageFullError();
    return await this.#storage.transaction(async (database) => {
      const task = await database
        .insertInto("tasks")
        .values({
          id,
          caller,
          model: model.id,
          endpoint,
          created_at: this.#seconds(),
          status: "queued",
          characters: countCharacters(text),
          request: JSON.stringify(body),
          owner: endpoint === "speech" ? this.#storage.owner : null,
        })
        .returning(columns)
        .executeTakeFirstOrThrow();
      await this.#ledger.charge({ reference: id, caller, model, route: endpoint, text }, database);
      await record?.(task, database);
      if (endpoint === "tasks") await this.#enqueue?.(task, database);
      return task;
    });
  }

  /** How many tasks and jobs have that status. */
  async count(status: StoredTask["status"]): Promise<number> {
    const { count } = await this.#storage.database
      .selectFrom("tasks")
      .select(({ fn }) => fn.countAll().as("count"))
      .where("status", "=", status)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** How many tasks have waited since a time in milliseconds, or for longer. */
  async waitingSince(time: number): Promise<number> {
    const { count } = await this.#storage.database
      .selectFrom("tasks")
      .select(({ fn }) => fn.countAll().as("count"))
      .where("status", "=", "queued")
      .where("created_at", "<=", Math.floor(time / 1000))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  find(id: string): Promise<StoredTask | undefined> {
    return this.#storage.database.selectFrom("tasks").select(columns).where("id", "=", id).executeTakeFirst();
  }

  /** A caller's tasks, the newest first; after one of them, those that are older. */
  async newest(caller: string, count: number, after?: string): Promise<readonly StoredTask[]> {
    const { database } = this.#storage;
    const all = database
      .selectFrom("tasks")
      .select(columns)
      .where("endpoint", "=", "tasks")
      .where("caller", "=", caller);
    const older =
      after === undefined
        ? all
        : all.where("number", "<", database.selectFrom("tasks").select("number").where("id", "=", after));
    return await older.orderBy("number", "desc").limit(count).execute();
  }

  /** The body of a request that has not ended yet, as it was sent. */
  async requestOf(id: string): Promise<unknown> {
    const { request } = await this.#storage.database
      .selectFrom("tasks")
      .select("request")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (request === null) throw new Error(`the task ${id} has ended`);
    return JSON.parse(request);
  }

  /**
   * The task that this process runs next, of those with at most so many characters: of the caller with the fewest
   * running tasks the one that has waited longest, so that one caller's many tasks don't hold up another's few. Where
   * the storage is shared, it runs the jobs of its own synchronous requests, and workers run the rest.
   */
  nextQueued(longest: number): Promise<StoredTask | undefined> {
    const { database, isShared, owner } = this.#storage;
    return database
      .selectFrom("tasks")
      .select(columns)
      .where("status", "=", "queued")
      .where("characters", "<=", longest)
      .$if(isShared, (query) => query.where("owner", "=", owner))
      .orderBy(({ selectFrom }) =>
        selectFrom("tasks as other")
          .select(({ fn }) => fn.countAll().as("count"))
          .where("other.status", "=", "in_progress")
          .whereRef("other.caller", "=", "tasks.caller"),
      )
      .orderBy("number")
      .limit(1)
      .executeTakeFirst();
  }

  async markRunning(id: string): Promise<void> {
    await this.#storage.record((database) =>
      database
        .updateTable("tasks")
        .set({ status: "in_progress" })
        .where("id", "=", id)
        .where("status", "=", "queued")
        .execute(),
    );
  }

  /**
   * Its files must be in place before. Settles what it costs, and forgets its text.
   *
   * @param also writes down, in the same transaction, what follows from it.
   * @param charged likewise, but only where the task ends by this; it may refuse, and nothing counts then.
   */
  async complete(
    id: string,
    { mediaType, extension, bytes, durationSeconds, granularity }: FinishedTask,
    also?: InTransaction,
    charged?: InTransaction,
  ): Promise<StoredTask> {
    const end = {
      status: "completed",
      stored: 1,
      media_type: mediaType,
      extension,
      bytes,
      duration_seconds: durationSeconds,
      granularity,
    } as const;
    const bill: InTransaction = async (database) => {
      await this.#ledger.settle(id, durationSeconds, database);
      await charged?.(database);
    };
    return await this.#end(id, end, bill, also);
  }

  /**
   * Gives back what it cost, and forgets its text.
   *
   * @param also writes down, in the same transaction, what follows from it.
   */
  async fail(id: string, code: string, message: string, also?: InTransaction): Promise<void> {
    // PostgreSQL keeps no U+0000 in a text.
    const end = { status: "failed", error_code: code, error_message: message.replaceAll("\0", "") } as const;
    await this.#end(id, end, (database) => this.#ledger.refund(id, database), also);
  }

  /** Ends a task with what its end costs or gives back; one that has ended already stays as it is. */
  #end(id: string, end: Updateable<TaskTable>, bill: InTransaction, also?: InTransaction): Promise<StoredTask> {
    return this.#storage.record(async (database) => {
      const { numUpdatedRows } = await database
        .updateTable("tasks")
        .set({ ...end, request: null, finished_at: this.#now() })
        .where("id", "=", id)
        .where("status", "in", unended)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) {
        await bill(database);
        await database.deleteFrom("segments").where("task", "=", id).execute();
        await database.deleteFrom("task_runs").where("task", "=", id).execute();
      }
      await also?.(database);
      return await database.selectFrom("tasks").select(columns).where("id", "=", id).executeTakeFirstOrThrow();
    });
  }

  /**
   * The percentage of a task's characters that a client may be told of. It is written down before anyone is told, so
   * that it never goes back, whatever becomes of the process.
   *
   * @param running percent that a run in this process has reached; 0 where it runs elsewhere.
   */
  async progressOf({ id, characters }: StoredTask, running: number): Promise<number> {
    const { database } = this.#storage;
    const row = await database
      .selectFrom("tasks")
      .leftJoin("task_runs", "task_runs.task", "tasks.id")
      .select(({ selectFrom }) => [
        "progress",
        selectFrom("segments")
          .select(({ fn }) => fn.sum("segments.characters").as("characters"))
          .whereRef("segments.task", "=", "tasks.id")
          .where("samples", "is not", null)
          .as("kept"),
      ])
      .where("id", "=", id)
      .executeTakeFirst();
    const told = row?.progress ?? 0;
    const reached = Math.max(running, Math.min(99, Math.floor((100 * Number(row?.kept ?? 0)) / characters)));
    if (reached <= told) return told;
    try {
      await database
        .insertInto("task_runs")
        .columns(["task", "progress"])
        .expression(({ selectFrom, val }) =>
          selectFrom("tasks")
            .select(["id", val(reached).as("progress")])
            .where("id", "=", id)
            .where("status", "in", unended),
        )
        .onConflict((conflict) =>
          conflict.column("task").doUpdateSet({ progress: reached }).where("task_runs.progress", "<", reached),
        )
        .execute();
      return reached;
    } catch (error) {
      if (isStorageFull(error)) return told;
      throw error;
    }
  }

  /** The ids of tasks that have not ended. */
  async unended(): Promise<readonly string[]> {
    const rows = await this.#storage.database.selectFrom("tasks").select("id").where("status", "in", unended).execute();
    return rows.map(({ id }) => id);
  }

  /** Puts back what was running when the process ended (section 3: our transitions). */
  async requeueRunning(): Promise<void> {
    await this.#storage.record((database) =>
      database.updateTable("tasks").set({ status: "queued" }).where("status", "=", "in_progress").execute(),
    );
  }

  /** Completed tasks whose files exist; with a time in milliseconds, those that ended before it. */
  async stored(finishedBefore = Number.MAX_SAFE_INTEGER): Promise<readonly StoredTask[]> {
    return await this.#storage.database
      .selectFrom("tasks")
      .select(columns)
      .where("stored", "=", 1)
      .where("finished_at", "<", finishedBefore)
      .execute();
  }

  /** The jobs of synchronous requests that haven't ended, or whose files still exist. */
  async synchronous(): Promise<readonly StoredTask[]> {
    return await this.#storage.database
      .selectFrom("tasks")
      .select(columns)
      .where("endpoint", "=", "speech")
      .where(({ or, eb }) => or([eb("status", "in", unended), eb("stored", "=", 1)]))
      .execute();
  }

  /** Call it after a task's files are gone. */
  async markRemoved(id: string): Promise<void> {
    await this.#storage.record((database) =>
      database.updateTable("tasks").set({ stored: 0 }).where("id", "=", id).execute(),
    );
  }

  #seconds(): number {
    return Math.floor(this.#now() / 1000);
  }
}
