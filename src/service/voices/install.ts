import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { extract } from "tar";
import bunzip2 from "unbzip2-stream";
import type { NeuralModel } from "../engines/neural/model.ts";
import type { CatalogueEntry } from "./catalogue.ts";
import { modelIn } from "./installed.ts";

/** A model can't be had; the message says why and what to do. */
export class InstallError extends Error {
  override readonly name = "InstallError";
}

export interface InstallOptions {
  /** Where models are kept. */
  readonly folder: string;
  /** The address that archives and `checksum.txt` are below; ends with a slash. */
  readonly release: string;
  /** An archive on this machine, in place of the release's. */
  readonly from?: string | undefined;
  readonly fetch: typeof fetch;
  readonly onProgress: (received: number, total: number | undefined) => void;
  /** Has the model speak once before it is taken; rejects with the reason where it can't. */
  readonly tryOut: (model: NeuralModel) => Promise<void>;
}

/** The largest list of digests that is read, in bytes: the release's has a tenth of it. */
const largestList = 2 ** 20;
/** No archive of the catalogue holds more, unpacked; what does isn't what it says. In bytes. */
const largestModel = 2 ** 30;

/**
 * Brings a model into the folder: downloads it, or goes on with a download that was broken off, compares its digest
 * with the release's, unpacks it, looks for its files, has it speak, and only then gives it its place.
 *
 * @throws InstallError
 */
export async function install(entry: CatalogueEntry, options: InstallOptions): Promise<NeuralModel> {
  const { folder, from, tryOut } = options;
  const unpacked = join(folder, `${entry.name}.unpacked`);
  try {
    await mkdir(folder, { recursive: true });
    const archive = from ?? (await download(entry, options));
    await check(archive, await digestOf(entry, options), from !== undefined);
    await rm(unpacked, { recursive: true, force: true });
    await mkdir(unpacked);
    await unpack(archive, unpacked, entry);
    const model = modelIn(join(unpacked, entry.name), entry);
    if ("missing" in model) throw new InstallError(`The archive of ${entry.name} lacks ${model.missing}.`);
    await tryOut(model);
    const place = join(folder, entry.name);
    await rm(place, { recursive: true, force: true });
    await rename(model.folder, place);
    if (from === undefined) await rm(archive, { force: true });
    return { ...model, folder: place };
  } catch (error) {
    throw explained(error, entry);
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}

/** What a download that is under way lies in; beside it the validator of what the rest must belong to. */
const partOf = (folder: string, name: string) => join(folder, `${name}.tar.bz2.part`);

async function download(
  entry: CatalogueEntry,
  { folder, release, fetch, onProgress }: InstallOptions,
): Promise<string> {
  const part = partOf(folder, entry.name);
  const validatorFile = `${part}.etag`;
  const there = await sizeOf(part);
  const validator = await readFile(validatorFile, "utf8").catch(() => "");
  const goesOn = there > 0 && validator !== "";
  const address = new URL(`${entry.name}.tar.bz2`, release);
  const headers = goesOn ? { range: `bytes=${there}-`, "if-range": validator } : {};
  const response = await fetch(address, { headers });
  // The whole is there already: 416 tells how long it is.
  if (response.status === 416 && response.headers.get("content-range") === `bytes */${there}`) return part;
  if (!response.ok || response.body === null) {
    throw new InstallError(`${address} answered ${response.status}: try again later, or give another --mirror.`);
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
    for await (const chunk of response.body) {
      await file.writeFile(chunk);
      received += chunk.length;
      onProgress(received, total);
    }
  } finally {
    await file.close();
  }
  if (total !== undefined && received < total) throw new Error("the connection ended before the file did");
  await rm(validatorFile, { force: true });
  return part;
}

/** The digest that the release tells. Without a connection an archive from this machine is taken as it is. */
async function digestOf(entry: CatalogueEntry, { release, from, fetch }: InstallOptions): Promise<string | undefined> {
  const address = new URL("checksum.txt", release);
  const response = await fetch(address).catch((error: unknown) => {
    if (from !== undefined) return undefined;
    throw error;
  });
  if (response === undefined) return undefined;
  if (!response.ok)
    throw new InstallError(`${address} answered ${response.status}, and without it nothing is checked.`);
  const list = (await response.text()).slice(0, largestList);
  const line = list.split("\n").find((each) => each.trim().split(/\s+/)[1] === `${entry.name}.tar.bz2`);
  const digest = line?.trim().split(/\s+/)[0]?.toLowerCase();
  if (digest === undefined || !/^[0-9a-f]{64}$/.test(digest)) {
    throw new InstallError(`${address} has no SHA-256 of ${entry.name}.tar.bz2.`);
  }
  return digest;
}

async function check(archive: string, expected: string | undefined, isOurs: boolean): Promise<void> {
  if (expected === undefined) return;
  const hash = createHash("sha256");
  await pipeline(createReadStream(archive), hash);
  if (hash.digest("hex") === expected) return;
  // What was downloaded wrongly must not be gone on with.
  if (!isOurs) await rm(archive, { force: true });
  throw new InstallError(
    isOurs
      ? `${archive} isn't what the release's checksum.txt says: download it again.`
      : "The archive isn't what the release's checksum.txt says, and was thrown away: try again.",
  );
}

/** Takes files and folders of the model's own folder only: no links, and nothing that leads out of it. */
async function unpack(archive: string, folder: string, { name }: CatalogueEntry): Promise<void> {
  let size = 0;
  const within = (path: string) => path.replace(/^\.\//, "").split("/", 1)[0] === name;
  const entries = extract({
    cwd: folder,
    strict: true,
    filter: (path, entry) => {
      const kind = "type" in entry ? entry.type : "File";
      size += entry.size ?? 0;
      return size <= largestModel && within(path) && (kind === "File" || kind === "OldFile" || kind === "Directory");
    },
  });
  await pipeline(createReadStream(archive), bunzip2(), entries);
  if (size > largestModel) throw new InstallError(`The archive holds more than ${largestModel / 2 ** 20} MB.`);
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}

function explained(error: unknown, { name }: CatalogueEntry): InstallError {
  if (error instanceof InstallError) return error;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOSPC") {
    return new InstallError(`The disk is full: make room for ${name}, then run the same command; it goes on.`);
  }
  const next = "Run the same command again; it goes on.";
  return new InstallError(`${name} could not be installed: ${reasonOf(error)} ${next}`);
}

/** Why something failed, as a sentence; for a model with what the library wrote last. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return `${error}.`;
  const said = typeof error.cause === "string" ? ` The library wrote: ${error.cause.trim()}` : "";
  return `${error.message.replace(/\.?$/, ".")}${said}`;
}
