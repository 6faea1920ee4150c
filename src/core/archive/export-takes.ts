import { mediaTypeOf } from "../../audio/base/format.ts";
import { playableFileOf } from "../../audio/formats/playable-file.ts";
import { removed } from "../../contract/clean.ts";
import type { TakeRow, TakeSound } from "../takes/take.ts";
import { type BlobSink, base64Of, createBlobSink } from "./blob-sink.ts";
import { csvHead, csvTake } from "./csv.ts";
import { byteOrderMark } from "./csv-line.ts";
import { harEntries, harFrame, soundMark } from "./har.ts";
import { type LeavingTake, leavingTake, writeJson } from "./take-files.ts";
import { type ReportTexts, reportHead, reportSoundLimit, reportTail, reportTake } from "./takes-report.ts";
import { type ExportOrigin, type LeftOut, type TakeSource, zipTakes } from "./zip-takes.ts";

/** The files that takes can leave as. */
export const exportFormats = ["zip", "html", "csv", "har"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What one can choose for a file. */
export interface ExportChoice {
  readonly format: ExportFormat;
  /** HAR: whether the sounds come along, as base64. */
  readonly withSound: boolean;
  /** CSV: whether it begins with a byte order mark, by which Excel knows the encoding. */
  readonly forExcel: boolean;
}

export interface ExportOptions {
  readonly source: TakeSource;
  readonly origin: ExportOrigin;
  /** Where requests go whose service isn't known. */
  readonly pageOrigin: string;
  readonly report: ReportTexts;
  readonly signal: AbortSignal;
  /** Called when a take is done, with the number of them. */
  readonly onTake: (done: number) => void;
}

/** A file that is ready to be saved. */
export interface Exported {
  readonly blob: Blob;
  readonly leftOut: LeftOut;
}

const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  zip: "application/zip",
  html: "text/html;charset=utf-8",
  csv: "text/csv;charset=utf-8",
  har: "application/json",
};

/** Makes one file of takes, one take at a time. Throws the signal's reason when it is ended. */
export async function exportTakes(
  rows: readonly TakeRow[],
  choice: ExportChoice,
  options: ExportOptions,
): Promise<Exported> {
  const { source, origin, signal, onTake } = options;
  const sink = createBlobSink();
  const blob = () => sink.blob(mediaTypes[choice.format]);
  if (choice.format === "zip") {
    const leftOut = await zipTakes(sink.writable, rows, source, origin, signal, onTake);
    return { blob: blob(), leftOut };
  }
  const writer = writers[choice.format](sink, choice, options);
  const leftOut = { takes: 0, sounds: 0, cleaned: 0 };
  for (const [index, row] of rows.entries()) {
    signal.throwIfAborted();
    const details = await source.details(row.id);
    if (details === undefined) leftOut.takes++;
    else {
      const leaving = leavingTake(row, details);
      if (writeJson(leaving).includes(removed)) leftOut.cleaned++;
      if (!(await writer.take(leaving))) leftOut.sounds++;
    }
    onTake(index + 1);
  }
  writer.end();
  return { blob: blob(), leftOut };
}

interface Writer {
  /** False where the take's sound should have come along and didn't. */
  take(take: LeavingTake): Promise<boolean>;
  end(): void;
}

type WriterMaker = (sink: BlobSink, choice: ExportChoice, options: ExportOptions) => Writer;

const writers: Readonly<Record<Exclude<ExportFormat, "zip">, WriterMaker>> = {
  csv(sink, { forExcel }) {
    sink.write((forExcel ? byteOrderMark : "") + csvHead());
    return {
      async take(take) {
        sink.write(csvTake(take));
        return true;
      },
      end: () => {},
    };
  },
  har(sink, { withSound }, { source, origin, pageOrigin, signal }) {
    const { head, tail } = harFrame(origin.by);
    let first = true;
    sink.write(head);
    return {
      async take(take) {
        const sound = withSound ? await source.sound(take.row.id) : undefined;
        let isIn = !withSound || take.row.sound === "none";
        for (const entry of harEntries(take, pageOrigin, sound !== undefined)) {
          const [before = "", after] = entry.split(JSON.stringify(soundMark));
          sink.write((first ? "\n" : ",\n") + before);
          first = false;
          if (after === undefined || sound === undefined) continue;
          sink.write('"');
          await writeBase64(sink, sound.blob, signal);
          sink.write(`"${after}`);
          isIn = true;
        }
        return isIn;
      },
      end: () => sink.write(`\n${tail}\n`),
    };
  },
  html(sink, _, { source, report, signal }) {
    let left = reportSoundLimit;
    sink.write(reportHead(report));
    return {
      async take(take) {
        const kept = await source.sound(take.row.id);
        const sound = kept === undefined ? undefined : playable(kept);
        const fits = sound !== undefined && sound.size <= left;
        if (fits) left -= sound.size;
        const had = sound !== undefined || take.row.sound !== "none";
        const part = fits ? { mediaType: sound.type } : had ? "left_out" : undefined;
        const { before, after } = reportTake(take, report, part);
        sink.write(before);
        if (fits) await writeBase64(sink, sound, signal);
        sink.write(after);
        return fits || !had;
      },
      end: () => sink.write(reportTail),
    };
  },
};

/** Writes a file as base64. Throws the signal's reason when it is ended. */
export async function writeBase64(sink: BlobSink, blob: Blob, signal: AbortSignal): Promise<void> {
  for await (const text of base64Of(blob)) {
    signal.throwIfAborted();
    sink.write(text);
  }
}

/** A browser plays samples without a header once they have one. */
export function playable(sound: TakeSound): Blob {
  const { format, blob } = sound;
  const file = playableFileOf(sound);
  return file === blob ? new Blob([blob], { type: mediaTypeOf(format) }) : file;
}
