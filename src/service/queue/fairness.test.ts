import * as fc from "fast-check";
import { Logger, runTaskListOnce } from "graphile-worker";
import { Pool, type PoolClient } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createDatabase, hasPostgres } from "../storage/postgres.fixture.ts";
import { addJobs, type Execute } from "./jobs.ts";
import { migrateQueue } from "./schema.ts";

const silent = new Logger(() => () => {});

/** Somebody adds jobs once so many have been done. */
interface Arrival {
  readonly after: number;
  readonly owner: string;
  readonly isShort: boolean;
  readonly count: number;
}

interface Done {
  readonly owner: string;
  readonly isShort: boolean;
  /** The number of its arrival. */
  readonly arrival: number;
}

describe.runIf(hasPostgres)("fairness", () => {
  let pool: Pool;
  let client: PoolClient;
  let execute: Execute;
  beforeAll(async () => {
    const connectionString = await createDatabase();
    await migrateQueue(connectionString);
    pool = new Pool({ connectionString });
    client = await pool.connect();
    execute = (sql, values) => client.query(sql, [...values]);
  });
  afterAll(async () => {
    client.release();
    await pool.end();
  });
  beforeEach(forget);

  function forget() {
    return client.query("truncate graphile_worker._private_jobs, job_queue.shares");
  }

  /** Does all jobs one after the other, by Graphile Worker's own choice, while others arrive. Returns their order. */
  async function order(arrivals: readonly Arrival[]) {
    const done: Done[] = [];
    let next = 0;
    const cameAt: number[] = [];
    const arrive = async (least = done.length) => {
      for (; next < arrivals.length && (arrivals[next]?.after ?? 0) <= least; next++) {
        cameAt.push(done.length);
        const { owner, isShort, count } = arrivals[next] as Arrival;
        const arrival = next;
        await addJobs(execute, {
          task: "count",
          fairnessKey: owner,
          isShort,
          jobs: Array.from({ length: count }, (_, index) => ({
            key: `${arrival}.${index}`,
            data: { owner, isShort, arrival },
          })),
        });
      }
    };
    const count = async (payload: unknown) => {
      done.push((payload as { data: Done }).data);
      await arrive();
    };
    while (next < arrivals.length) {
      // What would come later comes as soon as there is nothing to do.
      await arrive(arrivals[next]?.after);
      await runTaskListOnce({ noHandleSignals: true, preset: { worker: { logger: silent } } }, { count }, client);
    }
    return { done, cameAt };
  }

  const many = (owner: string, count: number, after = 0): Arrival => ({ after, owner, isShort: false, count });

  test("one caller's 500 segments hold up another's 5 by a turn each", async () => {
    const { done } = await order([many("long", 500), many("late", 5, 100)]);
    expect(done).toHaveLength(505);
    const last = done.findLastIndex(({ owner }) => owner === "late");
    // The late one's, and as many of the first one's.
    expect(last).toBeLessThan(100 + 5 + 5 + 1);
  });

  test("short jobs go in front of long ones, and their owners take turns", async () => {
    const short = (owner: string, count: number): Arrival => ({ after: 100, owner, isShort: true, count });
    const { done } = await order([many("long", 200), short("a", 50), short("b", 3)]);
    const since = done.slice(100);
    expect(since.slice(0, 53).every(({ isShort }) => isShort)).toBe(true);
    expect(since.slice(0, 7).filter(({ owner }) => owner === "b")).toHaveLength(3);
  });

  test("whoever had the queue alone isn't behind afterwards", async () => {
    await order([many("old", 200)]);
    const { done } = await order([many("old", 20), many("new", 20)]);
    expect(done.slice(0, 20).filter(({ owner }) => owner === "old").length).toBeCloseTo(10, -0.5);
  });

  test("callers who come back again and again don't keep a third from its turn", async () => {
    const again = Array.from({ length: 100 }, (_, index): Arrival[] => [
      many("b", 1, 2 * index),
      many("c", 1, 2 * index + 1),
    ]).flat();
    const [first, ...rest] = again as [Arrival, ...Arrival[]];
    const { done } = await order([first, many("a", 20), ...rest]);
    expect(done.findLastIndex(({ owner }) => owner === "a")).toBeLessThan(65);
  });

  test("short jobs without end don't keep long ones from their turns", async () => {
    const { done } = await order([many("long", 5), { after: 0, owner: "short", isShort: true, count: 800 }]);
    // 300 of them are ahead, then ten are done for one.
    expect(done.findLastIndex(({ owner }) => owner === "long")).toBeLessThanOrEqual(300 + 5 * 11);
  });

  const arrivals = fc.array(
    fc.record({
      after: fc.nat({ max: 60 }),
      owner: fc.constantFrom("a", "b", "c", "d"),
      isShort: fc.boolean(),
      count: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 20, max: 60 })),
    }),
    { minLength: 2, maxLength: 8 },
  );

  test.each(["long", "short", "all"])(
    "in any mix of %s jobs, each caller gets a turn for each of another",
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(arrivals, async (list) => {
          const mix = list
            .map((arrival) => (kind === "all" ? arrival : { ...arrival, isShort: kind === "short" }))
            .sort((one, other) => one.after - other.after);
          await forget();
          const { done, cameAt } = await order(mix);
          expect(done).toHaveLength(mix.reduce((sum, { count }) => sum + count, 0));
          for (const [arrival, { owner, isShort }] of mix.entries()) {
            // Among the short ones of a mix, whoever has used its head start lets those pass that haven't.
            if (isShort && kind === "all") continue;
            // From when these came until the last of them was done.
            const end = done.findLastIndex((one) => one.arrival === arrival);
            const turns = new Map<string, number>();
            for (const one of done.slice(cameAt[arrival], end + 1)) {
              if (one.isShort === isShort) turns.set(one.owner, (turns.get(one.owner) ?? 0) + 1);
            }
            const own = turns.get(owner) ?? 0;
            for (const [, others] of turns) expect(others).toBeLessThanOrEqual(own + 1);
          }
        }),
        { numRuns: 25, seed: 20_261_123 },
      );
    },
  );
});
