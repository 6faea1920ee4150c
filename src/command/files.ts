import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isRaw } from "../audio/base/format.ts";
import { casePrefix } from "../conformance/checks/case.ts";
import type { ReportHead, ReportRow } from "../conformance/report/report.ts";
import { sharedFormats, writeReport } from "../conformance/report/write.ts";
import type { CheckRun } from "../conformance/run/run-check.ts";
import { escapeText } from "../contract/escape.ts";
import { CommandError } from "./problem.ts";

/** The files of the reports, by format; `junit.xml` is what CI services look for. */
const names = { json: "report.json", html: "report.html", md: "report.md", xml: "junit.xml" } as const;

/** Where sound lies, below the folder of the reports. */
export const soundFolder = "sound";

/** Stands in the folder of a run. Elsewhere what is called like a report, or `sound`, is anybody's. */
const mark = ".speech-checks";

/** Reads a text without the mark that some editors put in front. */
export async function readText(file: string): Promise<string> {
  return new TextDecoder().decode(await readFile(file));
}

/**
 * Makes the folder of a run's reports; what an earlier run left there goes.
 *
 * @throws {CommandError} where something there has such a name, and isn't a run's; where nothing can be written there.
 */
export async function prepareFolder(folder: string): Promise<void> {
  await emptyFolder(folder).catch(unwritable(folder));
}

function unwritable(folder: string) {
  return (error: unknown): never => {
    if (error instanceof CommandError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`--report: ${folder} can't be written: ${reason}. Name another folder, or make room.`);
  };
}

async function emptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const there = new Set(await readdir(folder));
  const earlier = [...Object.values(names), soundFolder].filter((name) => there.has(name));
  if (earlier[0] !== undefined && !there.has(mark)) {
    const path = join(folder, earlier[0]);
    throw new CommandError(
      `--report: ${path} is no earlier run's, and would be lost. Name another folder, or move it.`,
    );
  }
  for (const name of earlier) await rm(join(folder, name), { recursive: true, force: true });
  await writeFile(join(folder, mark), "");
  await mkdir(join(folder, soundFolder));
}

/** The suite's ids differ in what a file may be called; a case's come out of files, and may differ in anything. */
function fileNameOf(id: string): string {
  const name = id.replace(/[^\w.-]+/g, "_").slice(0, 120);
  if (!id.startsWith(casePrefix) || name === id.replace(casePrefix, "case_")) return name;
  return `${name}-${createHash("sha256").update(id).digest("hex").slice(0, 12)}`;
}

/** Keeps a check's sound as it came; returns its path below the folder, undefined where there is none. */
export async function keepSound(folder: string, id: string, sound: CheckRun["sound"]): Promise<string | undefined> {
  if (sound === undefined) return undefined;
  const { blob, format } = sound;
  const ending = format.codec === "mp3" || format.codec === "wav" ? format.codec : isRaw(format) ? "raw" : "bin";
  const path = `${soundFolder}/${fileNameOf(id)}.${ending}`;
  await writeFile(join(folder, path), new Uint8Array(await blob.arrayBuffer())).catch(unwritable(folder));
  return path;
}

/**
 * Writes a run's reports, each of whose texts `mask` has looked at: in the files as they are written, a secret such as
 * `test` would be a part of their own words.
 */
export async function writeReports(
  folder: string,
  head: ReportHead,
  rows: readonly ReportRow[],
  mask: (text: string) => string,
): Promise<void> {
  const [maskedHead, maskedRows] = [masked(head, mask), masked(rows, mask)];
  for (const format of sharedFormats) {
    const text = writeReport(maskedHead, maskedRows, format, "en");
    await writeFile(join(folder, names[format]), text).catch(unwritable(folder));
  }
}

/** What a report's reader knows by their names: words of our own, and files that we called so. */
const vocabulary = new Set([
  ...["id", "section", "cost", "outcome", "reason", "service", "sound", "soundBefore", "transport", "method"],
  ...["kind", "field", "of", "granularity", "unit", "type", "why", "unjudged"],
]);

function masked<Value>(value: Value, mask: (text: string) => string, name?: string): Value;
function masked(value: unknown, mask: (text: string) => string, name = ""): unknown {
  if (typeof value === "string") return vocabulary.has(name) ? value : mask(value);
  if (Array.isArray(value)) return value.map((inner) => masked(inner, mask));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, masked(inner, mask, key)]));
}

/**
 * Takes secrets out of texts, as they stand and as JSON, XML and HTML write them: a service may say one in an answer.
 */
export function maskOf(secrets: readonly string[]): (text: string) => string {
  const forms = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), escapeText(secret)]);
  return (text) => forms.reduce((masked, form) => masked.replaceAll(form, "…"), text);
}
