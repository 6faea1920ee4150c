import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openShared } from "../open-storage.ts";
import { sharedRateLimits } from "../rate-limits.ts";
import { migrateAlone } from "./migration-lock.ts";
import { hasPostgres, type PostgresCluster, startPostgres } from "./postgres.fixture.ts";
import { openPostgres, SharedStorageError } from "./postgres.ts";
import type { OpenStorage } from "./storage.ts";
import { isStorageUnreachable } from "./unreachable.ts";

describe.runIf(hasPostgres)("PostgreSQL", () => {
  let cluster: PostgresCluster;
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => cluster.remove());

  const opened = async (count: number): Promise<readonly OpenStorage[]> => {
    const url = await cluster.createDatabase();
    return await Promise.all(Array.from({ length: count }, () => openPostgres(url)));
  };

  test("several processes that start together make the tables once", async () => {
    const storages = await opened(4);
    const [first] = storages;
    expect(await first?.database.selectFrom("tasks").selectAll().execute()).toEqual([]);
    await Promise.all(storages.map((storage) => storage.close()));
  });

  test("a database that a newer version has used is refused, and the message says so", async () => {
    const url = await cluster.createDatabase();
    await (await openPostgres(url)).close();
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query("insert into kysely_migration values ('999-later', '2999-01-01T00:00:00.000Z')");
    await client.end();
    await expect(openPostgres(url)).rejects.toThrow(/^A newer version [^\n]*SERVICE_DATABASE_URL[^\n]*$/);
  });

  test("a user who may make no tables, or no schemas for the queue, is told what is to be allowed", async () => {
    const url = await cluster.createDatabase();
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query("create role guest login password 'guest'");
    await client.query("revoke create on schema public from public");
    const theirs = new URL(url);
    [theirs.username, theirs.password] = ["guest", "guest"];
    const remedy = /^The database of [^\n]*\(42501: [^\n]*\): let its user make tables and schemas there$/;
    await expect(openShared(theirs.href, { showsLife: false })).rejects.toThrow(remedy);
    await client.query("grant create on schema public to guest");
    await expect(openShared(theirs.href, { showsLife: false })).rejects.toThrow(remedy);
    await client.end();
  });

  test("no table is looked at while another process makes some, of the queue for instance", async () => {
    const url = await cluster.createDatabase();
    const client = new Client({ connectionString: url });
    await client.connect();
    let opening: Promise<OpenStorage> | undefined;
    await migrateAlone({ connectionString: url }, async () => {
      opening = openPostgres(url);
      const waiting = "select from pg_locks where locktype = 'advisory' and not granted";
      await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1);
      const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public'");
      expect(rows).toEqual([]);
    });
    const storage = await opening;
    expect(await storage?.database.selectFrom("tasks").selectAll().execute()).toEqual([]);
    await storage?.close();
    await client.end();
  });

  test("numbers are numbers, to 53 bits", async () => {
    const [storage] = await opened(1);
    const row = { key: "key", request: "", at: 2 ** 53 - 1, answer: "", owner: null };
    await storage?.database.insertInto("first_answers").values(row).execute();
    expect(await storage?.database.selectFrom("first_answers").selectAll().execute()).toEqual([row]);
    await storage?.close();
  });

  test("a process is known to live until it ends, over a restart of the database too", async () => {
    const [one, other] = await opened(2);
    if (one === undefined || other === undefined) throw new Error("not opened");
    expect(await one.hasEnded(other.owner)).toBe(false);
    expect(await one.hasEnded("nobody")).toBe(true);
    await cluster.restart();
    const first = (): Promise<boolean> => one.hasEnded(other.owner).catch(first);
    expect(await first()).toBe(false);
    await other.close();
    // The database notices in a moment that the connection has gone.
    await expect.poll(() => one.hasEnded(other.owner)).toBe(true);
    await one.close();
  });

  test("a process outlives the end of the database in the middle of its transaction", async () => {
    const [storage] = await opened(1);
    const lost = storage?.transaction(async (database) => {
      await database.selectFrom("tasks").selectAll().execute();
      await cluster.restart();
      await database.selectFrom("tasks").selectAll().execute();
    });
    await expect(lost).rejects.toSatisfy(isStorageUnreachable);
    expect(await storage?.database.selectFrom("tasks").selectAll().execute()).toEqual([]);
    await storage?.close();
  });

  test("a limit holds for all processes together, and begins anew with the next minute", async () => {
    const storages = await opened(3);
    let now = 1_000_000;
    const stores = storages.map((storage) => new (sharedRateLimits(storage, () => now))());
    const count = (index: number, caller = "caller") =>
      new Promise((resolve, reject) => {
        stores[index % 3]?.incr(caller, (error, result) => (error ? reject(error) : resolve(result)), 60_000, 10);
      });
    const first = await Promise.all(Array.from({ length: 30 }, (_, index) => count(index)));
    const counted = first.map((result) => (result as { current: number }).current).sort((a, b) => a - b);
    expect(counted).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    await count(0, "another");
    now += 59_000;
    expect(await count(0)).toEqual({ current: 31, ttl: 1_000 });
    now += 1_000;
    expect(await count(1)).toEqual({ current: 1, ttl: 60_000 });
    // Of callers that don't come again nothing stays.
    const kept = await storages[0]?.database.selectFrom("rate_limits").select("caller").execute();
    expect(kept).toEqual([{ caller: "caller" }]);
    await Promise.all(storages.map((storage) => storage.close()));
  });

  test("a database that is gone is unreachable, and is there again by itself", async () => {
    const [storage] = await opened(1);
    if (storage === undefined) throw new Error("not opened");
    const ask = () => storage.database.selectFrom("tasks").select("id").execute();
    await ask();
    await cluster.stop();
    for (const _ of [1, 2]) expect(isStorageUnreachable(await ask().catch((error: unknown) => error))).toBe(true);
    await cluster.start();
    expect(await ask()).toEqual([]);
    await storage.close();
  });

  test("a database that says nothing any more is unreachable, and holds up nobody", async () => {
    const url = new URL(await cluster.createDatabase());
    const target = { host: url.hostname, port: Number(url.port) };
    let isSilent = false;
    const relay = createServer((socket) => {
      const onward = connect(target);
      socket.on("data", (data) => isSilent || onward.write(data)).on("close", () => onward.destroy());
      onward.on("data", (data) => socket.write(data)).on("close", () => socket.destroy());
      for (const end of [socket, onward]) end.on("error", () => end.destroy());
    });
    relay.listen(0, "127.0.0.1");
    await once(relay, "listening");
    const { port } = relay.address() as AddressInfo;
    [url.hostname, url.port] = ["127.0.0.1", String(port)];
    const storage = await openPostgres(url.href, { patience: 300, connections: 1 });
    const ask = () => storage.database.selectFrom("tasks").select("id").execute();
    expect(await ask()).toEqual([]);
    isSilent = true;
    const reasons = await Promise.all([ask(), ask()].map((asked) => asked.catch((error: unknown) => error)));
    expect(reasons.map(isStorageUnreachable)).toEqual([true, true]);
    isSilent = false;
    expect(await ask()).toEqual([]);
    await storage.close();
    relay.close();
  });

  test("closing doesn't wait for a database that is frozen", async () => {
    const [storage, other] = await opened(2);
    const holders = sql<{ pid: number }>`select pid from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`;
    if (other === undefined) throw new Error("not opened");
    const { rows } = await holders.execute(other.database);
    for (const { pid } of rows) process.kill(pid, "SIGSTOP");
    onTestFinished(async () => {
      for (const { pid } of rows) process.kill(pid, "SIGCONT");
      await other.close();
    });
    await storage?.close();
  });

  test.each([
    ["nothing listens", (url: URL) => (url.port = "1"), /ECONNREFUSED/],
    ["a wrong password", (url: URL) => (url.password = "wrong-secret"), /28P01/],
    ["no such database", (url: URL) => (url.pathname = "/nothing"), /3D000/],
  ])("%s: one line that names the variable and no password", async (_name, change, reason) => {
    const url = new URL(await cluster.createDatabase());
    change(url);
    const error = await openPostgres(url.href).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(SharedStorageError);
    expect(String(error)).toMatch(reason);
    expect(String(error)).toMatch(/^[^\n]*SERVICE_DATABASE_URL[^\n]*$/);
    expect(String(error)).not.toContain(url.password);
  });
});
