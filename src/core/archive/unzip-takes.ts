import { BlobReader, type FileEntry, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import * as z from "zod/mini";
import { type AudioFormat, mediaTypeOf } from "../../audio/base/format.ts";
import { isAtEndpoint } from "../../contract/routes.ts";
import { wait } from "../page/wait.ts";
import { programmeName } from "../programme/programme-name.ts";
import type { TakeLibrary } from "../takes/library.ts";
import type { TakeRow } from "../takes/take.ts";
import { createFilesReader, type FilesReader } from "./files-reader.ts";
import { ImportError, type ImportProblem } from "./import-error.ts";
import type { FilesRead } from "./read-files.ts";
import { type TakeFile, takeFiles } from "./take-files.ts";
import {
  createEntryReader,
  type EntryReader,
  type Folder,
  type ImportLimits,
  importLimits,
  readDirectory,
} from "./zip-entries.ts";
import { manifestFormat, manifestName, manifestVersion } from "./zip-takes.ts";

/** A part of the file that was left out, by its name there. */
export interface Skipped {
  readonly name: string;
  readonly problem: ImportProblem;
}

export interface ImportReport {
  readonly added: number;
  /** Takes that were here already. */
  readonly known: number;
  readonly skipped: readonly Skipped[];
  /** What came as a programme beside the takes, as it stands in the file. */
  readonly programme?: unknown;
}

export type TakeTarget = Pick<TakeLibrary, "begin" | "row" | "update" | "keepSound" | "sound">;

/** What a file says that it becomes, before anything of it is unpacked. It never becomes more. */
export interface ImportSize {
  readonly takes: number;
  /** Bytes when it is unpacked. */
  readonly bytes: number;
  /** Bytes as it is. */
  readonly packed: number;
}

export interface ImportProgress {
  readonly done: number;
  readonly all: number;
  /** Of those that are done, the takes that weren't here, and those that were. */
  readonly added: number;
  readonly known: number;
}

export interface ImportOptions {
  /** Unix milliseconds: the takes are marked with it. */
  readonly now: number;
  readonly signal: AbortSignal;
  readonly onTake?: (progress: ImportProgress) => void;
  /** Asked before anything is unpacked; false ends the import like the signal. */
  readonly agrees?: (size: ImportSize) => Promise<boolean>;
  readonly limits?: ImportLimits;
  readonly files?: FilesReader;
}

const manifestSchema = z.object({
  format: z.literal(manifestFormat),
  version: z.number(),
  made: z.catch(z.optional(z.string()), undefined),
});

/**
 * Takes the takes of a zip into the library. Each part is checked by itself: what is damaged is left out and named.
 * Nothing in it decides where anything is written. Throws {@link ImportError} where nothing can be taken, and the
 * signal's reason when it is ended; each take that was added by then stays, whole.
 */
export async function unzipTakes(
  file: Blob,
  library: TakeTarget,
  { now, signal, onTake, agrees, limits = importLimits, files = createFilesReader() }: ImportOptions,
): Promise<ImportReport> {
  // The zip's reader would take a file that is gone for one that is damaged.
  await file.slice(0, 1).arrayBuffer();
  const zip = new ZipReader(new BlobReader(file), { useWebWorkers: false, strictness: "balanced" });
  const reader = createEntryReader(limits, signal);
  try {
    const { folders, manifest, programme, strange, bytes } = await readDirectory(zip, limits, signal);
    if (folders.size === 0 && manifest === undefined) throw new ImportError("not_ours");
    const skipped: Skipped[] = strange.map((name) => ({ name, problem: "unknown" }));
    const takes = Math.min(folders.size, limits.takes);
    if ((await agrees?.({ takes, bytes, packed: file.size })) === false) throw new DOMException("", "AbortError");
    const made = readManifest(await readJsonOf(manifest, reader, files));
    if (made === "damaged") skipped.push({ name: manifestName, problem: "damaged" });
    const imported = { at: now, ...(typeof made === "number" ? { made } : {}) };
    let [added, known, done] = [0, 0, 0];
    for (const [name, folder] of folders) {
      signal.throwIfAborted();
      if (done >= limits.takes) {
        skipped.push({ name, problem: "too_many" });
        continue;
      }
      const read = await readFolder(name, folder, reader, files, signal);
      skipped.push(...read.skipped);
      if (read.take !== undefined) {
        const isNew = await keep(read.take, library, imported);
        if (isNew) added++;
        else known++;
      }
      done++;
      onTake?.({ done, all: takes, added, known });
    }
    if (programme === undefined) return { added, known, skipped };
    const content = await readJsonOf(programme, reader, files);
    if (content === undefined) skipped.push({ name: programmeName, problem: "damaged" });
    return { added, known, skipped, programme: content };
  } finally {
    files.close();
    await zip.close();
  }
}

/** What an entry of JSON says; undefined where it isn't there, damaged or too large. */
async function readJsonOf(entry: FileEntry | undefined, reader: EntryReader, files: FilesReader): Promise<unknown> {
  const read = await reader.json(entry);
  const { content, damage } = read.kind === "read" ? await files.document(read.content) : {};
  return damage === undefined ? content : undefined;
}

interface ReadTake extends NonNullable<FilesRead["take"]> {
  readonly sound: { readonly blob: Blob; readonly format: AudioFormat } | undefined;
}

/** Reads what is in a folder; `take` is undefined where there is none in it. */
async function readFolder(
  name: string,
  folder: Folder,
  reader: EntryReader,
  files: FilesReader,
  signal: AbortSignal,
): Promise<{ readonly take: ReadTake | undefined; readonly skipped: readonly Skipped[] }> {
  const unpacked: Partial<Record<TakeFile, Blob>> = {};
  const problems: Partial<Record<TakeFile, ImportProblem>> = {};
  for (const key of ["take", "request", "answer", "times"] as const) {
    const read = await reader.json(folder.get(takeFiles[key]));
    if (read.kind === "read") unpacked[key] = read.content;
    else problems[key] = read.kind;
  }
  const { take, damages } = await files.take(unpacked);
  // Reading what the worker handed over and writing it down are two tasks, so that neither holds up the page for long.
  await wait(0, signal);
  const skipped = Object.entries({ ...damages, ...problems }).map(([key, problem]) => ({
    name: `${name}/${key}.json`,
    problem,
  }));
  if (take === undefined) return { take, skipped: [...skipped, { name, problem: "damaged" }] };
  // Code would be made of it, and it would be sent again, with a key.
  if (!isAtEndpoint(take.details.request)) {
    return { take: undefined, skipped: [...skipped, { name, problem: "undocumented_address" }] };
  }
  const { row } = take;
  if (row.sound !== "whole" && row.sound !== "partial") return { take: { ...take, sound: undefined }, skipped };
  const [file, entry] = [...folder].find(([inner]) => /^sound[.-]/.test(inner)) ?? [];
  const { format } = row;
  if (entry === undefined || format === undefined) {
    return { take: { ...take, sound: undefined }, skipped: [...skipped, { name, problem: "without_sound" }] };
  }
  const read = await reader.sound(entry, mediaTypeOf(format));
  if (read.kind === "read") return { take: { ...take, sound: { blob: read.content, format } }, skipped };
  return {
    take: { ...take, sound: undefined },
    skipped: [...skipped, { name: `${name}/${file}`, problem: read.kind }],
  };
}

/** Writes down what isn't here of a take. Returns whether there was any. */
async function keep(
  { row, details, sound }: ReadTake,
  library: TakeTarget,
  imported: NonNullable<TakeRow["imported"]>,
): Promise<boolean> {
  const before = library.row(row.id);
  if (before !== undefined) {
    // One that was deleted a moment ago comes back.
    if (before.deleted !== undefined) await library.update(row.id, { deleted: undefined });
    // So does a sound that is gone: to make room, or because the page was closed in the middle of an import.
    const isGone = before.sound === "removed" || (before.imported !== undefined && before.sound === row.sound);
    if (!isGone || sound === undefined || (await library.sound(row.id)) !== undefined) return false;
    await keepSound(row, sound, library);
    const { format, facts } = row;
    await library.update(row.id, { sound: row.sound, format, facts, imported });
    return true;
  }
  const isMissing = sound === undefined && (row.sound === "whole" || row.sound === "partial");
  await library.begin({ ...row, sound: isMissing ? "removed" : row.sound, imported }, details);
  if (sound !== undefined) await keepSound(row, sound, library);
  return true;
}

async function keepSound(
  { id, facts }: TakeRow,
  { blob, format }: NonNullable<ReadTake["sound"]>,
  library: TakeTarget,
): Promise<void> {
  await library.keepSound({ id, format, facts: { ...facts, bytes: blob.size }, blob });
}

/** When the file was made, in Unix milliseconds, where it says so. */
function readManifest(content: unknown): number | "damaged" | undefined {
  const parsed = manifestSchema.safeParse(content);
  if (!parsed.success) return "damaged";
  if (parsed.data.version > manifestVersion) throw new ImportError("newer");
  const made = Date.parse(parsed.data.made ?? "");
  return Number.isFinite(made) ? made : undefined;
}
