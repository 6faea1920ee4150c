import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { likenessOf } from "../audio/analysis/measures/likeness.ts";
import {
  type Baseline,
  type BaselineEntry,
  figuresMoved,
  readBaseline,
  rowBeside,
} from "../conformance/report/baseline.ts";
import type { ReportRow } from "../conformance/report/report.ts";
import type { CheckRun } from "../conformance/run/run-check.ts";
import { parseJson } from "../contract/json.ts";
import { measure } from "./measure.ts";
import { CommandError } from "./problem.ts";

/** So alike a sound has to be to that of the baseline, from -1 to 1: other words or another voice are less. */
const leastLikeness = 0.9;

/** Reads the JSON report of an earlier run. Throws `CommandError` where it is none. */
export async function openBaseline(file: string): Promise<Baseline> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`--baseline: ${file} can't be read: ${reason}. Name the report.json of an earlier run.`);
  });
  const baseline = readBaseline(parseJson(text));
  if (baseline === undefined) {
    throw new CommandError(`--baseline: ${file} is no JSON report of checks. Name the report.json of an earlier run.`);
  }
  return baseline;
}

/** A row beside what it was in the baseline in `file`, whose sounds lie beside that. */
export async function besideBaseline(
  row: ReportRow,
  sound: CheckRun["sound"],
  baseline: Baseline,
  file: string,
): Promise<ReportRow> {
  const entry = baseline.entries.get(row.check.id);
  if (entry?.last === undefined || row.record === undefined) return row;
  const moved = figuresMoved(entry.last, row.record.last, "en");
  return rowBeside(row, entry, [...moved, ...(await soundMoved(sound, entry, dirname(file)))]);
}

/** What is said of a sound that isn't like the baseline's; nothing where one of the two isn't there. */
async function soundMoved(sound: CheckRun["sound"], { sound: path }: BaselineEntry, folder: string) {
  if (sound === undefined || path === undefined) return [];
  const earlier = await readFile(join(folder, path)).catch(() => undefined);
  if (earlier === undefined) return [`Sound: the baseline's file ${path} can't be read, so that nothing is compared.`];
  const { blob, format } = sound;
  const now = new Uint8Array(await blob.arrayBuffer());
  if (sha256(now) === sha256(earlier)) return [];
  const { signal } = new AbortController();
  const before = await measure(new Blob([new Uint8Array(earlier)]), format, signal).catch(() => undefined);
  const after = await measure(blob, format, signal).catch(() => undefined);
  if (before === undefined || after === undefined)
    return ["Sound: not the baseline's bytes, and can't be listened to."];
  const likeness = likenessOf(before.voice.windows, after.voice.windows) ?? 0;
  return likeness >= leastLikeness
    ? []
    : [`Sound: its likeness to the baseline's is ${likeness.toFixed(2)}, at least ${leastLikeness} is expected`];
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
