import { type ReadReport, readReport } from "../../conformance/report/read.ts";
import { createFilesReader, type FilesReader } from "../../core/archive/files-reader.ts";

/** The most that a report's file may have, in bytes. The whole built-in suite's has a few million. */
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
