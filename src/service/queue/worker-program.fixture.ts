import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Pool } from "pg";
import pino from "pino";
import { type Attempt, type Execute, isJobLost } from "./jobs.ts";
import { type QueueWorker, startWorker } from "./worker.ts";
import type { WorkerOptions } from "./worker-options.ts";

/**
 * A worker process of the tests and the bench: its jobs wait, and record what they did in the transaction that
 * completes them. It writes a line when it is ready, and one when it stops, on SIGTERM.
 *
 * @param argv connection string, folder for the marks of jobs under way, jobs at once, milliseconds of grace
 */
const [connectionString = "", folder = "", concurrency = "1", graceMs = "0"] = process.argv.slice(2);
const pool = new Pool({ connectionString, max: 1 });
pool.on("error", () => {});
pool.on("connect", (client) => client.on("error", () => {}));

/** What a job of these tests is told to do. */
export interface WaitData {
  readonly ms: number;
  /** It also waits for a file of this name beside the marks. */
  readonly until?: string;
  /** Of these attempts it kills its process, or throws. */
  readonly dies?: readonly number[];
  readonly throws?: readonly number[];
}

async function inTransaction(work: (execute: Execute) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  let error: Error | undefined;
  try {
    await client.query("begin");
    await work((sql, values) => client.query({ text: sql, values: [...values], name: sql.slice(0, 60) }));
    await client.query("commit");
  } catch (caught) {
    error = caught as Error;
    throw caught;
  } finally {
    client.release(error);
  }
}

/** Says when two processes that live do the same job at once. */
function mark(key: string): () => void {
  if (folder === "") return () => {};
  const file = join(folder, encodeURIComponent(key));
  try {
    const other = Number(readFileSync(file, "utf8"));
    process.kill(other, 0);
    process.stdout.write(`overlap ${key}: ${other} and ${process.pid}\n`);
  } catch {
    // Nobody does it, or whoever did is dead.
  }
  // Whole at once: whoever is killed while it writes leaves no mark without a number.
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, String(process.pid));
  renameSync(whole, file);
  return () => rmSync(file, { force: true });
}

async function run(attempt: Attempt): Promise<void> {
  const { ms, until, dies, throws } = attempt.data as WaitData;
  const unmark = mark(attempt.key);
  try {
    if (dies?.includes(attempt.number)) process.kill(process.pid, "SIGKILL");
    await wait(ms, undefined, { signal: attempt.signal });
    while (until !== undefined && !existsSync(join(folder, until)))
      await wait(20, undefined, { signal: attempt.signal });
    if (throws?.includes(attempt.number)) throw new Error("as it was told");
    await inTransaction(async (execute) => {
      await execute("insert into effects (key, outcome, attempt, process) values ($1, 'done', $2, $3)", [
        attempt.key,
        attempt.number,
        process.pid,
      ]);
      await attempt.complete(execute);
    });
  } finally {
    unmark();
  }
}

/** A worker that can't reach the database at its start ends; whoever watches over it starts it again. */
async function startAgain(options: WorkerOptions): Promise<QueueWorker> {
  for (;;) {
    try {
      return await startWorker(options);
    } catch {
      await wait(100);
    }
  }
}

const worker = await startAgain({
  connectionString,
  concurrency: Number(concurrency),
  logger: pino({ level: process.env["LOG_LEVEL"] ?? "silent" }, pino.destination(2)),
  handlers: {
    wait: {
      run,
      failed: ({ key, reason, complete }) =>
        inTransaction(async (execute) => {
          await execute("insert into effects (key, outcome, reason) values ($1, 'failed', $2)", [key, reason ?? null]);
          await complete(execute);
        }).catch((error) => {
          if (!isJobLost(error)) throw error;
        }),
    },
  },
});
process.once("SIGTERM", async () => {
  process.stdout.write("stopping\n");
  await worker.stop(Number(graceMs));
  await pool.end();
  process.exit();
});
process.stdout.write("ready\n");
