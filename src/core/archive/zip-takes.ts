import { BlobReader, type TempStream, TextReader, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js";
import { fileEndingOf } from "../../audio/base/format.ts";
import { removed } from "../../contract/clean.ts";
import { programmeName } from "../programme/programme-name.ts";
import type { TakeLibrary } from "../takes/library.ts";
import type { TakeRow } from "../takes/take.ts";
import { createBlobSink } from "./blob-sink.ts";
import { folderNameOf } from "./names.ts";
import { leavingTake, takeFiles, writeJson, writeTake } from "./take-files.ts";

/** What a file with takes says of itself, at its top. */
export const manifestName = "manifest.json";
export const manifestFormat = "speech-playground-takes";
export const manifestVersion = 1;

/**
 * Shorter texts, in UTF-16 units, are stored as they are: a compressor for each of thousands takes longer than it
 * saves.
 */
const worthCompressing = 4_000;

export type TakeSource = Pick<TakeLibrary, "details" | "sound">;

/** Who makes an export, and when. */
export interface ExportOrigin {
  /** Name and version of the program. */
  readonly by: string;
  readonly made: Date;
}

/** What could not leave, or not as it was. */
export interface LeftOut {
  /** Takes whose details are gone. */
  readonly takes: number;
  /** Sounds that are not here: too large to be kept, or removed. */
  readonly sounds: number;
  /** Takes in which something was replaced because it must not leave. */
  readonly cleaned: number;
}

/**
 * Writes takes into `writable` as a zip: a folder for each, and a manifest at the top. The sound stands in it byte for
 * byte and uncompressed. One take at a time is held, whatever their number. Throws the signal's reason when it is
 * ended.
 *
 * @param onTake called when a take is done, with the number of them.
 * @param programme what comes along as a programme (see `leavingProgramme`).
 */
export async function zipTakes(
  writable: WritableStream<Uint8Array>,
  rows: readonly TakeRow[],
  source: TakeSource,
  { by, made }: ExportOrigin,
  signal: AbortSignal,
  onTake: (done: number) => void,
  programme?: unknown,
): Promise<LeftOut> {
  // Written when it is whole, an entry begins with its size and checksum; many programs that read a zip from its
  // beginning take no others that aren't compressed.
  const zip = new ZipWriter(writable, { useWebWorkers: false, extendedTimestamp: false, bufferedWrite: true });
  const list: unknown[] = [];
  const leftOut = { takes: 0, sounds: 0, cleaned: 0 };

  const addText = (name: string, text: string, time: number) =>
    zip.add(name, new TextReader(text), {
      level: text.length < worthCompressing ? 0 : 6,
      lastModDate: dateOf(time),
      signal,
    });

  for (const [index, row] of rows.entries()) {
    signal.throwIfAborted();
    const [details, sound] = await Promise.all([source.details(row.id), source.sound(row.id)]);
    if (details === undefined) {
      leftOut.takes++;
      onTake(index + 1);
      continue;
    }
    const hasSound = sound !== undefined;
    if (!hasSound && row.sound !== "none") leftOut.sounds++;
    const state = hasSound || row.sound === "remote" || row.sound === "none" ? row.sound : "removed";
    const leaving = leavingTake({ ...row, sound: state, ...(hasSound ? { format: sound.format } : {}) }, details);
    const folder = folderNameOf(leaving.row, index + 1);
    const file = hasSound ? `sound${fileEndingOf(sound.format)}` : undefined;
    const files = writeTake(leaving);
    let cleaned = false;
    for (const key of ["take", "request", "answer", "times"] as const) {
      const text = writeJson(files[key]);
      cleaned ||= text.includes(removed);
      await addText(`takes/${folder}/${takeFiles[key]}`, text, row.created);
    }
    if (cleaned) leftOut.cleaned++;
    if (hasSound && file !== undefined) {
      const options = { level: 0, lastModDate: dateOf(row.created), signal, createTempStream: holdEntry };
      await zip.add(`takes/${folder}/${file}`, new BlobReader(sound.blob), options);
    }
    list.push({ id: row.id, folder: `takes/${folder}`, sound: file, cleaned: cleaned || undefined });
    onTake(index + 1);
  }
  if (programme !== undefined) await addText(programmeName, writeJson(programme), made.getTime());
  const manifest = { format: manifestFormat, version: manifestVersion, made: made.toISOString(), by, takes: list };
  await addText(manifestName, writeJson(manifest), made.getTime());
  await zip.close();
  return leftOut;
}

/** Where an entry stands until it is whole; of a long sound, memory holds a part. */
function holdEntry(): TempStream {
  const sink = createBlobSink();
  return {
    writable: sink.writable,
    get readable() {
      return sink.blob("").stream();
    },
  };
}

/** Zip knows the years from 1980 to 2107 only. */
function dateOf(time: number): Date {
  return new Date(Math.min(Math.max(time, Date.UTC(1980, 0, 2)), Date.UTC(2107, 0, 1)));
}
