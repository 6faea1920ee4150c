import type { Selectable } from "kysely";
import type { Storage } from "../storage/storage.ts";
import type { TaskTable } from "../storage/tables.ts";

/** A task as it is kept; the request itself is read apart, because it may be long. */
export type StoredTask = Omit<Selectable<TaskTable>, "number" | "request">;

/** Characters of the longest short task: a longer one never holds it up. */
export const shortTask = 5_000;

/** All but the request. */
export const columns = [
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
  "spoken",
] as const satisfies readonly (keyof StoredTask)[];

/** What a task is until it ends. */
export const unended = ["queued", "in_progress"] as const;

/** So many tasks and jobs of a model have that status. */
export type UnendedTasks = Pick<StoredTask, "model" | "status"> & { readonly count: number };

/** What the database knows of tasks. */
export class TaskReader {
  protected readonly storage: Storage;

  constructor(storage: Storage) {
    this.storage = storage;
  }

  /** How many tasks and jobs of each model wait and run; a model is absent where it has none. */
  async countUnended(): Promise<readonly UnendedTasks[]> {
    const rows = await this.storage.database
      .selectFrom("tasks")
      .select(({ fn }) => ["model", "status", fn.countAll().as("count")])
      .where("status", "in", unended)
      .groupBy(["model", "status"])
      .execute();
    return rows.map(({ model, status, count }) => ({ model, status, count: Number(count) }));
  }

  /** How many tasks have waited since a time in milliseconds, or for longer. */
  async waitingSince(time: number): Promise<number> {
    const { count } = await this.storage.database
      .selectFrom("tasks")
      .select(({ fn }) => fn.countAll().as("count"))
      .where("status", "=", "queued")
      .where("created_at", "<=", Math.floor(time / 1000))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  find(id: string): Promise<StoredTask | undefined> {
    return this.storage.database.selectFrom("tasks").select(columns).where("id", "=", id).executeTakeFirst();
  }

  /** A caller's tasks, the newest first; after one of them, those that are older. */
  async newest(caller: string, count: number, after?: string): Promise<readonly StoredTask[]> {
    const { database } = this.storage;
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
    const { request } = await this.storage.database
      .selectFrom("tasks")
      .select("request")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (request === null) throw new Error(`the task ${id} has ended`);
    return JSON.parse(request);
  }

  /**
   * The task that this process runs next, of those with at most so many characters and of any model but one: of the
   * caller with the fewest running tasks the one that has waited longest, so that one caller's many tasks don't hold up
   * another's few. Where the storage is shared, it runs the jobs of its own synchronous requests, and workers run the
   * rest.
   */
  nextQueued(longest: number, otherThan = ""): Promise<StoredTask | undefined> {
    const { database, isShared, owner } = this.storage;
    return database
      .selectFrom("tasks")
      .select(columns)
      .where("status", "=", "queued")
      .where("characters", "<=", longest)
      .where("model", "!=", otherThan)
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

  /** The ids of tasks that have not ended. */
  async unended(): Promise<readonly string[]> {
    const rows = await this.storage.database.selectFrom("tasks").select("id").where("status", "in", unended).execute();
    return rows.map(({ id }) => id);
  }

  /** Completed tasks whose files exist; with a time in milliseconds, those that ended before it. */
  async stored(finishedBefore = Number.MAX_SAFE_INTEGER): Promise<readonly StoredTask[]> {
    return await this.storage.database
      .selectFrom("tasks")
      .select(columns)
      .where("stored", "=", 1)
      .where("finished_at", "<", finishedBefore)
      .execute();
  }

  /** The jobs of synchronous requests that haven't ended, or whose files still exist. */
  async synchronous(): Promise<readonly StoredTask[]> {
    return await this.storage.database
      .selectFrom("tasks")
      .select(columns)
      .where("endpoint", "=", "speech")
      .where(({ or, eb }) => or([eb("status", "in", unended), eb("stored", "=", 1)]))
      .execute();
  }
}
