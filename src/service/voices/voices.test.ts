import { execFile, spawn } from "node:child_process";
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
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { catalogue } from "./catalogue.ts";
import { checksumsOf, pack, type Release, startRelease, tinyArchives } from "./release.fixture.ts";

const program = new URL("../../../dist/programs/voices.js", import.meta.url).pathname;
const kitten = "kitten-nano-en-v0_8-int8";
const zipvoice = "sherpa-onnx-zipvoice-distill-int8-zh-en-emilia";

let work = "";
let folder = "";
let release: Release;

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), "voices-"));
  release = await startRelease(await tinyArchives(work, catalogue));
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

const packed = (...names: readonly string[]) => pack(work, ...names);

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

const add = (name: string, ...more: readonly string[]) =>
  voices("add", name, "--consent", "--mirror", release.address, ...more);

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
  it("adds, lists, verifies and removes every model", async () => {
    const models = catalogue.map(({ name }) => ({ name, did: name.includes("paraformer") ? "listened to" : "spoke" }));
    const names = models.map(({ name }) => name);
    const kept = async () => (await readdir(folder)).toSorted();
    for (const [index, { name, did }] of models.entries()) {
      const added = await add(name);
      expect(added).toMatchObject({ code: 0, err: "" });
      expect(added.out).toContain("100 %");
      expect(added.out).toMatch(new RegExp(`${name} ${did} [\\d.]+ s in [\\d.]+ s`));
      expect(await kept()).toEqual(names.slice(0, index + 1).toSorted());
    }
    const listed = await voices("list");
    const verified = await voices("verify");
    expect(verified.code).toBe(0);
    for (const { name, did } of models) {
      expect(listed.out).toMatch(new RegExp(`^${name}: .*; installed$`, "m"));
      expect(verified.out).toContain(`${name} ${did}`);
    }
    expect((await add(kitten)).out).toBe(`${kitten} is installed already.\n`);
    for (const [index, name] of names.entries()) {
      expect((await voices("remove", name)).out).toBe(`${name} is removed.\n`);
      expect(await kept()).toEqual(names.slice(index + 1).toSorted());
    }
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
    const old = release.archives.get(`${kitten}.tar.bz2`) ?? Buffer.alloc(0);
    await writeFile(join(work, kitten, "LICENSE"), "new");
    release.archives.set(`${kitten}.tar.bz2`, await packed(kitten));
    release.checksums = checksumsOf(release.archives);
    expect(await add(kitten)).toMatchObject({ code: 0, err: "" });
    expect(existsSync(join(folder, kitten, "LICENSE"))).toBe(true);
    release.archives.set(`${kitten}.tar.bz2`, old);
  });

  it("throws away what isn't as the release says", async () => {
    release.checksums = release.checksums.replaceAll(/[0-9a-f]{64}/g, "1".repeat(64));
    const { code, err } = await add(kitten);
    expect(code).toBe(1);
    expect(err).toBe(`${kitten}.tar.bz2 isn't what the release says, and was thrown away: try again.\n`);
    expect(await readdir(folder)).toEqual([]);
  });

  it("says so where the release tells no digest, and leaves the download for the next time", async () => {
    release.checksums = "";
    expect((await add(kitten)).err).toMatch(/has no SHA-256 of kitten-nano-en-v0_8-int8\.tar\.bz2\.\n$/);
    expect(await readdir(folder)).not.toContain(kitten);
  });

  it("takes an archive from this machine, checked where the release can be reached", async () => {
    const file = join(work, "mine.tar.bz2");
    await writeFile(file, release.archives.get(`${kitten}.tar.bz2`) ?? "");
    expect(await add(kitten, "--from", file)).toMatchObject({ code: 0, err: "" });
    expect(existsSync(file)).toBe(true);
    expect(release.requests.map(({ path }) => path)).toEqual(["/assets/checksum.txt"]);
    await voices("remove", kitten);
    await appendFile(file, "more");
    expect((await add(kitten, "--from", file)).err).toMatch(/mine\.tar\.bz2 isn't what the release says: download/);
    await truncate(file, 4_000);
    const offline = await voices("add", kitten, "--from", file, "--mirror", "http://127.0.0.1:9/");
    expect(offline.code).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  it("asks for consent before it brings a model that clones voices", async () => {
    const { code, err } = await voices("add", zipvoice, "--mirror", release.address);
    expect(code).toBe(1);
    expect(err).toBe(
      `${zipvoice} speaks like the recording it is given. Use it only with voices that you may use: your own, and ` +
        "those of people who have agreed. Add --consent to the command if you agree to that.\n",
    );
    expect(release.requests).toEqual([]);
  });

  it("brings what belongs to a model from elsewhere, and goes on with what is missing", async () => {
    const vocoder = release.archives.get("vocos_24khz.onnx") ?? Buffer.alloc(0);
    release.archives.delete("vocos_24khz.onnx");
    expect((await add(zipvoice)).err).toMatch(/vocos_24khz\.onnx answered 404/);
    release.archives.set("vocos_24khz.onnx", vocoder);
    release.requests.length = 0;
    const added = await add(zipvoice);
    expect(added).toMatchObject({ code: 0, err: "" });
    expect(added.out).toContain("only recordings with a text beside them until you add sherpa-onnx-paraformer");
    expect((await voices("list")).out).toMatch(new RegExp(`^${zipvoice}: .*, needs sherpa-onnx-paraformer`, "m"));
    const whole = release.archives.get(`${zipvoice}.tar.bz2`)?.length;
    expect(release.requests).toContainEqual({ path: `/assets/${zipvoice}.tar.bz2`, range: `bytes=${whole}-` });
    expect(await readdir(folder)).toEqual([zipvoice]);
    expect(await readdir(join(folder, zipvoice))).toContain("vocos_24khz.onnx");
  });

  it("takes both files of a model from this machine", async () => {
    const files = [`${zipvoice}.tar.bz2`, "vocos_24khz.onnx"];
    for (const file of files) await writeFile(join(work, file), release.archives.get(file) ?? "");
    const from = files.flatMap((file) => ["--from", join(work, file)]);
    const offline = () => voices("add", zipvoice, "--consent", ...from, "--mirror", "http://127.0.0.1:9/");
    expect(await offline()).toMatchObject({ code: 0, err: "" });
    await voices("remove", zipvoice);
    expect(await add(zipvoice, ...from)).toMatchObject({ code: 0, err: "" });
    expect(release.requests.map(({ path }) => path)).toEqual(["/assets/checksum.txt", "/assets/checksum.txt"]);
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
    const { err } = await offline();
    expect(err).toMatch(
      /can't speak on this machine, so it isn't used: .* The library wrote: .*Corrupted --kitten-voices/s,
    );
    expect(err).not.toContain("same command");
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

  it("says so when the disk is full from the start, holds nothing up, and removes a model all the same", async () => {
    const run = (rest: string) => `"${process.execPath}" "${program}" ${rest}`;
    const command = run(`add ${kitten} --mirror ${release.address}`);
    const fill = `! cat /dev/zero > "${folder}/filler" 2>/dev/null`;
    const script = [
      `mount -t tmpfs -o size=64m tmpfs "${folder}"`,
      fill,
      `! ${command}`,
      `ls "${folder}"`,
      `rm "${folder}/filler"`,
      command,
      fill,
      run(`remove ${kitten}`),
    ].join(" && ");
    const env = { ...process.env, SERVICE_VOICES_DIR: folder };
    const { stdout, stderr } = await promisify(execFile)("unshare", ["-rm", "sh", "-c", script], { env });
    expect(stderr).toBe(`The disk is full: make room for ${kitten}, then run the same command; it goes on.\n`);
    expect(stdout).not.toContain(".lock");
    expect(stdout).toContain(`${kitten} is installed.`);
    expect(stdout).toContain(`${kitten} is removed.`);
  });

  it("says which model isn't well", async () => {
    await add(kitten);
    await rm(join(folder, kitten, "tokens.txt"));
    const listed = (await voices("list")).out.split("\n").find((line) => line.startsWith(kitten));
    expect(listed).toMatch(/; not whole, and not used: tokens\.txt is missing; add it again$/);
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
