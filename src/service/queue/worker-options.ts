import type { BaseLogger } from "pino";
import type { FailedJob, Handler } from "./jobs.ts";

/** How one attempt at a job ended, for whoever counts. */
export interface AttemptEnd {
  readonly task: string;
  /** `lost` when the worker was cut off from the database, `returned` when it was stopped. */
  readonly outcome: "done" | "failed" | "lost" | "returned";
  readonly seconds: number;
}

export interface WorkerOptions {
  readonly connectionString: string;
  /** What runs the jobs of each task. All workers of a database should have the same. */
  readonly handlers: Readonly<Record<string, Handler>>;
  /** How many jobs run at once. */
  readonly concurrency: number;
  readonly logger: BaseLogger;
  readonly onAttemptEnd?: (end: AttemptEnd) => void;
  /** A job has no attempt left, and that is recorded. */
  readonly onFailure?: (job: FailedJob) => void;
}
