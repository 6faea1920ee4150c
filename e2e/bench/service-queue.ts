import { randomUUID } from "node:crypto";
import { addJobs } from "../../src/service/queue/jobs.ts";
import { createQueue, startWorkerProcess, type TestQueue } from "../../src/service/queue/queue.fixture.ts";
import { startPostgres } from "../../src/service/storage/postgres.fixture.ts";
import type { Part, Requirement } from "./requirement.ts";
import type { Row } from "./table.ts";

/** Milliseconds that a job waits, and how many each worker does. */
const kinds = [
  { ms: 250, each: 40 },
  { ms: 1000, each: 10 },
];
const workerCounts = [1, 2, 4, 8, 16];

/**
 * Jobs that only wait, done by worker processes with one job at once each, on a PostgreSQL of this machine that waits
 * for no disk: jobs a second, beside as many times what one worker does.
 */
export async function benchServiceQueue(): Promise<Part[]> {
  const cluster = await startPostgres();
  try {
    const queue = await createQueue(await cluster.createDatabase());
    const rows: Row[] = [];
    const requirements: Requirement[] = [];
    for (const { ms, each } of kinds) {
      let one = 0;
      for (const workers of workerCounts) {
        const rate = await jobsPerSecond(queue, workers, ms, each * workers);
        if (workers === 1) one = rate;
        const linear = rate / (one * workers);
        rows.push({
          "a job": `${ms} ms`,
          workers,
          "jobs/s": rate.toFixed(2),
          "of linear": linear.toFixed(3),
          "of what waiting allows": ((rate * ms) / 1000 / workers).toFixed(3),
        });
        if (workers === 8) {
          requirements.push({
            what: `8 workers, jobs of ${ms} ms, of linear`,
            value: linear,
            bound: { atLeast: 0.9 },
          });
        }
      }
    }
    await queue.close();
    return [{ rows, requirements }];
  } finally {
    await cluster.remove();
  }
}

async function jobsPerSecond(queue: TestQueue, workers: number, ms: number, jobs: number): Promise<number> {
  const processes = Array.from({ length: workers }, () => startWorkerProcess(queue.connectionString));
  try {
    await Promise.all(processes.map(({ ready }) => ready));
    const work = (count: number, ms: number) =>
      addJobs(queue.execute, {
        task: "wait",
        fairnessKey: "bench",
        jobs: Array.from({ length: count }, () => ({ key: randomUUID(), data: { ms } })),
      });
    // Each worker's first jobs prepare its statements.
    await work(workers * 4, 20);
    await done(queue, workers * 4);
    await queue.pool.query("truncate effects");
    const { rows } = await queue.pool.query("select (extract(epoch from clock_timestamp()) * 1000)::float as now");
    await work(jobs, ms);
    await done(queue, jobs);
    const end = (await queue.effects()).at(-1)?.at ?? 0;
    await queue.pool.query("truncate effects");
    return jobs / ((end - rows[0].now) / 1000);
  } finally {
    await Promise.all(processes.map((process) => process.kill("SIGKILL")));
  }
}

/** Waits until that many jobs are done, and asks seldom, since that takes time of the same two cores. */
async function done(queue: TestQueue, jobs: number): Promise<void> {
  for (;;) {
    const { rows } = await queue.pool.query("select count(*)::integer as count from effects");
    if (rows[0].count >= jobs) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
