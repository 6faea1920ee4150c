import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { hasPostgres, type PostgresCluster, startPostgres } from "../storage/postgres.fixture.ts";
import { randomSource } from "../synthesis/voices/variation.ts";
import { addJobs, queueDepth } from "./jobs.ts";
import { createQueue, startWorkerProcess, type WorkerProcess } from "./queue.fixture.ts";

const seed = 20_261_123;
const kills = 12;
const jobs = 160;

describe.runIf(hasPostgres)("random kills", () => {
  let cluster: PostgresCluster;
  let folder: string;
  beforeAll(async () => {
    cluster = await startPostgres();
    folder = await mkdtemp(join(tmpdir(), "queue-marks-"));
  });
  afterAll(async () => {
    await cluster.remove();
    await rm(folder, { recursive: true });
  });

  test("of workers and of the database: each job's effect is recorded exactly once", { timeout: 180_000 }, async () => {
    const random = randomSource(seed);
    const queue = await createQueue(await cluster.createDatabase());
    const all: WorkerProcess[] = [];
    onTestFinished(async () => void (await Promise.all(all.map((worker) => worker.kill("SIGKILL")))));
    const start = () => {
      const worker = startWorkerProcess(queue.connectionString, { folder, concurrency: 2 });
      all.push(worker);
      return worker;
    };
    const workers = [start(), start(), start()];
    await Promise.all(workers.map(({ ready }) => ready));
    // As many attempts as there may be kills: here none may fail for bad luck.
    await addJobs(queue.execute, {
      task: "wait",
      fairnessKey: "one",
      attempts: kills + 1,
      jobs: Array.from({ length: jobs }, (_, index) => ({
        key: `job ${index}`,
        data: { ms: Math.floor(random() * 400), throws: random() < 0.1 ? [1] : [] },
      })),
    });
    for (let kill = 0; kill < kills; kill++) {
      await wait(random() * 600);
      if (random() < 0.25) {
        if (random() < 0.5) await cluster.restart();
        else {
          await cluster.kill();
          await cluster.start();
        }
      } else {
        const victim = Math.floor(random() * workers.length);
        await workers[victim]?.kill("SIGKILL");
        workers[victim] = start();
      }
    }
    const depth = () => queueDepth((sql) => queue.pool.query(sql)).catch(() => undefined);
    await expect.poll(depth, { timeout: 90_000, interval: 200 }).toEqual([]);
    const effects = await queue.effects();
    expect(effects.map(({ key }) => key).sort()).toEqual(
      Array.from({ length: jobs }, (_, index) => `job ${index}`).sort(),
    );
    expect(effects.every(({ outcome }) => outcome === "done")).toBe(true);
    // Something was in the hands of the dead.
    expect(effects.some(({ attempt }) => Number(attempt) > 1)).toBe(true);
    expect(all.flatMap(({ lines }) => lines.filter((line) => line !== "ready"))).toEqual([]);
    await Promise.all(workers.map((worker) => worker.kill("SIGTERM")));
    await queue.close();
  });
});
