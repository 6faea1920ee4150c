import { randomBytes } from "node:crypto";
import type { Updateable } from "kysely";
import { countCharacters } from "../../contract/characters.ts";
import type { ModelDescriptor } from "../../contract/model.ts";
import type { Endpoint } from "../../contract/routes.ts";
import type { Ledger } from "../billing/ledger.ts";
import type { SpokenAs } from "../spoken-as.ts";
import type { InTransaction, Storage } from "../storage/storage.ts";
import { isStorageFull, StorageFullError } from "../storage/storage-full.ts";
import type { Database, TaskTable } from "../storage/tables.ts";
import { columns, type StoredTask, TaskReader, unended } from "./task-reader.ts";

interface NewTask {
  readonly caller: string;
  readonly model: ModelDescriptor;
  /** Where the request came in; a synchronous request that runs as a job comes in at `speech`. */
  readonly endpoint: Exclude<Endpoint, "websocket">;
  readonly text: string;
  readonly body: unknown;
}

/** Writes down, in a transaction, that workers have a task to run. */
export type Enqueue = (task: StoredTask, database: Database) => Promise<void>;

/** What is known of a completed task. */
export interface FinishedTask {
  readonly mediaType: string;
  readonly extension: string;
  readonly bytes: number;
  readonly durationSeconds: number;
  readonly granularity: StoredTask["granularity"];
  readonly spoken: SpokenAs;
}

/**
 * The tasks in the database. Each change of a task's state and the ledger row that belongs to it are one transaction:
 * after a crash both are there or neither. A task ends once, whoever else believes to be running it. What is said of a
 * task that has been taken is recorded on a full disk too.
 */
export class TaskStore extends TaskReader {
  readonly #ledger: Ledger;
  readonly #now: () => number;
  readonly #enqueue: Enqueue | undefined;

  /**
   * @param now the time in milliseconds.
   * @param enqueue hands a task to workers, in the transaction that takes it; where it is absent, this process runs it.
   */
  constructor(storage: Storage, ledger: Ledger, now: () => number, enqueue?: Enqueue) {
    super(storage);
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
    if (!this.storage.hasReserve()) throw new StorageFullError();
    return await this.storage.transaction(async (database) => {
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
          owner: endpoint === "speech" ? this.storage.owner : null,
        })
        .returning(columns)
        .executeTakeFirstOrThrow();
      await this.#ledger.charge({ reference: id, caller, model, route: endpoint, text }, database);
      await record?.(task, database);
      if (endpoint === "tasks") await this.#enqueue?.(task, database);
      return task;
    });
  }

  async markRunning(id: string): Promise<void> {
    await this.storage.record((database) =>
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
    { mediaType, extension, bytes, durationSeconds, granularity, spoken }: FinishedTask,
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
      spoken: JSON.stringify(spoken),
    } as const;
    const bill: InTransaction = async (database) => {
      await this.#ledger.settle(id, durationSeconds, database);
      await charged?.(database);
    };
    return await this.#end(id, end, bill, also);
  }

  /**
   * Gives back what it cost, and forgets its text. Returns the task as it stands then: one that has been completed
   * stays so.
   *
   * @param also writes down, in the same transaction, what follows from it.
   */
  async fail(id: string, code: string, message: string, also?: InTransaction): Promise<StoredTask> {
    // PostgreSQL keeps no U+0000 in a text.
    const end = { status: "failed", error_code: code, error_message: message.replaceAll("\0", "") } as const;
    return await this.#end(id, end, (database) => this.#ledger.refund(id, database), also);
  }

  /** Ends a task with what its end costs or gives back; one that has ended already stays as it is. */
  #end(id: string, end: Updateable<TaskTable>, bill: InTransaction, also?: InTransaction): Promise<StoredTask> {
    return this.storage.record(async (database) => {
      const { numUpdatedRows } = await database
        .updateTable("tasks")
        .set({ ...end, request: null, finished_at: this.#now() })
        .where("id", "=", id)
        .where("status", "in", unended)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) {
        await bill(database);
        await database.deleteFrom("segments").where("task", "=", id).execute();
        const run = database.deleteFrom("task_runs").where("task", "=", id);
        await run.$if(end.status === "failed", (query) => query.where("progress", "=", 0)).execute();
        // What a client was told of a task that fails it is told again.
        await database.updateTable("task_runs").set({ utterance: null }).where("task", "=", id).execute();
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
    const { database } = this.storage;
    const row = await database
      .selectFrom("tasks")
      .leftJoin("task_runs", "task_runs.task", "tasks.id")
      .select(({ selectFrom }) => [
        "status",
        "progress",
        selectFrom("segments")
          .select(({ fn }) => fn.sum("segments.characters").as("characters"))
          .whereRef("segments.task", "=", "tasks.id")
          .where("samples", "is not", null)
          .as("kept"),
      ])
      .where("id", "=", id)
      .executeTakeFirst();
    // Ended since it was looked up: what was told of it has gone with its run.
    if (row?.status === "completed") return 99;
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
            .where("status", "in", unended)
            // Not beside its end, behind which nothing would take the row away.
            .$if(this.storage.isShared, (query) => query.forShare()),
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

  /** Puts back what was running when the process ended (section 3: our transitions). */
  async requeueRunning(): Promise<void> {
    await this.storage.record((database) =>
      database.updateTable("tasks").set({ status: "queued" }).where("status", "=", "in_progress").execute(),
    );
  }

  /** Call it after a task's files are gone. */
  async markRemoved(id: string): Promise<void> {
    await this.storage.record((database) =>
      database.updateTable("tasks").set({ stored: 0 }).where("id", "=", id).execute(),
    );
  }

  #seconds(): number {
    return Math.floor(this.#now() / 1000);
  }
}
