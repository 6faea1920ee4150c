import type { FileEntry, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import { wait } from "../page/wait.ts";
import { createBlobSink } from "./blob-sink.ts";
import { ImportError } from "./import-error.ts";
import { takeFiles } from "./take-files.ts";

/** What is taken from a file at most: a zip of a few kilobytes can promise terabytes. */
export const importLimits = {
  takes: 20_000,
  entries: 120_000,
  /** Of one JSON file, in bytes: the times of 500,000 characters (section 8), as they are written, are half of it. */
  text: 128_000_000,
  /** Of one sound, in bytes. */
  sound: 1_000_000_000,
  /** Of everything, in bytes. */
  all: 20_000_000_000,
} as const;
export type ImportLimits = Readonly<Record<keyof typeof importLimits, number>>;

/** A take's folder in the file: its entries by their names. */
export type Folder = ReadonlyMap<string, FileEntry>;

const fileNames = new Set<string>(Object.values(takeFiles));

/** The entries by folder. A program that packed them again may have put a folder of its own around everything. */
export async function readDirectory(reader: ZipReader<Blob>, limits: ImportLimits, signal: AbortSignal) {
  const folders = new Map<string, Map<string, FileEntry>>();
  const strange: string[] = [];
  let manifest: FileEntry | undefined;
  let programme: FileEntry | undefined;
  let count = 0;
  try {
    for await (const entry of reader.getEntriesGenerator({ filenameValidation: "tolerant" })) {
      if (++count > limits.entries) throw new ImportError("too_many");
      // Entries come without a pause in between: a page with a hundred thousand of them would stand still.
      if (count % 500 === 0) await wait(0, signal);
      signal.throwIfAborted();
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
    signal.throwIfAborted();
    throw error instanceof ImportError ? error : new ImportError("not_a_zip");
  }
  const known = [...[...folders.values()].flatMap((entries) => [...entries.values()]), manifest, programme];
  const bytes = known.reduce((sum, entry) => sum + (entry?.uncompressedSize ?? 0), 0);
  if (bytes > limits.all) throw new ImportError("too_large");
  return { folders, manifest, programme, strange, bytes };
}

/** Reads entries to their ends, and no further than they may go. */
export interface EntryReader {
  json(entry: FileEntry | undefined): Promise<Read<Blob>>;
  sound(entry: FileEntry, type: string): Promise<Read<Blob>>;
}

type Read<Content> = { readonly kind: "read"; readonly content: Content } | { readonly kind: "too_large" | "damaged" };

/** So many bytes are unpacked before the page may do something else: what is unpacked already comes without a pause. */
const breath = 1 << 20;

/** A reader that gives `limits.all` bytes in all. */
export function createEntryReader(limits: ImportLimits, signal: AbortSignal): EntryReader {
  let left = limits.all;

  /** What an entry's head says of its size needn't be true. */
  async function read(entry: FileEntry, limit: number, type: string): Promise<Read<Blob>> {
    const room = Math.min(limit, left);
    if (entry.uncompressedSize > room) return { kind: "too_large" };
    // A person agreed to what the heads say: nothing becomes more than that.
    const most = entry.uncompressedSize;
    const sink = createBlobSink();
    const writer = sink.writable.getWriter();
    let size = 0;
    let withoutPause = 0;
    const counted = new WritableStream<Uint8Array>({
      async write(bytes) {
        size += bytes.length;
        if (size > most) throw new ImportError("too_large");
        await writer.write(bytes);
        withoutPause += bytes.length;
        if (withoutPause < breath) return;
        withoutPause = 0;
        await wait(0, signal);
      },
    });
    try {
      await entry.getData(counted, { signal, checkCrc32: true, checkOverlappingEntry: true, useWebWorkers: false });
      left -= size;
      return { kind: "read", content: sink.blob(type) };
    } catch {
      signal.throwIfAborted();
      return { kind: "damaged" };
    }
  }

  return {
    async json(entry) {
      return entry === undefined ? { kind: "damaged" } : read(entry, limits.text, "application/json");
    },
    sound: (entry, type) => read(entry, limits.sound, type),
  };
}
