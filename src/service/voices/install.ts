import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { copyFile, mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { codeOf } from "../../http/errors.ts";
import { ModelFailedError } from "../engines/natural-voices.ts";
import type { NeuralModel } from "../engines/neural/model.ts";
import { textOf } from "../engines/remote/body-text.ts";
import { isStorageFull } from "../storage/storage-full.ts";
import { type CatalogueEntry, listingAddress, releaseAddress } from "./catalogue.ts";
import { InstallError } from "./install-error.ts";
import { modelIn } from "./installed.ts";
import { lock } from "./lock.ts";
import { unpack } from "./unpacking/thread.ts";

/** What is being done, in this order. */
export type InstallStep = "downloading" | "checking" | "unpacking" | "speaking";

export interface InstallOptions {
  /** Where models are kept. */
  readonly folder: string;
  /** The address that all files and `checksum.txt` are below, in place of the releases'; ends with a slash. */
  readonly mirror?: string | undefined;
  /** Files on this machine, in place of the releases': the archive, and whatever else belongs to it by its name. */
  readonly from?: readonly string[];
  readonly fetch: typeof fetch;
  /** The built entry of the thread that unpacks, `dist/programs/unpacking-worker.js`. */
  readonly unpackingFile: URL;
  /** Told of each file by itself, in bytes. */
  readonly onProgress: (received: number, total: number | undefined) => void;
  readonly onStep?: (step: InstallStep) => void;
  /** Has the model speak once before it is taken; rejects with the reason where it can't. */
  readonly tryOut: (model: NeuralModel) => Promise<void>;
  /** Ends it; what has come is kept. */
  readonly signal?: AbortSignal;
}

/** The largest list of digests that is read, in bytes: the largest release's has a tenth of it. */
const largestList = 2 ** 20;
/** The same of GitHub's own lists, which tell two kilobytes of each file. */
const largestListing = 2 ** 23;

/** A file of a release. */
interface ReleaseFile {
  readonly name: string;
  readonly release: Parameters<typeof releaseAddress>[0];
}

/**
 * Brings a model into the folder: downloads its files, or goes on with a download that was broken off, compares their
 * digests with the release's, unpacks them, looks whether all are there, tries the model out, and only then gives it
 * its place.
 *
 * @throws InstallError; the signal's reason after an abort.
 */
export async function install(entry: CatalogueEntry, options: InstallOptions): Promise<NeuralModel> {
  const { folder, unpackingFile, tryOut, signal, onStep = () => {} } = options;
  const unpacked = join(folder, `${entry.name}.unpacked`);
  const archive = archiveOf(entry);
  const letGo = await lock(folder, entry.name).catch((error: unknown) => {
    throw explained(error, entry, folder);
  });
  try {
    const files = new Map<string, string>();
    for (const file of filesOf(entry)) files.set(file.name, await bring(file, entry, options));
    onStep("unpacking");
    await rm(unpacked, { recursive: true, force: true });
    await mkdir(unpacked);
    for (const [name, path] of files) {
      if (name === archive) await unpack({ archive: path, folder: unpacked, name: entry.name }, unpackingFile, signal);
      else await copyFile(path, join(unpacked, entry.name, name));
    }
    const model = modelIn(join(unpacked, entry.name), entry);
    if ("missing" in model) {
      throw new InstallError(`The archive of ${entry.name} lacks ${model.missing}.`, "file_missing");
    }
    onStep("speaking");
    await tryOut(model);
    signal?.throwIfAborted();
    const place = join(folder, entry.name);
    await rm(place, { recursive: true, force: true });
    await rename(model.folder, place);
    for (const path of downloadsOf(entry)) await rm(join(folder, path), { force: true });
    return { ...model, folder: place };
  } catch (error) {
    signal?.throwIfAborted();
    throw explained(error, entry, folder);
  } finally {
    await rm(unpacked, { recursive: true, force: true });
    await letGo();
  }
}

/** Deletes a model with all that belongs to it. Tells whether there was anything. */
export async function uninstall(entry: CatalogueEntry, folder: string): Promise<boolean> {
  const { name } = entry;
  const place = join(folder, name);
  if (![name, ...downloadsOf(entry)].some((path) => existsSync(join(folder, path)))) return false;
  const letGo = await lock(folder, name);
  try {
    // Away in one go: nobody must find half of it.
    const going = join(folder, `${name}.removed`);
    await rm(going, { recursive: true, force: true });
    if (existsSync(place)) await rename(place, going);
    for (const path of [going, ...downloadsOf(entry).map((file) => join(folder, file))]) {
      await rm(path, { recursive: true, force: true });
    }
  } finally {
    await letGo();
  }
  return true;
}

/** How much of a model's files is here and waits for the rest, in bytes. */
export async function partialSize(entry: CatalogueEntry, folder: string): Promise<number> {
  const sizes = await Promise.all(filesOf(entry).map(({ name }) => sizeOf(join(folder, partOf(name)))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const archiveOf = ({ name }: CatalogueEntry): string => `${name}.tar.bz2`;

/** The archive, then what else belongs to a model. */
function filesOf(entry: CatalogueEntry): readonly ReleaseFile[] {
  const { release = "tts-models", parts = [] } = entry;
  return [{ name: archiveOf(entry), release }, ...parts.map(({ file, release }) => ({ name: file, release }))];
}

/** What a download that is under way lies in, and beside it the validator of what the rest must belong to. */
function downloadsOf(entry: CatalogueEntry): readonly string[] {
  return filesOf(entry).flatMap(({ name }) => [partOf(name), validatorOf(name)]);
}
const partOf = (name: string): string => `${name}.part`;
const validatorOf = (name: string): string => `${name}.part.etag`;

/** The path of a file that is as the release says. */
async function bring(file: ReleaseFile, entry: CatalogueEntry, options: InstallOptions): Promise<string> {
  const { folder, from = [], signal, onStep = () => {} } = options;
  const others = (entry.parts ?? []).map((part) => part.file);
  const own = from.find((path) =>
    file.name === archiveOf(entry) ? !others.includes(basename(path)) : basename(path) === file.name,
  );
  onStep("downloading");
  const path = own ?? (await download(file, options));
  onStep("checking");
  const expected = await digestOf(file, own !== undefined, options);
  if (expected === undefined || (await digestOfFile(path, signal)) === expected) return path;
  if (own !== undefined) {
    throw new InstallError(`${path} isn't what the release says: download it again.`, "wrong_digest");
  }
  // What was downloaded wrongly must not be gone on with.
  for (const name of [partOf(file.name), validatorOf(file.name)]) await rm(join(folder, name), { force: true });
  throw new InstallError(`${file.name} isn't what the release says, and was thrown away: try again.`, "wrong_digest");
}

async function digestOfFile(path: string, signal: AbortSignal | undefined): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash, { ...(signal === undefined ? {} : { signal }) });
  return hash.digest("hex");
}

const addressOf = ({ name, release }: ReleaseFile, mirror: string | undefined): URL =>
  new URL(name, mirror ?? releaseAddress(release));

/** @throws InstallError where nothing answers; the signal's reason after an abort. */
async function ask({ fetch, signal }: InstallOptions, address: URL | string, headers = {}): Promise<Response> {
  return await fetch(address, { headers, ...(signal === undefined ? {} : { signal }) }).catch((error: unknown) => {
    signal?.throwIfAborted();
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : "";
    throw new InstallError(
      `${address} can't be reached${cause}: look whether this machine has internet, or give another --mirror, ` +
        "or an archive by --from.",
      "unreachable",
    );
  });
}

async function download(source: ReleaseFile, options: InstallOptions): Promise<string> {
  const { folder, mirror, onProgress, signal } = options;
  const part = join(folder, partOf(source.name));
  const validatorFile = join(folder, validatorOf(source.name));
  const there = await sizeOf(part);
  const validator = await readFile(validatorFile, "utf8").catch(() => "");
  const goesOn = there > 0 && validator !== "";
  const address = addressOf(source, mirror);
  const headers = goesOn ? { range: `bytes=${there}-`, "if-range": validator } : {};
  const response = await ask(options, address, headers);
  // The whole is there already: 416 tells how long it is.
  if (response.status === 416 && response.headers.get("content-range") === `bytes */${there}`) return part;
  // What is here is no part of what is there now.
  if (response.status === 416 && goesOn) {
    await response.body?.cancel();
    for (const path of [part, validatorFile]) await rm(path, { force: true });
    return download(source, options);
  }
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    const message = `${address} answered ${response.status}: try again later, or give another --mirror.`;
    throw new InstallError(message, "release_refuses");
  }
  const isRest = response.status === 206;
  const before = isRest ? there : 0;
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  const total = Number.isFinite(length) ? before + length : undefined;
  await writeFile(validatorFile, response.headers.get("etag") ?? "");
  let received = before;
  const file = await open(part, isRest ? "a" : "w");
  try {
    // Whatever has come is kept when the connection breaks off.
    onProgress(received, total);
    for await (const chunk of response.body) {
      await file.writeFile(chunk);
      received += chunk.length;
      onProgress(received, total);
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw isStorageFull(error) ? error : brokenOff(source, error);
  } finally {
    await file.close();
  }
  if (total !== undefined && received < total) throw brokenOff(source, "the connection ended before the file did");
  return part;
}

/** The digest that the release tells. Without one a file from this machine is taken as it is. */
async function digestOf(file: ReleaseFile, isOurs: boolean, options: InstallOptions): Promise<string | undefined> {
  const { mirror } = options;
  const address = addressOf({ ...file, name: "checksum.txt" }, mirror);
  try {
    const response = await ask(options, address);
    if (response.status === 404 && mirror === undefined) return await listedDigestOf(file, options);
    if (!response.ok) {
      const message = `${address} answered ${response.status}, and without it nothing is checked.`;
      throw new InstallError(message, "release_refuses");
    }
    const list = await textOf(response.body, largestList);
    const digest = digestIn(list, file.name);
    if (digest === undefined) {
      throw new InstallError(`${address} has no SHA-256 of ${file.name}.`, "no_digest");
    }
    return digest;
  } catch (error) {
    // Without a connection nothing is known.
    if (isOurs && error instanceof InstallError && error.code === "unreachable") return undefined;
    throw error;
  }
}

/** Lists have a file's digest behind its name, as sherpa-onnx's releases do, or before it, as `sha256sum` does. */
function digestIn(list: string, name: string): string | undefined {
  for (const line of list.split("\n")) {
    const words = line.trim().split(/\s+/);
    const digest = words.find((word) => /^[0-9a-f]{64}$/i.test(word));
    if (words.length === 2 && words.includes(name) && digest !== undefined) return digest.toLowerCase();
  }
  return undefined;
}

const listingSchema = z.object({
  assets: z.array(z.object({ name: z.string(), digest: z.string().nullish() })),
});

/** The digest that GitHub itself tells, of a release that has no list of its own. */
async function listedDigestOf({ name, release }: ReleaseFile, options: InstallOptions): Promise<string> {
  const address = listingAddress(release);
  const response = await ask(options, address, { accept: "application/vnd.github+json" });
  const listing = response.ok
    ? listingSchema.safeParse(JSON.parse(await textOf(response.body, largestListing)))
    : undefined;
  const digest = listing?.data?.assets.find((asset) => asset.name === name)?.digest;
  const match = /^sha256:([0-9a-f]{64})$/i.exec(digest ?? "")?.[1];
  if (match === undefined) throw new InstallError(`${address} has no SHA-256 of ${name}.`, "no_digest");
  return match.toLowerCase();
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}

function brokenOff({ name }: ReleaseFile, reason: unknown): InstallError {
  return new InstallError(`${name} could not be installed: ${reasonOf(reason)} ${next}`, "broken_off");
}

const next = "Run the same command again; it goes on.";

/** What the system says where nothing can be put: it is another user's, is read-only, or a file is in its place. */
const unwritableCodes: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS", "EEXIST", "ENOTDIR"]);

function explained(error: unknown, { name }: CatalogueEntry, folder: string): InstallError {
  if (error instanceof InstallError) return error;
  if (isStorageFull(error)) {
    const message = `The disk is full: make room for ${name}, then run the same command; it goes on.`;
    return new InstallError(message, "disk_full");
  }
  if (unwritableCodes.has(codeOf(error))) {
    const message =
      `${name} can't be put into ${folder} (${codeOf(error)}): make that a folder that this user may write, or set ` +
      "SERVICE_VOICES_DIR to one.";
    return new InstallError(message, "not_writable");
  }
  if (error instanceof ModelFailedError) {
    const message = `${name} came whole and can't speak on this machine, so it isn't used: ${reasonOf(error)}`;
    return new InstallError(message, "cannot_speak");
  }
  return new InstallError(`${name} could not be installed: ${reasonOf(error)} ${next}`, "failed");
}

/** Why something failed, as a sentence; for a model with what the library wrote last. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return `${error}.`;
  const said = typeof error.cause === "string" ? ` The library wrote: ${error.cause.trim()}` : "";
  return `${error.message.replace(/\.?$/, ".")}${said}`;
}
