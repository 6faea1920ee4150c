import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import parseRange from "range-parser";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeTinyModel } from "../engines/neural/tiny-models.fixture.ts";
import { catalogue } from "./catalogue.ts";

const program = new URL("../../../dist/programs/voices.js", import.meta.url).pathname;
const kitten = "kitten-nano-en-v0_8-int8";

/** Behaves as the release does: what is asked for is somewhere else, ranges and validators count. */
interface Release {
  readonly address: string;
  readonly archives: Map<string, Buffer>;
  readonly requests: { readonly path: string; readonly range: string | undefined }[];
  checksums: string;
  /** After so many bytes of an archive nothing more comes; never when undefined. */
  stopAfter: number | undefined;
  readonly server: Server;
}

let work = "";
let folder = "";
let release: Release;

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), "voices-"));
  const archives = new Map<string, Buffer>();
  for (const entry of catalogue) {
    const made = join(work, entry.name);
    await makeTinyModel(made, entry.family);
    for (const name of entry.lexicons ?? []) await writeFile(join(made, name), "");
    archives.set(entry.name, await packed(entry.name));
  }
  release = await startRelease(archives);
});
afterAll(async () => {
  release.server.close();
  await rm(work, { recursive: true, force: true });
});
beforeEach(async () => {
  folder = await mkdtemp(join(work, "data-"));
  release.stopAfter = undefined;
  release.checksums = checksumsOf(release.archives);
  release.requests.length = 0;
});

/** A `.tar.bz2` of a folder, or of what else is named, below the work folder. */
async function packed(...names: readonly string[]): Promise<Buffer> {
  const file = join(work, "packed.tar.bz2");
  await promisify(execFile)("tar", ["-cjPf", file, "-C", work, ...names]);
  return await readFile(file);
}

function checksumsOf(archives: ReadonlyMap<string, Buffer>): string {
  const line = ([name, bytes]: [string, Buffer]) =>
    `${createHash("sha256").update(bytes).digest("hex")}  ${name}.tar.bz2\n`;
  return `${"0".repeat(64)}  another-model.tar.bz2\n${[...archives].map(line).join("")}`;
}

async function startRelease(archives: Map<string, Buffer>): Promise<Release> {
  const server = createServer((request, response) => answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const made: Release = {
    address: `http://127.0.0.1:${port}/release`,
    archives,
    requests: [],
    checksums: "",
    stopAfter: undefined,
    server,
  };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? "";
    if (path.startsWith("/release/")) {
      response.writeHead(302, { location: `/assets/${basename(path)}` }).end();
      return;
    }
    const { range } = request.headers;
    made.requests.push({ path, range });
    if (path.endsWith("/checksum.txt")) response.end(made.checksums);
    else sendArchive(archives.get(basename(path, ".tar.bz2")), request, response, made.stopAfter);
  };
  return made;
}

function sendArchive(
  bytes: Buffer | undefined,
  { headers }: IncomingMessage,
  response: ServerResponse,
  stopAfter: number | undefined,
): void {
  if (bytes === undefined) {
    response.writeHead(404).end();
    return;
  }
  const etag = `"${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}"`;
  const ranges = headers["if-range"] === etag ? parseRange(bytes.length, headers.range ?? "") : undefined;
  const start = Array.isArray(ranges) ? (ranges[0]?.start ?? 0) : 0;
  const part = bytes.subarray(start);
  response.writeHead(start > 0 ? 206 : 200, {
    etag,
    "content-length": part.length,
    ...(start > 0 ? { "content-range": `bytes ${start}-${bytes.length - 1}/${bytes.length}` } : {}),
  });
  if (stopAfter === undefined) response.end(part);
  else response.write(part.subarray(0, stopAfter));
}

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

async function voices(...args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, SERVICE_VOICES_DIR: folder } });
  let [out, err] = ["", ""];
  child.stdout.on("data", (text) => {
    out += text;
  });
  child.stderr.on("data", (text) => {
    err += text;
  });
  const [code] = await once(child, "close");
  return { code, out, err };
}

