import { utimesSync } from "node:fs";
import { readdir, rm, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { soundKinds } from "../../contract/shares.ts";
import { codeOf } from "../../http/errors.ts";
import { makeFolder } from "../../http/make-folder.ts";

/** What a take's files are called, by its 192 random bits, whole or as they are written. Nothing else is ours. */
const ownName = new RegExp(`^([\\w-]{32})\\.(?:json|${soundKinds.join("|")})(?:\\.part)?$`);

/** What was last written before this isn't being written any more, in milliseconds. */
const longestWrite = 600_000;
/** How long a playground may use the folder after its last sign, in milliseconds: it gives one every minute. */
const signLasts = 180_000;

/** The takes' files in a folder, none where there is no folder. */
export async function ownFilesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(unlessMissing([]));
  return entries.filter((entry) => entry.isFile() && ownName.test(entry.name)).map(({ name }) => name);
}

/** Makes the folder where there is none, and tells others that it is used. */
export async function holdFolder(folder: string): Promise<void> {
  makeFolder(folder);
  utimesSync(folder, new Date(), new Date());
}

/** Tells others that the folder isn't used any more; at once, since the program ends. */
export function leaveFolder(folder: string): void {
  try {
    utimesSync(folder, 0, 0);
  } catch {
    // Its last sign passes by itself.
  }
}

/**
 * Deletes the takes of an earlier run, and the folder where nothing else is in it.
 *
 * @returns false where another playground uses them: then all stays.
 */
export async function clearFolder(folder: string): Promise<boolean> {
  const files = await ownFilesIn(folder);
  const { mtimeMs } = await stat(folder).catch(unlessMissing({ mtimeMs: 0 }));
  if (Date.now() - mtimeMs < signLasts) return files.length === 0;
  for (const file of files) await rm(join(folder, file), { force: true });
  await rmdir(folder).catch(unlessMissing(undefined, "ENOTEMPTY", "EEXIST"));
  return true;
}

/** Deletes those of `files` that a program left which ended while it wrote; another one may be writing the others. */
export async function removeLeft(folder: string, files: readonly string[]): Promise<void> {
  const remove = async (file: string) => {
    const path = join(folder, file);
    const found = await stat(path).catch(unlessMissing(undefined));
    if (found !== undefined && Date.now() - found.mtimeMs > longestWrite) await rm(path, { force: true });
  };
  await Promise.all(files.map(remove));
}

/** Those of a folder's own files that no take has. */
export function withoutTake(files: readonly string[]): readonly string[] {
  const all = new Set(files);
  return files.filter((file) => file.endsWith(".part") || !all.has(`${ownName.exec(file)?.[1]}.json`));
}

/** What the log may say of an error: its file's name opens a take, and whoever reads the log can't. */
export function withoutPath(error: unknown): unknown {
  if (!(error instanceof Error && "path" in error)) return error;
  return Object.assign(new Error("The system refused a file of a shared take."), { code: codeOf(error) });
}

/** For what may be gone meanwhile, or never was. */
export function unlessMissing<Value>(value: Value, ...codes: readonly string[]) {
  return (error: unknown): Value => {
    if (["ENOENT", ...codes].includes(codeOf(error))) return value;
    throw withoutPath(error);
  };
}
