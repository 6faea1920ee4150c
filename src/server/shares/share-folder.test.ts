import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { defaultLimits } from "../limits.ts";
import { createShares } from "./shares.ts";

/** What else somebody may have in such a folder, though it is the playground's. */
const foreign = [
  ...["holiday.mp3", "report.json", "notes/2026.md", `${"a".repeat(31)}.json`, `${"a".repeat(32)}.txt`],
  ...[`${"a".repeat(32)}.json.bak`, `${"e".repeat(32)}.mp3/inside`],
];
const take = "t".repeat(32);
const record = JSON.stringify({
  ...{ language: "en", text: "Hello.", voice: "Autumn", model: "StreamSpeech v8", kind: "mp3" },
  ...{ end: 1_900_000_000_000, removal: "0".repeat(64) },
});

/** A DATA_DIR of a test, where what is written was written long ago. */
function dataFolder() {
  const data = mkdtempSync(join(tmpdir(), "shares-"));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const folder = join(data, "shared-takes");
  const write = (file: string, content = "sound", minutes = 60) => {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    const then = new Date(Date.now() - minutes * 60_000);
    for (const each of [path, folder]) utimesSync(each, then, then);
  };
  const files = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return { data, folder, write, names: () => files().map(({ name }) => name) };
}

async function share(folder: string) {
  const shares = await createShares(folder, 3_600_000, defaultLimits, () => 1_800_000_000_000);
  await shares.sweep();
  return shares;
}
const lastNames = foreign.map((file) => file.split("/").at(-1));

/** Starts the playground's server without sharing, and tells what it logged by the time it listened. */
async function startWithoutSharing(data: string): Promise<string> {
  const program = fileURLToPath(new URL("../main.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", program], {
    env: { PATH: process.env["PATH"], DATA_DIR: data, PORT: "0", SPEECH_BASE_URL: "http://127.0.0.1:9" },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let log = "";
  child.stderr?.on("data", (chunk) => {
    log += chunk;
  });
  const ended = once(child, "close");
  const [message] = await once(child, "message");
  expect(message).toMatchObject({ type: "listening" });
  child.kill();
  await ended;
  return log;
}

test("a start without sharing deletes what was shared, and no file or folder of anybody else", async () => {
  const { data, write, names } = dataFolder();
  for (const file of foreign) write(file);
  write(`${take}.json`, record);
  for (const file of [`${take}.mp3`, `${"b".repeat(32)}.wav.part`]) write(file);
  await startWithoutSharing(data);
  expect(names().sort()).toEqual(lastNames.sort());
});

test("it deletes the folder, too, where nothing else is in it", async () => {
  const { data, folder, write } = dataFolder();
  write(`${take}.json`, record);
  write(`${take}.mp3`);
  await startWithoutSharing(data);
  expect(existsSync(folder)).toBe(false);
});

test("while another playground shares from the folder, a start without sharing leaves all and says so", async () => {
  const { data, folder, write, names } = dataFolder();
  write(`${take}.json`, record);
  write(`${take}.mp3`);
  await share(folder);
  const log = await startWithoutSharing(data);
  expect(log).toContain("DATA_DIR of its own");
  expect(names()).toHaveLength(2);
});

test("a folder that can't be used is named with its variable, and stops no start that shares nothing", async () => {
  const { data, write } = dataFolder();
  write("file");
  const file = join(data, "shared-takes", "file");
  expect(await startWithoutSharing(file)).toMatch(/DATA_DIR: .*ENOTDIR/);
  await expect(share(join(file, "shared-takes"))).rejects.toThrow(/^DATA_DIR: .*ENOTDIR.* another folder\.$/);
  await expect(share("/proc/none/shared-takes")).rejects.toThrow(/^DATA_DIR: .*ENOENT.* another folder\.$/);
});

test("what a program left that ended while it wrote goes, and nothing that may be anybody else's", async () => {
  const { folder, write, names } = dataFolder();
  for (const file of foreign) write(file);
  write(`${take}.json`, record);
  write(`${take}.mp3`);
  for (const file of [`${"b".repeat(32)}.mp3`, `${"c".repeat(32)}.json.part`, `${"d".repeat(32)}.json`]) write(file);
  // Another playground is writing these.
  const young = [`${"f".repeat(32)}.mp3`, `${"f".repeat(32)}.json.part`, `${"g".repeat(32)}.flac.part`];
  for (const file of young) write(file, "sound", 1);

  const { read } = await share(folder);
  expect((await read(take))?.text).toBe("Hello.");
  expect(names().sort()).toEqual([...lastNames, ...young, `${take}.json`, `${take}.mp3`].sort());
});
