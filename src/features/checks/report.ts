import { type ReadReport, readReport } from "../../conformance/report/read.ts";
import { cleanRows, type ReportHead, type ReportRow, tableOf } from "../../conformance/report/report.ts";
import { sharedFormats, writeReport as writeShared } from "../../conformance/report/write.ts";
import type { InterfaceLanguage } from "../../contract/language.ts";
import { byteOrderMark, csvLine } from "../../core/archive/csv-line.ts";
import { createFilesReader, type FilesReader } from "../../core/archive/files-reader.ts";

export const reportFormats = [...sharedFormats, "csv"] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** A whole report as a file: what the command line writes, and a table for a spreadsheet. */
export function writeReport(
  head: ReportHead,
  rows: readonly ReportRow[],
  format: ReportFormat,
  language: InterfaceLanguage,
): string {
  if (format === "csv") return byteOrderMark + tableOf(cleanRows(rows), language).map(csvLine).join("");
  return writeShared(head, rows, format, language);
}

/** The most that a report's file may have, in bytes. The whole built-in suite's has some ten million. */
const largestReport = 64_000_000;

/** Reads a JSON report; undefined for another kind of file. The page goes on meanwhile. */
export async function openReport(
  file: Blob,
  files: Pick<FilesReader, "document" | "close"> = createFilesReader(),
): Promise<ReadReport | "too_large" | undefined> {
  try {
    if (file.size > largestReport) return "too_large";
    const { content, damage } = await files.document(file);
    return damage === "too_large" ? "too_large" : readReport(content);
  } catch {
    return undefined;
  } finally {
    files.close();
  }
}
