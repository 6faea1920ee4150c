import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DataFolder, DataFolderError, openDataFolder } from "./data-folder.ts";

let path: string;
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), "data-folder-"));
});
afterEach(() => rm(path, { recursive: true }));

test("a folder has one owner at a time", () => {
  const owner = openDataFolder(path);
  expect(() => openDataFolder(path)).toThrow(DataFolderError);
  expect(() => openDataFolder(path)).toThrow(/^[^\n]*DATA_DIR[^\n]*$/);
  owner.close();
  openDataFolder(path).close();
});

test.each(["file", "file/below"])("a folder that cannot be made: %s", async (name) => {
  await writeFile(join(path, "file"), "");
  expect(() => openDataFolder(join(path, name))).toThrow(DataFolderError);
  expect(() => openDataFolder(join(path, name))).toThrow(
    /^The data folder [^\n]*(EEXIST|ENOTDIR)[^\n]*DATA_DIR[^\n]*$/,
  );
});

test("a database that is none", async () => {
  await writeFile(join(path, "service.db"), "not a database, but long enough to be taken for one".repeat(100));
  expect(() => openDataFolder(path)).toThrow(/^The data folder [^\n]*(SQLITE_NOTADB)[^\n]*$/);
  await rm(join(path, "service.db"));
  openDataFolder(path).close();
});

test("nobody else reads what people had spoken", async () => {
  const folder = openDataFolder(join(path, "new", "folder"));
  folder.database.exec("update tasks set stored = 0");
  for (const name of ["service.db", "service.db-wal", "owner.lock"]) {
    expect((await stat(join(folder.path, name))).mode & 0o077).toBe(0);
  }
  folder.close();
});

describe("a full disk", () => {
  let folder: DataFolder;
  beforeEach(() => {
    folder = openDataFolder(path);
    folder.database.exec("create table things (thing text)");
    // The database may have no page more, as if the disk were full.
    const { page_count: pages } = folder.database.prepare("pragma page_count").get() as { page_count: number };
    folder.database.exec(`pragma max_page_count = ${pages}`);
  });
  afterEach(() => folder.close());
  const add = () => folder.database.prepare("insert into things values (?)").run("x".repeat(20_000));
  const count = () => folder.database.prepare("select count(*) as n from things").get();

  test("ends a transaction, and says why", () => {
    expect(() => folder.transaction(add)).toThrow(expect.objectContaining({ code: "SQLITE_FULL" }));
    expect(count()).toMatchObject({ n: 0 });
  });

  test("leaves room for what must be recorded, and the room is taken again", async () => {
    const reserve = join(path, "reserve");
    expect((await stat(reserve)).blocks * 512).toBeGreaterThanOrEqual(192 * 1024);
    folder.record(() => {
      if (!existsSync(reserve)) folder.database.exec("pragma max_page_count = 1000");
      add();
    });
    expect(count()).toMatchObject({ n: 1 });
    expect(existsSync(reserve)).toBe(false);
    expect(folder.hasReserve()).toBe(true);
    expect(existsSync(reserve)).toBe(true);
  });

  test("records all or nothing, within a transaction too", () => {
    const work = () => {
      folder.record(() => folder.database.exec("insert into things values ('small')"));
      add();
    };
    expect(() => folder.record(work)).toThrow(expect.objectContaining({ code: "SQLITE_FULL" }));
    expect(count()).toMatchObject({ n: 0 });
  });
});

test("waits for somebody who has locked the database for a moment", async () => {
  openDataFolder(path).close();
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
  const folder = openDataFolder(path);
  expect(folder.database.prepare("pragma user_version").get()).toMatchObject({ user_version: 7 });
  folder.close();
  await ended;
});
