import type { FileEntry, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import { createBlobSink } from "./blob-sink.ts";
import { takeFiles } from "./take-files.ts";

/** What is taken from a file at most: a zip of a few kilobytes can promise terabytes. */
export const importLimits = {
  takes: 20_000,
  entries: 120_000,
  /** Of one JSON file, in bytes. */
  text: 32_000_000,
  /** Of one sound, in bytes. */
  sound: 1_000_000_000,
  /** Of everything, in bytes. */
  all: 20_000_000_000,
} as const;
export type ImportLimits = Readonly<Record<keyof typeof importLimits, number>>;

/** Why a file, or a part of one, was not taken. */
export const importProblems = [
  "not_a_zip",
  "not_ours",
  "newer",
  "too_many",
  "too_large",
  "damaged",
  "without_sound",
  "undocumented_address",
  "unknown",
] as const;
export type ImportProblem = (typeof importProblems)[number];

/** A file of which nothing could be taken. */
export class ImportError extends Error {
  override readonly name = "ImportError";
  readonly problem: ImportProblem;

  constructor(problem: ImportProblem) {
    super(`The file can't be imported: ${problem}.`);
    this.problem = problem;
  }
}

/** A take's folder in the file: its entries by their names. */
export type Folder = ReadonlyMap<string, FileEntry>;

const fileNames = new Set<string>(Object.values(takeFiles));

/** The entries by folder. A program that packed them again may have put a folder of its own around everything. */
export async function readDirectory(reader: ZipReader<Blob>, limits: ImportLimits) {
  const folders = new Map<string, Map<string, FileEntry>>();
  const strange: string[] = [];
  let manifest: FileEntry | undefined;
  let programme: FileEntry | undefined;
  let count = 0;
  try {
    for await (const entry of reader.getEntriesGenerator({ filenameValidation: "tolerant" })) {
      if (++count > limits.entries) throw new ImportError("too_many");
      if (entry.directory || /(?:^|\/)(?:__MACOSX\/|\.DS_Store$)/.test(entry.filename)) continue;
      const [, folder, file] = /^(?:[^/]+\/)?takes\/([^/\\]{1,255})\/([^/\\]{1,64})$/.exec(entry.filename) ?? [];
      if (
        folder !== undefined &&
        file !== undefined &&
        (fileNames.has(file) || /^sound(?:-[\w-]{1,40})?\.\w{1,10}$/.test(file))
      ) {
        const entries = folders.get(folder) ?? new Map<string, FileEntry>();
        folders.set(folder, entries.set(file, entry));
      } else if (/^(?:[^/]+\/)?manifest\.json$/.test(entry.filename)) manifest = entry;
      else if (/^(?:[^/]+\/)?programme\.json$/.test(entry.filename)) programme = entry;
      else if (strange.length < 100) strange.push(entry.filename.slice(0, 200));
    }
  } catch (error) {
    throw error instanceof ImportError ? error : new ImportError("not_a_zip");
  }
  return { folders, manifest, programme, strange };
}

/** Reads entries to their ends, and no further than they may go. */
export interface EntryReader {
  text(entry: FileEntry | undefined): Promise<Read<string>>;
  sound(entry: FileEntry, type: string): Promise<Read<Blob>>;
}

type Read<Content> = { readonly kind: "read"; readonly content: Content } | { readonly kind: "too_large" | "damaged" };

/** A reader that gives `limits.all` bytes in all. */
export function createEntryReader(limits: ImportLimits, signal: AbortSignal): EntryReader {
  let left = limits.all;

  /** What an entry's head says of its size needn't be true. */
  async function read(entry: FileEntry, limit: number, type: string): Promise<Read<Blob>> {
    const most = Math.min(limit, left);
    if (entry.uncompressedSize > most) return { kind: "too_large" };
    const sink = createBlobSink();
    const writer = sink.writable.getWriter();
    let size = 0;
    const counted = new WritableStream<Uint8Array>({
      async write(bytes) {
        size += bytes.length;
        if (size > most) throw new ImportError("too_large");
        await writer.write(bytes);
      },
    });
    try {
      await entry.getData(counted, { signal, checkCrc32: true, checkOverlappingEntry: true, useWebWorkers: false });
      left -= size;
      return { kind: "read", content: sink.blob(type) };
    } catch {
      signal.throwIfAborted();
      return { kind: size > most ? "too_large" : "damaged" };
    }
  }

  return {
    async text(entry) {
      if (entry === undefined) return { kind: "damaged" };
      const whole = await read(entry, limits.text, "application/json");
      return whole.kind === "read" ? { kind: "read", content: await whole.content.text() } : whole;
    },
    sound: (entry, type) => read(entry, limits.sound, type),
  };
}
