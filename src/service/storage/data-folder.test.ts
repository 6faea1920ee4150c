import { once } from "node:events";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DataFolderError, openDataFolder } from "./data-folder.ts";

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
