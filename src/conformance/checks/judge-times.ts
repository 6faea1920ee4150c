import { unspaced } from "../../contract/scripts.ts";
import { overhang, type TimesAsTold } from "../../contract/timestamps.ts";
import type { Observation } from "./observation.ts";

/** So much of the sound the times must reach over, and before that share of it they must begin. */
const half = 0.5;

/**
 * What is wrong in an answer's times; undefined where nothing is. They are judged as they were told, since putting them
 * in order would hide what is wrong.
 *
 * @param duration the length of the sound that they belong to, in seconds.
 */
export function flawInTimes(
  { timings = [], granularity, told = [], unit, script }: Observation,
  wanted: "word" | "sentence" | undefined,
  duration: number | undefined,
): string | undefined {
  const documents: readonly TimesAsTold[] = told.length > 0 ? told : [{ entries: timings, unit: undefined }];
  for (const [at, { entries, unit: claimed }] of documents.entries()) {
    if (at > 0 && JSON.stringify(entries) === JSON.stringify(documents[at - 1]?.entries)) return "2 ×";
    let before = 0;
    for (const { start, end } of entries) {
      if (!(start >= before && end >= start)) return `${start}–${end}`;
      before = start;
    }
    if (claimed !== undefined && unit !== undefined && claimed !== unit) return `${claimed}: ${unit}`;
  }
  // Not as the arguments of one call: there may be more times than a call takes.
  const first = timings.reduce((least, { start }) => Math.min(least, start), Infinity);
  const last = timings.reduce((most, { end }) => Math.max(most, end), -Infinity);
  if (duration !== undefined) {
    const over = last <= duration + overhang && last >= duration * half && first <= duration * half;
    if (!over) return `${rounded(duration)} s`;
  }
  if (wanted === undefined) return undefined;
  if (granularity !== wanted && granularity !== "unknown") return granularity ?? "";
  return fitsCount(timings.length, script ?? "", wanted) ? undefined : `${timings.length} × ${wanted}`;
}

/** Whether there are about as many times as words, or fewer where they are of sentences. */
function fitsCount(times: number, script: string, wanted: "word" | "sentence"): boolean {
  const words = script.match(/[\p{L}\p{M}\p{N}'’-]+/gu)?.length ?? 0;
  // Words without a space between them can't be counted.
  if (unspaced.test(script) || words < 2) return true;
  return wanted === "word" ? times >= words / 2 : times < words;
}

/** To the thousandth, without zeros at the end. */
export function rounded(value: number): string {
  return String(Math.round(value * 1_000) / 1_000);
}
