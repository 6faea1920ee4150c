import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDatabase, findPostgres, hasPostgres, type PostgresCluster, startPostgres } from "./postgres.fixture.ts";

test("CI has PostgreSQL", () => {
  expect(findPostgres() !== undefined || process.env["REQUIRE_POSTGRES"] === undefined).toBe(true);
});

describe.runIf(hasPostgres)("a PostgreSQL cluster of a test", () => {
  let cluster: PostgresCluster;
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => cluster.remove());

  async function query(connectionString: string, text: string) {
    const client = new Client({ connectionString });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  test("keeps what was written through restarts and kills", async () => {
    const database = await cluster.createDatabase();
    await query(database, "create table things (thing text); insert into things values ('kept')");
    await cluster.restart();
    expect(await query(database, "table things")).toEqual([{ thing: "kept" }]);
    await cluster.kill();
    await cluster.start();
    expect(await query(database, "table things")).toEqual([{ thing: "kept" }]);
    await cluster.stop();
    await expect(query(database, "table things")).rejects.toThrow("ECONNREFUSED");
    await cluster.start();
    expect(await query(database, "table things")).toEqual([{ thing: "kept" }]);
  });

  test("gives each test a database of its own", async () => {
    const [one, other] = [await cluster.createDatabase(), await createDatabase()];
    await query(one, "create table things (thing text)");
    await expect(query(other, "table things")).rejects.toThrow("does not exist");
  });

  test("is gone with the process that made it, however that ended", async () => {
    const fixture = new URL("postgres.fixture.ts", import.meta.url).href;
    const program = `import { startPostgres } from ${JSON.stringify(fixture)};
      import { Client } from "pg";
      const cluster = await startPostgres();
      const client = new Client({ connectionString: await cluster.createDatabase() });
      await client.connect();
      const { rows: [row] } = await client.query("show data_directory");
      console.log(row.data_directory);
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = await once(child.stdout, "data");
    const folder = String(line).trim();
    expect(existsSync(folder)).toBe(true);
    child.kill("SIGKILL");
    await expect.poll(() => existsSync(folder)).toBe(false);
  });
});
