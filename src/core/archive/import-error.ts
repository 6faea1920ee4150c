import { NotDoneError } from "../page/load-part.ts";

/** Why a file, or a part of one, was not taken. `part_missing`: of the page itself something didn't load. */
const importProblems = [
  "not_a_zip",
  "unreadable",
  "part_missing",
  "failed",
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

  constructor(readonly problem: ImportProblem) {
    super(`The file can't be imported: ${problem}.`);
  }
}

/** Whether a file isn't there any more, or the browser may not read it: its own errors say so. */
function isGone(error: unknown): boolean {
  return error instanceof DOMException && ["NotReadableError", "NotFoundError", "SecurityError"].includes(error.name);
}

/** What is said of an error; what nobody foresaw says nothing about the file. */
export function problemOf(error: unknown): ImportProblem {
  if (error instanceof NotDoneError) return "part_missing";
  if (error instanceof ImportError) return error.problem;
  return isGone(error) ? "unreadable" : "failed";
}
