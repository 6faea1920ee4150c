import { cleanRows, type ReportHead, type ReportRow, tableOf } from "../../conformance/report/report.ts";
import { sharedFormats, writeReport as writeShared } from "../../conformance/report/write.ts";
import type { InterfaceLanguage } from "../../contract/language.ts";
import { csvLine } from "../../core/archive/csv-line.ts";

export const reportFormats = [...sharedFormats, "csv"] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** A whole report as a file: what the command line writes, and a table for a spreadsheet. */
export function writeReport(
  head: ReportHead,
  rows: readonly ReportRow[],
  format: ReportFormat,
  language: InterfaceLanguage,
): string {
  if (format === "csv") return tableOf(cleanRows(rows), language).map(csvLine).join("");
  return writeShared(head, rows, format, language);
}
