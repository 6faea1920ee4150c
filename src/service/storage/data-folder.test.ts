import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { sql } from "kysely";
import Libsql from "libsql";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DataFolderError, openDataFolder } from "./data-folder.ts";
import { libsqlTypes } from "./libsql.ts";
import type { OpenStorage } from "./storage.ts";
import { type Database, firstTables } from "./tables.ts";

let path: string;
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), "data-folder-"));
});
afterEach(() => rm(path, { recursive: true }));

/** Looks into the database as another program would. */
function exec(statements: string): void {
  const database = new Libsql(join(path, "service.db"));
  database.exec(statements);
  database.close();
}

const open = async (at = path): Promise<void> => (await openDataFolder(at)).close();

test("a folder has one owner at a time", async () => {
  const owner = await openDataFolder(path);
  await expect(open()).rejects.toThrow(DataFolderError);
  await expect(open()).rejects.toThrow(/^[^\n]*DATA_DIR[^\n]*$/);
  await owner.close();
  await open();
});

test.each(["file", "file/below", "/proc/none/below"])("a folder that cannot be made: %s", async (name) => {
  await writeFile(join(path, "file"), "");
  await expect(open(resolve(path, name))).rejects.toThrow(DataFolderError);
  await expect(open(resolve(path, name))).rejects.toThrow(
    /^The data folder [^\n]*(EEXIST|ENOTDIR|ENOENT)[^\n]*DATA_DIR[^\n]*$/,
  );
});

test("a file in the folder's place is what is to be moved", async () => {
  await writeFile(join(path, "file"), "");
  await expect(open(join(path, "file"))).rejects.toThrow("(EEXIST): move the file of that name away, or set DATA_DIR");
});

test("a database that is none", async () => {
  await writeFile(join(path, "service.db"), "not a database, but long enough to be taken for one".repeat(100));
  await expect(open()).rejects.toThrow(/^The data folder [^\n]*\(SQLITE_NOTADB\): service\.db in it is damaged[^\n]*$/);
  await rm(join(path, "service.db"));
  await open();
});

test("nobody else reads what people had spoken", async () => {
  const folder = await openDataFolder(join(path, "new", "folder"));
  await folder.database.updateTable("tasks").set({ stored: 0 }).execute();
  for (const name of ["service.db", "service.db-wal", "owner.lock"]) {
    expect((await stat(join(path, "new", "folder", name))).mode & 0o077).toBe(0);
  }
  await folder.close();
});

describe("a full disk", () => {
  let folder: OpenStorage;
  const pragma = async (text: string) =>
    (await sql.raw<{ page_count: number }>(`pragma ${text}`).execute(folder.database)).rows;
  beforeEach(async () => {
    folder = await openDataFolder(path);
    // The database may have no page more, as if the disk were full.
    const [{ page_count: pages } = { page_count: 0 }] = await pragma("page_count");
    await pragma(`max_page_count = ${pages}`);
  });
  afterEach(() => folder.close());
  const row = { request: "", at: 0, answer: "x".repeat(20_000) };
  const add = (database: Database, key = "large") =>
    database
      .insertInto("first_answers")
      .values({ ...row, key })
      .execute();
  const keys = async () =>
    (await folder.database.selectFrom("first_answers").select("key").execute()).map(({ key }) => key);

  test("ends a transaction, and says why", async () => {
    await expect(folder.transaction(add)).rejects.toThrow(expect.objectContaining({ code: "SQLITE_FULL" }));
    expect(await keys()).toEqual([]);
  });

  test("leaves room for what must be recorded, and the room is taken again", async () => {
    const reserve = join(path, "reserve");
    expect((await stat(reserve)).blocks * 512).toBeGreaterThanOrEqual(192 * 1024);
    await folder.record(async (database) => {
      if (!existsSync(reserve)) await sql`pragma max_page_count = 1000`.execute(database);
      await add(database);
    });
    expect(await keys()).toEqual(["large"]);
    expect(existsSync(reserve)).toBe(false);
    expect(folder.hasReserve()).toBe(true);
    expect(existsSync(reserve)).toBe(true);
  });

  test("records all or nothing, within a transaction too", async () => {
    const work = async (database: Database) => {
      await folder.record(
        (within) =>
          within
            .insertInto("first_answers")
            .values({ ...row, key: "small", answer: "" })
            .execute(),
        database,
      );
      await add(database);
    };
    await expect(folder.record(work)).rejects.toThrow(expect.objectContaining({ code: "SQLITE_FULL" }));
    expect(await keys()).toEqual([]);
  });
});

test("a folder that is gone isn't called full", async () => {
  const gone = join(path, "gone");
  const folder = await openDataFolder(gone);
  await rm(gone, { recursive: true });
  expect(() => folder.hasReserve()).toThrow(expect.objectContaining({ code: "ENOENT" }));
  await folder.close();
});

test("what is being written is written before the folder is let go", async () => {
  const folder = await openDataFolder(path);
  const row = { key: "last", request: "", at: 0, answer: "" };
  const writing = folder.record((database) => database.insertInto("first_answers").values(row).execute());
  await folder.close();
  await writing;
  const again = await openDataFolder(path);
  expect(await again.database.selectFrom("first_answers").select("key").execute()).toEqual([{ key: "last" }]);
  await again.close();
});

test("a folder of the first version is taken as it is", async () => {
  exec(firstTables(libsqlTypes).join(";"));
  exec(
    `insert into ledger values
      (1, 5, 'caller', 'model', 'speech', 'request_1', 'charge', 'tokens', 3, 3, null, null, null)`,
  );
  const folder = await openDataFolder(path);
  expect(await folder.database.selectFrom("ledger").select(["reference", "tokens"]).execute()).toEqual([
    { reference: "request_1", tokens: 3 },
  ]);
  await folder.close();
  await open();
});

test("a folder that a newer version has used stays as it is, and the message says so", async () => {
  await open();
  exec("insert into kysely_migration values ('999-later', '2999-01-01T00:00:00.000Z')");
  await expect(open()).rejects.toThrow(DataFolderError);
  await expect(open()).rejects.toThrow(/^A newer version [^\n]*DATA_DIR[^\n]*$/);
  exec("delete from kysely_migration where name = '999-later'");
  await open();
});

test("a change of tables that broke off left them as they were, and is made the next time", async () => {
  exec(firstTables(libsqlTypes).join(";"));
  // The last of the next version's tables can't be made.
  exec("create index settings on ledger (at)");
  await expect(open()).rejects.toThrow(DataFolderError);
  exec("drop index settings");
  await open();
});

test("waits for somebody who has locked the database for a moment", async () => {
  exec("pragma journal_mode = wal");
  // Another thread, because opening a folder holds up this one until the lock is gone.
  const holder = new Worker(
    `const { parentPort, workerData } = require("node:worker_threads");
    const database = new (require("libsql"))(workerData);
    database.exec("pragma locking_mode = exclusive; pragma user_version = 7;");
    parentPort.postMessage("locked");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    database.close();`,
    { eval: true, workerData: join(path, "service.db") },
  );
  await once(holder, "message");
  const ended = once(holder, "exit");
  const folder = await openDataFolder(path);
  expect((await sql`pragma user_version`.execute(folder.database)).rows).toMatchObject([{ user_version: 7 }]);
  await folder.close();
  await ended;
});
