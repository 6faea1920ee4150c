import { BlobReader, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import * as z from "zod/mini";
import { type AudioFormat, mediaTypeOf } from "../../audio/format.ts";
import { isAtEndpoint } from "../../contract/routes.ts";
import type { TakeLibrary } from "../library/library.ts";
import type { TakeRow } from "../library/take.ts";
import { programmeName } from "../present/programme-file.ts";
import { readJson, readTake, type TakeFile, takeFiles } from "./take-files.ts";
import {
  createEntryReader,
  type EntryReader,
  type Folder,
  ImportError,
  type ImportLimits,
  type ImportProblem,
  importLimits,
  readDirectory,
} from "./zip-entries.ts";
import { manifestFormat, manifestName, manifestVersion } from "./zip-takes.ts";

/** A part of the file that was left out, by its name there. */
export interface Skipped {
  readonly name: string;
  readonly problem: ImportProblem;
}

/** What became of an import. */
export interface ImportReport {
  readonly added: number;
  /** Takes that were here already. */
  readonly known: number;
  readonly skipped: readonly Skipped[];
  /** What came as a programme beside the takes, as it stands in the file. */
  readonly programme?: unknown;
}

/** Where takes go to. */
export type TakeTarget = Pick<TakeLibrary, "begin" | "row" | "update" | "keepSound">;

const manifestSchema = z.object({
  format: z.literal(manifestFormat),
  version: z.number(),
  made: z.catch(z.optional(z.string()), undefined),
});

/**
 * Takes the takes of a zip into the library. Each part is checked by itself: what is damaged is left out and named. Nothing
 * in it decides where anything is written. Throws {@link ImportError} where nothing can be taken, and the signal's reason
 * when it is ended; what was added by then stays.
 *
 * @param now Unix milliseconds: the takes are marked with it.
 */
export async function unzipTakes(
  file: Blob,
  library: TakeTarget,
  now: number,
  signal: AbortSignal,
  onTake: (done: number, all: number) => void,
  limits: ImportLimits = importLimits,
): Promise<ImportReport> {
  const zip = new ZipReader(new BlobReader(file), { useWebWorkers: false, strictness: "balanced" });
  const reader = createEntryReader(limits, signal);
  try {
    const { folders, manifest, programme, strange } = await readDirectory(zip, limits);
    if (folders.size === 0 && manifest === undefined) throw new ImportError("not_ours");
    const skipped: Skipped[] = strange.map((name) => ({ name, problem: "unknown" }));
    const made = readManifest(await reader.text(manifest));
    if (made === "damaged") skipped.push({ name: manifestName, problem: "damaged" });
    const imported = { at: now, ...(typeof made === "number" ? { made } : {}) };
    let [added, known, done] = [0, 0, 0];
    for (const [name, folder] of folders) {
      signal.throwIfAborted();
      if (done >= limits.takes) {
        skipped.push({ name, problem: "too_many" });
        continue;
      }
      const read = await readFolder(name, folder, reader);
      skipped.push(...read.skipped);
      if (read.take !== undefined) {
        const isNew = await keep(read.take, library, imported);
        if (isNew) added++;
        else known++;
      }
      onTake(++done, Math.min(folders.size, limits.takes));
    }
    if (programme === undefined) return { added, known, skipped };
    const text = await reader.text(programme);
    const content = text.kind === "read" ? readJson(text.content) : undefined;
    if (content === undefined) skipped.push({ name: programmeName, problem: "damaged" });
    return { added, known, skipped, programme: content };
  } finally {
    await zip.close();
  }
}

interface ReadTake extends NonNullable<ReturnType<typeof readTake>> {
  readonly sound: { readonly blob: Blob; readonly format: AudioFormat } | undefined;
}

/** Reads what is in a folder; `take` is undefined where there is none in it. */
async function readFolder(
  name: string,
  folder: Folder,
  reader: EntryReader,
): Promise<{ readonly take: ReadTake | undefined; readonly skipped: readonly Skipped[] }> {
  const files: Partial<Record<TakeFile, unknown>> = {};
  const skipped: Skipped[] = [];
  for (const key of ["take", "request", "answer", "times"] as const) {
    const text = await reader.text(folder.get(takeFiles[key]));
    const content = text.kind === "read" ? readJson(text.content) : undefined;
    files[key] = content;
    if (content === undefined) {
      skipped.push({ name: `${name}/${takeFiles[key]}`, problem: text.kind === "read" ? "damaged" : text.kind });
    }
  }
  const take = readTake(files);
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

/** Writes a take down, unless it is here. Returns whether it wasn't. */
async function keep(
  { row, details, sound }: ReadTake,
  library: TakeTarget,
  imported: NonNullable<TakeRow["imported"]>,
): Promise<boolean> {
  const before = library.row(row.id);
  if (before !== undefined) {
    // One that was deleted a moment ago comes back.
    if (before.deleted !== undefined) await library.update(row.id, { deleted: undefined });
    return false;
  }
  const isMissing = sound === undefined && (row.sound === "whole" || row.sound === "partial");
  await library.begin({ ...row, sound: isMissing ? "removed" : row.sound, imported }, details);
  if (sound !== undefined) {
    const { blob, format } = sound;
    await library.keepSound({ id: row.id, format, facts: { ...row.facts, bytes: blob.size }, blob });
  }
  return true;
}

/** When the file was made, in Unix milliseconds, where it says so. */
function readManifest(text: Awaited<ReturnType<EntryReader["text"]>>): number | "damaged" | undefined {
  const parsed = manifestSchema.safeParse(text.kind === "read" ? readJson(text.content) : undefined);
  if (!parsed.success) return "damaged";
  if (parsed.data.version > manifestVersion) throw new ImportError("newer");
  const made = Date.parse(parsed.data.made ?? "");
  return Number.isFinite(made) ? made : undefined;
}
