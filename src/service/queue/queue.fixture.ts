import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Pool } from "pg";
import type { Execute } from "./jobs.ts";
import { migrateQueue } from "./schema.ts";

/** A database with a queue, and with a table for what its jobs have done. */
export interface TestQueue {
  readonly connectionString: string;
  readonly pool: Pool;
  readonly execute: Execute;
  /** What was recorded of each job, in order. */
  effects(): Promise<readonly Effect[]>;
  close(): Promise<void>;
}

export interface Effect {
  readonly key: string;
  readonly outcome: "done" | "failed";
  readonly attempt: number | null;
  readonly process: number | null;
  readonly reason: string | null;
  /** In milliseconds. */
  readonly at: number;
}

export async function createQueue(connectionString: string): Promise<TestQueue> {
  await migrateQueue(connectionString);
  const pool = new Pool({ connectionString, max: 2 });
  pool.on("error", () => {});
  await pool.query(`create table effects (number bigint generated always as identity, key text, outcome text,
    attempt integer, process integer, reason text, at timestamptz default clock_timestamp())`);
  return {
    connectionString,
    pool,
    execute: (sql, values) => pool.query(sql, [...values]),
    async effects() {
      const { rows } = await pool.query(
        `select key, outcome, attempt, process, reason, (extract(epoch from at) * 1000)::float as at
          from effects order by number`,
      );
      return rows;
    },
    close: () => pool.end(),
  };
}

export interface WorkerProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  /** What it wrote, `ready` first. */
  readonly lines: readonly string[];
  readonly ready: Promise<unknown>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

const program = fileURLToPath(new URL("worker-program.fixture.ts", import.meta.url));

export interface ProcessOptions {
  readonly folder?: string;
  readonly concurrency?: number;
  readonly graceMs?: number;
}

/** Starts a worker process; `ready` resolves when it takes jobs. */
export function startWorkerProcess(
  connectionString: string,
  { folder = "", concurrency = 1, graceMs = 0 }: ProcessOptions = {},
): WorkerProcess {
  const parameters = ["--import", "tsx", program, connectionString, folder, String(concurrency), String(graceMs)];
  const child = spawn(process.execPath, parameters, { stdio: ["ignore", "pipe", "inherit"] });
  const lines: string[] = [];
  child.stdout.on("data", (chunk: Buffer) => lines.push(...chunk.toString().trim().split("\n")));
  const ended = once(child, "exit");
  return {
    child,
    pid: child.pid ?? 0,
    lines,
    ready: Promise.race([once(child.stdout, "data"), ended]),
    async kill(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
  };
}
