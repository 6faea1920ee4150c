import type { BaseLogger } from "pino";
import type { Handler } from "./jobs.ts";

export interface WorkerOptions {
  readonly connectionString: string;
  /** What runs the jobs of each task. All workers of a database should have the same. */
  readonly handlers: Readonly<Record<string, Handler>>;
  /** How many jobs run at once. */
  readonly concurrency: number;
  readonly logger: BaseLogger;
}
