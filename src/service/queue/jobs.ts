/** Runs one statement, within a transaction or alone: `$1` stands for the first value. Rejects as the database does. */
export type Execute = (sql: string, values: readonly unknown[]) => Promise<unknown>;

/** Jobs of one kind and one owner. */
interface JobBatch {
  /** Which handler runs them. */
  readonly task: string;
  /** Whose they are. Those with different keys take turns. */
  readonly fairnessKey: string;
  /**
   * Whether each is so short that somebody waits for it. Short jobs go in front of all others, until their owner is 300
   * of them ahead of the others' turns; then they have ten turns for one.
   */
  readonly isShort?: boolean;
  /** How often each is tried, a worker's death included. 3 unless told. */
  readonly attempts?: number;
  readonly jobs: readonly {
    /** Where it is in the queue already, it isn't added again. At most 512 characters. */
    readonly key: string;
    /** What the handler gets, as JSON; small, since what is large belongs into a table. */
    readonly data: unknown;
  }[];
}

/**
 * Adds jobs, in the transaction of whoever calls: they exist when that is committed, and never if it isn't. Two
 * transactions that add for the same owner wait for each other, so that it comes last in a transaction.
 */
export async function addJobs(execute: Execute, { task, fairnessKey, isShort, attempts, jobs }: JobBatch) {
  await execute("select job_queue.add_jobs($1, $2, $3, $4, $5)", [
    task,
    fairnessKey,
    isShort ?? false,
    attempts ?? 3,
    JSON.stringify(jobs),
  ]);
}

/** Another worker may have the job: what this attempt still writes must not count. */
export class JobLostError extends Error {
  override readonly name = "JobLostError";
}

/** What a failed `complete` says, whichever library passed it on. */
export function isJobLost(error: unknown): boolean {
  return error instanceof JobLostError || (error instanceof Error && "code" in error && error.code === "JQ001");
}

/** One attempt at a job. */
export interface Attempt {
  readonly key: string;
  readonly data: unknown;
  /** 1 for the first. */
  readonly number: number;
  /** Aborted when the job must not go on here: the worker stops, or is cut off from the database. */
  readonly signal: AbortSignal;
  /**
   * Takes the job out of the queue in a transaction, which counts only while this attempt has the job: what it records
   * is recorded exactly once. The statement fails otherwise, and the transaction with it (`isJobLost`).
   */
  complete(execute: Execute): Promise<void>;
}

/** The job has no attempt left. `complete` takes it out, in the transaction that records its failure. */
export interface FailedJob extends Pick<Attempt, "key" | "data" | "complete"> {
  /** What the last handler threw; undefined when the last attempt ended with its worker. */
  readonly reason: string | undefined;
}

export interface Handler {
  /**
   * Does a job. It should end with `complete` in the transaction that records its result: a job whose handler resolves
   * without it is taken out a moment later, and may be done twice if its worker dies in between.
   */
  run(attempt: Attempt): Promise<void>;
  /** Records that a job has failed for good. Tried once a second until it resolves. */
  failed(job: FailedJob): Promise<void>;
}

/** What waits, by task. `failed` is about to be recorded as such. */
export interface QueueDepth {
  readonly task: string;
  readonly waiting: number;
  readonly running: number;
  readonly failed: number;
}

/** Counts the queue. It reads every job, so that once in some seconds is often enough. */
export async function queueDepth(
  query: (sql: string) => Promise<{ readonly rows: readonly unknown[] }>,
): Promise<readonly QueueDepth[]> {
  const { rows } = await query(`
    select t.identifier as task, (count(*) filter (where j.is_available))::integer as waiting,
      (count(*) filter (where j.locked_by is not null))::integer as running,
      (count(*) filter (where not j.is_available and j.locked_by is null))::integer as failed
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    group by 1 order by 1`);
  return rows as readonly QueueDepth[];
}
