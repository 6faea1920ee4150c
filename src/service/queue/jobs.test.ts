import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createDatabase, hasPostgres } from "../storage/postgres.fixture.ts";
import { addJobs, type Execute, isJobLost, queueDepth } from "./jobs.ts";
import { createQueue, type TestQueue } from "./queue.fixture.ts";
import { migrateQueue } from "./schema.ts";

describe.runIf(hasPostgres)("jobs in the database", () => {
  let queue: TestQueue;
  beforeAll(async () => {
    queue = await createQueue(await createDatabase());
  });
  afterAll(() => queue.close());
  beforeEach(() => queue.pool.query("truncate graphile_worker._private_jobs, job_queue.shares, effects"));

  const batch = (...keys: string[]) => ({
    task: "wait",
    fairnessKey: "one",
    jobs: keys.map((key) => ({ key, data: { of: key } })),
  });
  const waiting = async () => (await queueDepth((sql) => queue.pool.query(sql)))[0]?.waiting ?? 0;

  async function transaction(work: (execute: Execute) => Promise<void>) {
    const client = await queue.pool.connect();
    try {
      await client.query("begin");
      await work((sql, values) => client.query(sql, [...values]));
      await client.query("commit");
    } catch (error) {
      await client.query("rollback");
      throw error;
    } finally {
      client.release();
    }
  }

  /** Takes the first job as a worker does, without one. */
  async function take(holder: string) {
    const { rows } = await queue.pool.query(
      `update graphile_worker._private_jobs set attempts = attempts + 1, locked_at = now(), locked_by = $1
        where id = (select min(id) from graphile_worker._private_jobs) returning id, attempts`,
      [holder],
    );
    return [rows[0].id, holder, rows[0].attempts];
  }
  const complete = (execute: Execute, token: readonly unknown[]) =>
    execute("select job_queue.complete($1, $2, $3)", token);
  const record = (execute: Execute) => execute("insert into effects (key, outcome) values ('a', 'done')", []);

  test("the tables can be made by several at once, and again", async () => {
    const connectionString = await createDatabase();
    await Promise.all(Array.from({ length: 4 }, () => migrateQueue(connectionString)));
    await migrateQueue(connectionString);
  });

  test("they are added by the transaction of whoever adds them, or not at all", async () => {
    await expect(
      transaction(async (execute) => {
        await addJobs(execute, batch("a", "b"));
        throw new Error("changed my mind");
      }),
    ).rejects.toThrow("changed my mind");
    expect(await waiting()).toBe(0);
    await transaction((execute) => addJobs(execute, batch("a", "b")));
    expect(await waiting()).toBe(2);
  });

  test("they are added once, by however many at once, and while they run", async () => {
    await Promise.all(
      Array.from({ length: 4 }, () => transaction((execute) => addJobs(execute, batch("a", "b", "a")))),
    );
    expect(await waiting()).toBe(2);
    await take("somebody");
    await addJobs(queue.execute, batch("a", "b"));
    expect(await queueDepth((sql) => queue.pool.query(sql))).toEqual([
      { task: "wait", waiting: 1, running: 1, failed: 0 },
    ]);
  });

  test("what a later attempt has taken over, an earlier one can't record", async () => {
    await addJobs(queue.execute, batch("a"));
    const first = await take("one");
    // The same worker, too, may have got it again.
    for (const holder of ["other", "one"]) {
      await queue.pool.query("update graphile_worker._private_jobs set locked_by = null, locked_at = null");
      await take(holder);
      const late = transaction(async (execute) => {
        await record(execute);
        await complete(execute, first);
      });
      await expect(late).rejects.toSatisfy(isJobLost);
    }
    expect(await queue.effects()).toEqual([]);
    expect(await queueDepth((sql) => queue.pool.query(sql))).toMatchObject([{ running: 1 }]);
  });

  test("what is being recorded is taken over by nobody, and keeps nobody waiting", async () => {
    await addJobs(queue.execute, batch("a", "b"));
    const token = await take("one");
    await transaction(async (execute) => {
      await record(execute);
      await complete(execute, token);
      // Nobody lives who is called "one".
      await queue.pool.query("select * from job_queue.sweep()");
      expect(await queueDepth((sql) => queue.pool.query(sql))).toMatchObject([{ running: 1, waiting: 1 }]);
    });
    expect(await queue.effects()).toMatchObject([{ key: "a" }]);
    expect(await waiting()).toBe(1);
  });
});
