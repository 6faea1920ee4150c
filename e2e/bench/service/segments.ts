import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { type PostgresCluster, startPostgres } from "../../../src/service/storage/postgres.fixture.ts";
import { type ServiceProcess, serviceKey, startServiceProcess } from "../../soak/service-process.ts";
import type { Part, Requirement } from "../requirement.ts";
import { percentile, type Row, ratio } from "../table.ts";

/** Milliseconds that the engine waits for each segment. */
const segmentTime = 1_000;
/** Segments that each worker speaks. */
const each = 12;
const workerCounts = [1, 2, 4, 8, 16];
/** A segment of about a minute, as the service divides texts. */
const sentence = "The quick brown fox jumps over the lazy dog near the river bank, and then it sleeps until noon. ";
const charactersOfSegment = 930;
const short = "Good morning, this is a request of sixty characters, or so.";
/** Short requests of one round, and rounds of each kind in turn. */
const requests = 20;
const rounds = 5;

/**
 * Services and workers that share a PostgreSQL of this machine, which waits for no disk: segments a second by the
 * number of workers, and the first byte of short requests while workers are busy with a long task.
 */
export async function benchShared(): Promise<Part[]> {
  const cluster = await startPostgres();
  try {
    return [await segments(cluster), await firstBytes(cluster)];
  } finally {
    await cluster.remove();
  }
}

interface Shared {
  readonly service: ServiceProcess;
  readonly folder: string;
  readonly database: string;
  readonly client: Client;
  close(): Promise<void>;
}

async function openShared(cluster: PostgresCluster): Promise<Shared> {
  const database = await cluster.createDatabase();
  const folder = await mkdtemp(join(tmpdir(), "bench-shared-"));
  process.env["SERVICE_DATABASE_URL"] = database;
  const service = await startServiceProcess(folder);
  delete process.env["SERVICE_DATABASE_URL"];
  const client = new Client({ connectionString: database });
  // The cluster goes when this process ends.
  client.on("error", () => undefined);
  await client.connect();
  const close = async (): Promise<void> => {
    await service.stop();
    await client.end();
    await rm(folder, { recursive: true, force: true });
  };
  return { service, folder, database, client, close };
}

/** Starts worker processes, which end with `stop`. */
async function startWorkers(count: number, program: readonly string[], ready: RegExp, environment = process.env) {
  const children: ChildProcess[] = [];
  await Promise.all(
    Array.from({ length: count }, async () => {
      const child = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "inherit"], env: environment });
      children.push(child);
      for await (const line of child.stdout) if (ready.test(String(line))) return;
      throw new Error("a worker ended before it was ready");
    }),
  );
  return async (): Promise<void> => {
    const ended = children.map((child) => once(child, "exit"));
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(ended);
  };
}

function startWaiting({ database, folder }: Shared, count: number) {
  // As the build does, since Node alone can't read what a library of the engine exports.
  const run = `import { runnerImport } from "vite";
    const resolve = { noExternal: ["alawmulaw"], mainFields: ["module"] };
    await runnerImport(process.argv[1], { configFile: false, environments: { inline: { resolve } } });`;
  const program = join(import.meta.dirname, "waiting-worker.ts");
  const parameters = [database, join(folder, "service"), String(segmentTime)];
  return startWorkers(count, ["--input-type=module", "-e", run, program, ...parameters], /ready/);
}

async function createTask({ service }: Shared, characters: number): Promise<string> {
  const input = sentence.repeat(Math.ceil(characters / sentence.length)).slice(0, characters);
  const task = await service.createTask({ model: "streamspeech-v8", voice: "Emily", input });
  if (task === undefined) throw new Error("The service is gone.");
  return task.id;
}

async function segments(cluster: PostgresCluster): Promise<Part> {
  const rows: Row[] = [];
  const requirements: Requirement[] = [];
  let one = 0;
  for (const count of workerCounts) {
    const shared = await openShared(cluster);
    const stop = await startWaiting(shared, count);
    try {
      const { rate, databaseTime } = await rateOf(shared, count);
      if (count === 1) one = rate;
      const linear = rate / (one * count);
      rows.push({
        workers: count,
        "segments/s": rate.toFixed(2),
        "of linear": linear.toFixed(3),
        "ms of PostgreSQL per segment": databaseTime.toFixed(1),
        sessions: await sessionsOf(shared),
      });
      if (count > 1 && count <= 8) {
        requirements.push({ what: `${count} workers, of linear`, value: linear, bound: { atLeast: 0.9 } });
      }
    } finally {
      await stop();
      await shared.close();
    }
  }
  return { rows, notes: [`Segments of ${segmentTime} ms, ${each} for each worker; one run.`], requirements };
}

/**
 * Segments of one task that are spoken in a second, from the first to the last, and how much of a core's time the
 * database takes for each, in milliseconds.
 */