const add = (name: string, ...more: readonly string[]) => voices("add", name, "--mirror", release.address, ...more);

/** Adds a model over a connection that breaks off once 5,000 bytes are kept. */
async function brokenOff(): Promise<Ended> {
  release.stopAfter = 5_000;
  const adding = add(kitten);
  const part = join(folder, `${kitten}.tar.bz2.part`);
  await expect.poll(async () => (await stat(part).catch(() => undefined))?.size).toBe(5_000);
  release.server.closeAllConnections();
  release.stopAfter = undefined;
  return await adding;
}

describe("npm run voices", () => {
  it.each(catalogue.map(({ name }) => name))("adds, lists, verifies and removes %s", async (name) => {
    const added = await add(name);
    expect(added).toMatchObject({ code: 0, err: "" });
    expect(added.out).toContain("100 %");
    expect(added.out).toMatch(new RegExp(`${name} spoke [\\d.]+ s in [\\d.]+ s`));
    expect(await readdir(folder)).toEqual([name]);
    expect((await voices("list")).out).toMatch(new RegExp(`^${name}: .*; installed$`, "m"));
    expect(await voices("verify")).toMatchObject({ code: 0, out: expect.stringContaining(`${name} spoke`) });
    expect((await add(name)).out).toBe(`${name} is installed already.\n`);
    expect((await voices("remove", name)).out).toBe(`${name} is removed.\n`);
    expect(await readdir(folder)).toEqual([]);
  });

  it("goes on where a download was broken off", async () => {
    const broken = await brokenOff();
    expect(broken.code).toBe(1);
    expect(broken.err).toMatch(/could not be installed: .*\. Run the same command again; it goes on\.\n$/);
    expect(await readdir(folder)).toContain(`${kitten}.tar.bz2.part`);
    expect(await add(kitten)).toMatchObject({ code: 0, err: "" });
    expect(release.requests.map(({ range }) => range)).toContain("bytes=5000-");
    expect(await readdir(folder)).toEqual([kitten]);
  });

  it("begins anew where the archive was replaced meanwhile", async () => {
    await brokenOff();
    const old = release.archives.get(kitten) ?? Buffer.alloc(0);
    await writeFile(join(work, kitten, "LICENSE"), "new");
    release.archives.set(kitten, await packed(kitten));
    release.checksums = checksumsOf(release.archives);
    expect(await add(kitten)).toMatchObject({ code: 0, err: "" });
    expect(existsSync(join(folder, kitten, "LICENSE"))).toBe(true);
    release.archives.set(kitten, old);
  });

  it("throws away what isn't as the release says", async () => {
    release.checksums = release.checksums.replaceAll(/[0-9a-f]{64}/g, "1".repeat(64));
    const { code, err } = await add(kitten);
    expect(code).toBe(1);
    expect(err).toBe("The archive isn't what the release's checksum.txt says, and was thrown away: try again.\n");
    expect(await readdir(folder)).toEqual([]);
  });

  it("says so where the release tells no digest, and leaves the download for the next time", async () => {
    release.checksums = "";
    expect((await add(kitten)).err).toMatch(/has no SHA-256 of kitten-nano-en-v0_8-int8\.tar\.bz2\.\n$/);
    expect(await readdir(folder)).not.toContain(kitten);
  });

  it("takes an archive from this machine, checked where the release can be reached", async () => {
    const file = join(work, "mine.tar.bz2");
    await writeFile(file, release.archives.get(kitten) ?? "");
    expect(await add(kitten, "--from", file)).toMatchObject({ code: 0, err: "" });
    expect(existsSync(file)).toBe(true);
    expect(release.requests.map(({ path }) => path)).toEqual(["/assets/checksum.txt"]);
    await voices("remove", kitten);
    await appendFile(file, "more");
    expect((await add(kitten, "--from", file)).err).toMatch(/isn't what the release's checksum\.txt says: download/);
    await truncate(file, 4_000);
    const offline = await voices("add", kitten, "--from", file, "--mirror", "http://127.0.0.1:9/");
    expect(offline.code).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  it("unpacks nothing outside of the model's folder, and no links", async () => {
    const evil = join(work, "evil");
    await rm(evil, { recursive: true, force: true });
    await mkdir(evil);
    await rename(join(work, kitten), join(evil, kitten));
    await symlink("/etc", join(evil, kitten, "link"));
    await writeFile(join(work, "outside.txt"), "outside");
    const file = join(work, "evil.tar.bz2");
    const args = ["-cjPf", file, "-C", evil, kitten, "../outside.txt", join(work, "outside.txt")];
    await promisify(execFile)("tar", args);
    await rename(join(evil, kitten), join(work, kitten));
    await rm(join(work, kitten, "link"));
    await rm(join(work, "outside.txt"));
    const offline = await voices("add", kitten, "--from", file, "--mirror", "http://127.0.0.1:9/");
    expect(offline).toMatchObject({ code: 0, err: "" });
    expect(existsSync(join(work, "outside.txt"))).toBe(false);
    expect(existsSync(join(folder, "outside.txt"))).toBe(false);
    expect(existsSync(join(folder, kitten, "link"))).toBe(false);
  });

  it("keeps out an archive that lacks a file, and a model that can't speak", async () => {
    const whole = await readFile(join(work, kitten, "voices.bin"));
    await rm(join(work, kitten, "voices.bin"));
    const file = join(work, "lacking.tar.bz2");
    await writeFile(file, await packed(kitten));
    const offline = () => voices("add", kitten, "--from", file, "--mirror", "http://127.0.0.1:9/");
    expect((await offline()).err).toBe(`The archive of ${kitten} lacks voices.bin.\n`);
    await writeFile(join(work, kitten, "voices.bin"), whole.subarray(0, 100));
    await writeFile(file, await packed(kitten));
    expect((await offline()).err).toMatch(/could not speak: .* The library wrote: .*Corrupted --kitten-voices/s);
    await writeFile(join(work, kitten, "voices.bin"), whole);
    expect(await readdir(folder)).toEqual([]);
  });

  it("says so when the disk is full in the middle of a download, and goes on once there is room", async () => {
    const command = `"${process.execPath}" "${program}" add ${kitten} --mirror ${release.address}`;
    const disk = `mount -t tmpfs -o size=64k tmpfs "${folder}"`;
    const grow = `mount -o remount,size=64m "${folder}"`;
    const script = `${disk} && ! ${command} && ls -l "${folder}" && ${grow} && ${command}`;
    const env = { ...process.env, SERVICE_VOICES_DIR: folder };
    const { stdout, stderr } = await promisify(execFile)("unshare", ["-rm", "sh", "-c", script], { env });
    expect(stderr).toBe(`The disk is full: make room for ${kitten}, then run the same command; it goes on.\n`);
    expect(stdout).toContain(`${kitten}.tar.bz2.part`);
    expect(stdout).toContain(`${kitten} is installed.`);
    expect(release.requests.some(({ range }) => range !== undefined)).toBe(true);
  });

  it("says which model isn't well", async () => {
    await add(kitten);
    await rm(join(folder, kitten, "tokens.txt"));
    const { code, out, err } = await voices("verify");
    expect([code, out, err]).toEqual([
      1,
      `${kitten}: tokens.txt is missing. Remove it and add it again.\n`,
      `Not well: ${kitten}.\n`,
    ]);
    expect(await add(kitten)).toMatchObject({ code: 0, err: "" });
  });

  it.each([
    [[], "Use: npm run voices -- list"],
    [["add"], "Use: npm run voices -- list"],
    [["add", "nobody"], "There is no model nobody. Use: "],
    [["add", kitten, "--mirror", "ftp://x"], "--mirror must be an http or https address"],
    [["add", kitten, "--from", "nowhere.tar.bz2"], "--from: there is no file nowhere.tar.bz2."],
    [["list", "--all"], "Unknown option '--all'"],
  ])("tells what is wrong with %j", async (args, message) => {
    const { code, err } = await voices(...args);
    expect(code).toBe(1);
    expect(err).toContain(message);
  });
});
