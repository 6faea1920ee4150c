import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readSecrets } from "./secrets.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "secrets-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Leaves a secret's file empty, as if it had been made so many seconds ago. */
function empty(file: string, age: number): void {
  const madeAt = Date.now() / 1_000 - age;
  writeFileSync(file, "");
  utimesSync(file, madeAt, madeAt);
}

it("are made once, and read from then on", () => {
  const first = readSecrets("/", folder);
  expect(first.apiKey).toMatch(/^[\w-]{43}$/);
  expect(first.signingSecret).not.toBe(first.apiKey);
  expect(readSecrets("/", folder)).toEqual(first);
});

it("are made in folders that aren't there yet, and nowhere below what takes none", () => {
  expect(readSecrets("/", join(folder, "a", "b")).directory).toBe(join(folder, "a", "b"));
  expect(() => readSecrets("/", "/proc/none/data")).toThrow("/proc/none/data can't be used (ENOENT).");
  const file = join(folder, "a", "b", "api-key");
  expect(() => readSecrets("/", file)).toThrow(`${file} can't be used (EEXIST). Move the file of that name away, or`);
  expect(() => readSecrets("/", join(file, "c"))).toThrow("(ENOTDIR). Move the file in its path away, or");
});

it("are waited for where another start has made the file and not written into it yet", async () => {
  const { apiKey } = readSecrets("/", folder);
  const file = join(folder, "api-key");
  // However long the other one takes to start.
  empty(file, -60);
  const write = `setTimeout(() => require("node:fs").writeFileSync(process.argv[1], process.argv[2]), 300)`;
  const other = spawn(process.execPath, ["-e", write, file, apiKey]);
  expect(readSecrets("/", folder).apiKey).toBe(apiKey);
  await once(other, "exit");
});

it("that stay empty are damaged, and nothing is put in their place", () => {
  readSecrets("/", folder);
  empty(join(folder, "api-key"), 60);
  expect(() => readSecrets("/", folder)).toThrow("api-key is damaged. Delete it, and a new one is made.");
  expect(readFileSync(join(folder, "api-key"), "utf8")).toBe("");
});
