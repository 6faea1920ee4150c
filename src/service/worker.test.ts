import { readdir, readFile } from "node:fs/promises";
import { Client } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { programKey, startProgram } from "./program.fixture.ts";
import { createDatabase, hasPostgres } from "./storage/postgres.fixture.ts";

describe.runIf(hasPostgres)("the worker as a program (skipped without PostgreSQL)", () => {
  test("speaks a task of a service that has gone, with as few sessions as are reckoned with", async () => {
    const database = await createDatabase();
    const shared = { SERVICE_DATABASE_URL: database };
    const service = await startProgram("service", shared);
    const tasks = `http://127.0.0.1:${service.port}/v1/audio/speech/tasks`;
    const headers = { authorization: `Bearer ${programKey}`, "content-type": "application/json" };
    const input = "The night train leaves at ten, and nobody waits for it. ".repeat(45);
    const body = JSON.stringify({ model: "streamspeech-v8", voice: "Autumn", input, Bitrate: "16k" });
    expect((await fetch(tasks, { method: "POST", headers, body })).status).toBe(200);
    service.child.kill("SIGTERM");
    await service.ended;

    const client = new Client({ connectionString: database });
    await client.connect();
    onTestFinished(() => client.end());
    const worker = await startProgram("worker", {
      ...shared,
      DATA_DIR: service.folder,
      SERVICE_WORKER_JOBS: "1",
    });
    const sessions = `select application_name as name from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
    let most = 0;
    const status = async () => {
      most = Math.max(most, (await client.query(sessions)).rows.length);
      return (await client.query("select status, spoken from tasks")).rows;
    };
    const spoken = JSON.stringify({ language: "en-US", engine: "espeak-ng" });
    await expect.poll(status, { timeout: 120_000, interval: 20 }).toEqual([{ status: "completed", spoken }]);
    // Three of the queue, and one for the job with one to spare.
    expect(most).toBeLessThanOrEqual(5);
    // What speaks gives way to others; what tells the database of the worker's life doesn't.
    const { pid = 0 } = worker.child;
    const levels = await niceLevels(pid);
    expect(levels.get(pid)).toBe(0);
    expect(Math.max(...levels.values())).toBe(10);
    // Its life is told once.
    const lives = `select distinct pid from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`;
    expect((await client.query(lives)).rows).toHaveLength(1);
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toEqual([0, null]);
    expect(await worker.log).toBe("");
  }, 150_000);
});

/** How far each thread of a process gives way to others, its nice value, by its number; the first has the process's. */
async function niceLevels(pid: number): Promise<ReadonlyMap<number, number>> {
  const folder = `/proc/${pid}/task`;
  const levels = (await readdir(folder)).map(async (thread) => {
    const status = await readFile(`${folder}/${thread}/stat`, "utf8");
    // Behind the name, which stands in brackets, it is the 17th field.
    return [Number(thread), Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[16])] as const;
  });
  return new Map(await Promise.all(levels));
}
