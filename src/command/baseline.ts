import { copyFile, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Baseline, baselineOf, entryFor, figuresMoved, rowBeside } from "../conformance/report/baseline.ts";
import { readReport } from "../conformance/report/read.ts";
import type { ReportRow } from "../conformance/report/report.ts";
import { soundMoved } from "../conformance/report/sound-moved.ts";
import type { CheckRun } from "../conformance/run/run-check.ts";
import { parseJson } from "../contract/json.ts";
import { readText, soundFolder } from "./files.ts";
import { measure } from "./measure.ts";
import type { Options } from "./options.ts";
import { CommandError } from "./problem.ts";

/** Reads the JSON report of an earlier run. Throws `CommandError` where it is none. */
export async function openBaseline(file: string): Promise<Baseline> {
  const text = await readText(file).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`--baseline: ${file} can't be read: ${reason}. Name the report.json of an earlier run.`);
  });
  const report = readReport(parseJson(text));
  if (report === undefined) {
    throw new CommandError(`--baseline: ${file} is no JSON report of checks. Name the report.json of an earlier run.`);
  }
  return baselineOf(report.head, report.rows);
}

/**
 * A row beside what it was in the baseline in `file`, whose sounds lie beside that. A sound that has moved comes to the
 * one of this run in the folder `report`, so that both can be heard.
 */
export async function besideBaseline(
  row: ReportRow,
  sound: CheckRun["sound"],
  baseline: Baseline,
  { baseline: file = "", likeness, report }: Pick<Options, "baseline" | "likeness" | "report">,
): Promise<ReportRow> {
  const entry = entryFor(row, baseline);
  const before = entry?.record?.last;
  if (before === undefined || row.record === undefined) return row;
  const moved = figuresMoved(before, row.record.last, "en");
  const path = entry?.sound;
  const other = await movedBeside(sound, path, dirname(file), likeness);
  const beside = rowBeside(row, entry, [...moved, ...other]);
  if (path === undefined || beside.moved === undefined) return beside;
  const soundBefore = `${soundFolder}/before-${basename(path)}`;
  const isThere = await copyFile(join(dirname(file), path), join(report, soundBefore)).then(
    () => true,
    () => false,
  );
  return isThere ? { ...beside, soundBefore } : beside;
}

/** What is said of a sound that isn't like the baseline's; nothing where one of the two isn't there. */
async function movedBeside(
  sound: CheckRun["sound"],
  path: string | undefined,
  folder: string,
  likeness: number | undefined,
) {
  if (sound === undefined || path === undefined) return [];
  const earlier = await readFile(join(folder, path)).catch(() => undefined);
  if (earlier === undefined) return [`Sound: the baseline's file ${path} can't be read, so that nothing is compared.`];
  const before = { blob: new Blob([new Uint8Array(earlier)]), format: sound.format };
  return soundMoved(sound, before, measure, "en", likeness);
}