async function rateOf(
  shared: Shared,
  workers: number,
): Promise<{ readonly rate: number; readonly databaseTime: number }> {
  const id = await createTask(shared, each * workers * charactersOfSegment);
  const counts = "select count(*)::integer as whole, count(samples)::integer as spoken from segments where task = $1";
  let begun: { readonly at: number; readonly spoken: number; readonly used: number } | undefined;
  for (;;) {
    const { rows } = await shared.client.query<{ whole: number; spoken: number }>(counts, [id]);
    const at = performance.now();
    const { whole = 0, spoken = 0 } = rows[0] ?? {};
    if (begun === undefined && spoken >= workers) begun = { at, spoken, used: await databaseTimeOf(shared) };
    // The last round isn't full: it would count against many workers.
    if (begun !== undefined && spoken >= whole - workers) {
      const count = spoken - begun.spoken;
      const used = (await databaseTimeOf(shared)) - begun.used;
      return { rate: (count * 1_000) / (at - begun.at), databaseTime: used / count };
    }
    await wait(50);
  }
}

/** Milliseconds that all processes of the database server have used of the processor (Linux). */
async function databaseTimeOf({ client }: Shared): Promise<number> {
  const { rows } = await client.query<{ data_directory: string }>("show data_directory");
  const server = Number(
    (await readFile(join(rows[0]?.data_directory ?? "", "postmaster.pid"), "utf8")).split("\n", 1)[0],
  );
  let ticks = 0;
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    // Behind the program's name, which may hold anything: state, parent, and from the twelfth on the times.
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [own = 0, system = 0, children = 0, systemOfChildren = 0] = fields.slice(11, 15);
    if (fields[1] === server) ticks += own + system;
    if (Number(name) === server) ticks += children + systemOfChildren;
  }
  return ticks * 10;
}

async function sessionsOf({ client }: Shared): Promise<number> {
  const text = "select count(*)::integer as count from pg_stat_activity where datname = current_database()";
  return (await client.query<{ count: number }>(text)).rows[0]?.count ?? 0;
}

async function firstBytes(cluster: PostgresCluster): Promise<Part> {
  const shared = await openShared(cluster);
  const times = { idle: [] as number[], waiting: [] as number[], speaking: [] as number[] };
  try {
    await measure(shared, []);
    for (let round = 0; round < rounds; round++) {
      await measure(shared, times.idle);
      await beside(shared, times.waiting, () => startWaiting(shared, 2));
      await beside(shared, times.speaking, () =>
        startWorkers(1, [join(import.meta.dirname, "../../../dist/programs/worker.js")], /Speech worker/, {
          ...process.env,
          SERVICE_DATABASE_URL: shared.database,
          DATA_DIR: shared.folder,
        }),
      );
    }
  } finally {
    await shared.close();
  }
  const idle = percentile(times.idle, 0.5);
  const rows = Object.entries({
    "an idle service": times.idle,
    "a task whose engine waits": times.waiting,
    "a task that is spoken on the same two cores": times.speaking,
  }).map(([what, values]) => ({
    "ms to the first byte beside": what,
    median: percentile(values, 0.5).toFixed(1),
    "90 %": percentile(values, 0.9).toFixed(1),
    "/ idle": ratio(percentile(values, 0.5), idle),
  }));
  const value = percentile(times.waiting, 0.5) / idle;
  return {
    rows,
    notes: [`${rounds} rounds of ${requests} requests each, in turn; the task has 500,000 characters.`],
    requirements: [{ what: "first byte beside a long task, of idle", value, bound: { below: 1.2 } }],
  };
}

/** Measures while workers run a task of 500,000 characters. */
async function beside(shared: Shared, times: number[], start: () => Promise<() => Promise<void>>): Promise<void> {
  const id = await createTask(shared, 500_000);
  const stop = await start();
  try {
    const spoken = "select count(*)::integer as spoken from segments where task = $1 and samples is not null";
    while ((await shared.client.query(spoken, [id])).rows[0]?.spoken < 1) await wait(100);
    await measure(shared, times);
  } finally {
    await stop();
    // What is left of it would meet the next round.
    await shared.client.query("delete from graphile_worker._private_jobs");
  }
}

async function measure({ service }: Shared, times: number[]): Promise<void> {
  for (let count = 0; count < requests; count++) {
    const begin = performance.now();
    const response = await fetch(`${service.address}/v1/audio/speech`, {
      method: "POST",
      headers: { authorization: `Bearer ${serviceKey}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "streamspeech-v8", voice: "Emily", input: short, stream: true }),
    });
    const reader = response.body?.getReader();
    await reader?.read();
    times.push(performance.now() - begin);
    while (reader !== undefined && !(await reader.read()).done);
  }
}
