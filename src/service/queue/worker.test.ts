import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { hasPostgres, type PostgresCluster, startPostgres } from "../storage/postgres.fixture.ts";
import { addJobs, queueDepth } from "./jobs.ts";
import { createQueue, type ProcessOptions, startWorkerProcess, type TestQueue } from "./queue.fixture.ts";
import { startWire } from "./wire.fixture.ts";
import { startWorker } from "./worker.ts";
import type { WaitData } from "./worker-program.fixture.ts";

interface WorkOptions extends ProcessOptions {
  readonly connectionString?: string;
}

describe.runIf(hasPostgres)("worker processes", () => {
  let cluster: PostgresCluster;
  let queue: TestQueue;
  let folder: string;
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => cluster.remove());
  beforeEach(async () => {
    queue = await createQueue(await cluster.createDatabase());
    folder = await mkdtemp(join(tmpdir(), "queue-marks-"));
  });
  afterEach(async () => {
    await queue.close();
    await rm(folder, { recursive: true });
  });

  async function work({ connectionString = queue.connectionString, ...options }: WorkOptions = {}) {
    const worker = startWorkerProcess(connectionString, { folder, ...options });
    onTestFinished(() => worker.kill("SIGKILL"));
    await worker.ready;
    return worker;
  }
  const add = (jobs: Record<string, WaitData>) =>
    addJobs(queue.execute, {
      task: "wait",
      fairnessKey: "one",
      jobs: Object.entries(jobs).map(([key, data]) => ({ key, data })),
    });
  const depth = () => queueDepth((sql) => queue.pool.query(sql));
  const running = async () => (await depth())[0]?.running ?? 0;
  const letGo = () => writeFile(join(folder, "go"), "");
  /** What became of the jobs, once that many have ended. */
  const ended = async (count: number) => {
    await expect.poll(async () => (await queue.effects()).length, { timeout: 30_000 }).toBe(count);
    return queue.effects();
  };

  test("do jobs as soon as they are added", async () => {
    await work();
    await add({ warm: { ms: 0 } });
    await ended(1);
    const delays: number[] = [];
    for (let job = 2; job <= 4; job++) {
      const addedAt = Date.now();
      await add({ [`job ${job}`]: { ms: 0 } });
      delays.push(Number((await ended(job)).at(-1)?.at) - addedAt);
    }
    // Graphile Worker looks by itself two seconds after the job before; a busy machine doesn't hold up all three.
    expect(Math.min(...delays)).toBeLessThan(1_500);
    await expect.poll(depth).toEqual([]);
  });

  test("take over what a dead worker had within five seconds", async () => {
    const [first, second] = [await work(), await work()];
    await add({ a: { ms: 0, until: "go" }, b: { ms: 0, until: "go" } });
    await expect.poll(running).toBe(2);
    const killedAt = Date.now();
    await first.kill("SIGKILL");
    await letGo();
    const effects = await ended(2);
    expect(effects.map(({ key }) => key).sort()).toEqual(["a", "b"]);
    expect(effects.every(({ process }) => process === second.pid)).toBe(true);
    const taken = effects.find(({ attempt }) => attempt === 2);
    expect(Number(taken?.at) - killedAt).toBeLessThan(5000);
    expect(second.lines).toEqual(["ready"]);
  });

  test("try a job that fails three times, soon, and record its failure once", async () => {
    await work();
    const addedAt = Date.now();
    await add({ bad: { ms: 0, throws: [1, 2, 3] }, better: { ms: 0, throws: [1, 2] } });
    const effects = await ended(2);
    expect([...effects].sort((a, b) => (a.key < b.key ? -1 : 1))).toMatchObject([
      { key: "bad", outcome: "failed", reason: "as it was told" },
      { key: "better", outcome: "done", attempt: 3 },
    ]);
    expect(Date.now() - addedAt).toBeLessThan(12_000);
    await expect.poll(depth).toEqual([]);
  });

  test("end a job that kills its worker three times", async () => {
    await add({ deadly: { ms: 0, dies: [1, 2, 3] } });
    for (let death = 1; death <= 3; death++) {
      const worker = await work();
      await worker.kill("SIGCONT");
      expect(worker.child.signalCode).toBe("SIGKILL");
    }
    await work();
    expect(await ended(1)).toMatchObject([{ key: "deadly", outcome: "failed", reason: null }]);
    await expect.poll(depth).toEqual([]);
  });

  test("finish within the grace when they are stopped", async () => {
    const worker = await work({ graceMs: 20_000 });
    await add({ a: { ms: 0, until: "go" }, b: { ms: 0 } });
    await expect.poll(running).toBe(1);
    const stopped = worker.kill("SIGTERM");
    await expect.poll(() => worker.lines).toContain("stopping");
    await letGo();
    await stopped;
    expect(await queue.effects()).toMatchObject([{ key: "a", outcome: "done", attempt: 1 }]);
    expect(await depth()).toMatchObject([{ waiting: 1, running: 0 }]);
  });

  test("may be stopped as soon as they are started", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.prependListener("unhandledRejection", note);
    onTestFinished(() => void process.off("unhandledRejection", note));
    const logger = pino({ level: "silent" });
    for (let count = 0; count < 40; count++) {
      const options = { connectionString: queue.connectionString, handlers: {}, concurrency: 1, logger };
      await (await startWorker(options)).stop(0);
    }
    expect(unhandled).toEqual([]);
  });

  test("give back what they can't finish, at once, and not as a failed attempt", async () => {
    const worker = await work({ graceMs: 100 });
    await add({ long: { ms: 60_000 } });
    await expect.poll(running).toBe(1);
    await worker.kill("SIGTERM");
    expect(await depth()).toMatchObject([{ waiting: 1, running: 0 }]);
    const { rows } = await queue.pool.query("select attempts from graphile_worker.jobs");
    expect(rows).toEqual([{ attempts: 0 }]);
  });

  test("go on by themselves when the database was gone, without blame for the jobs", async () => {
    const workers = [await work({ concurrency: 4 }), await work({ concurrency: 4 })];
    const jobs = Array.from({ length: 40 }, (_, index) => [`job ${index}`, { ms: 500 }] as const);
    await add(Object.fromEntries(jobs));
    for (let restart = 0; restart < 2; restart++) {
      await expect.poll(running).toBeGreaterThan(0);
      await cluster.restart();
    }
    const effects = await ended(40);
    expect(new Set(effects.map(({ key }) => key)).size).toBe(40);
    expect(effects.every(({ outcome }) => outcome === "done")).toBe(true);
    for (const { lines } of workers) expect(lines).toEqual(["ready"]);
    await expect.poll(depth).toEqual([]);
  });

  test("abort their jobs when they are cut off, before others may take them", async () => {
    const wire = await startWire(cluster.port);
    onTestFinished(() => wire.close());
    const through = new URL(queue.connectionString);
    through.port = String(wire.port);
    const cut = await work({ connectionString: through.href });
    await add({ job: { ms: 0, until: "go" } });
    await expect.poll(running).toBe(1);
    const other = await work();
    wire.cut();
    await expect.poll(() => readFile(join(folder, "job"), "utf8").catch(() => "")).toBe(String(other.pid));
    await letGo();
    // The marks tell whether both did it at once.
    expect(await ended(1)).toMatchObject([{ key: "job", outcome: "done", attempt: 2, process: other.pid }]);
    wire.mend();
    await add({ next: { ms: 0 } });
    await ended(2);
    expect([...cut.lines, ...other.lines]).toEqual(["ready", "ready"]);
    await other.kill("SIGKILL");
    // It comes back by itself.
    await add({ last: { ms: 0 } });
    expect((await ended(3))[2]).toMatchObject({ key: "last", process: cut.pid });
  });

  test("hold no job that they don't know of, when the connection ends that took it", async () => {
    await work({ concurrency: 2 });
    await add(Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`job ${index}`, { ms: 20 }])));
    for (let cut = 0; cut < 10; cut++) {
      await queue.pool.query("select pg_sleep(0.05)");
      await queue.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'speech worker' and query like '%_private_jobs%' and query not like '%sweep%'`,
      );
    }
    const effects = await ended(60);
    expect(new Set(effects.map(({ key }) => key)).size).toBe(60);
    await expect.poll(depth).toEqual([]);
  });
});
