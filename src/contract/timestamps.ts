import * as z from "zod/mini";
import { isJsonObject, property } from "./json.ts";

/** One word or sentence and when it is heard, in seconds from the start of the audio. */
export interface Timing {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Where it stands in the request's text, when the service says so. */
  readonly textOffset?: number;
}

/** A timestamps document in any of the shapes known; its structure is not shown in the document (section 2.6). */
export interface Timestamps {
  readonly granularity: "word" | "sentence" | "unknown";
  /** The unit of the numbers as they came. */
  readonly unit: "seconds" | "milliseconds";
  readonly timings: readonly Timing[];
  readonly raw: unknown;
}

const time = z.number().check(z.gte(0));
const entrySchema = z.looseObject({
  word: z.optional(z.string()),
  sentence: z.optional(z.string()),
  text: z.optional(z.string()),
  start: time,
  end: time,
  text_offset: z.catch(z.optional(z.number()), undefined),
});
type Entry = z.infer<typeof entrySchema>;

const listKeys = ["timestamps", "words", "sentences", "message"] as const;

/**
 * Reads a timestamps document: a bare array, or an array under `timestamps`, `words`, `sentences`, `message` or else
 * any other key. Never throws; what holds no usable entry has no timings.
 *
 * Some services count in seconds and others in milliseconds. The unit is the one in which somebody can speak so fast,
 * whatever the document claims: sound that still comes, or was cut, is no measure. Where nobody speaks so, it is the
 * one in which the last end comes closest to the sound's, then the one that the document claims.
 *
 * @param durationSeconds the decoded audio's length
 */
export function parseTimestamps(value: unknown, durationSeconds?: number): Timestamps {
  return timestampsOf(value, findEntries(value), durationSeconds, value);
}

/**
 * Reads what the `progress` frames of one answer say together (section 6): each may hold further words, or all up to
 * then. The words stand in the order in which they are heard, each once. `raw` is the frames as they came. Never
 * throws.
 */
export function parseProgress(frames: readonly unknown[], durationSeconds?: number): Timestamps {
  const entries = new Map<string, Entry>();
  for (const frame of frames) {
    for (const entry of findEntries(frame)) entries.set(`${entry.start} ${textOf(entry)}`, entry);
  }
  const inOrder = [...entries.values()].sort((one, other) => one.start - other.start);
  return timestampsOf(frames[0], inOrder, durationSeconds, frames.length === 1 ? frames[0] : frames);
}

/** How much behind the sound's end a last word may end, in seconds: an encoder's delay, and rounding. */
export const overhang = 0.25;

/** A time as it stands in an answer, in the answer's own unit and however odd; not a number where there is none. */
interface ToldTime {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A timestamps document as it was told, before it is put in order: what is wrong in it is still to be seen. */
export interface TimesAsTold {
  readonly entries: readonly ToldTime[];
  readonly unit: string | undefined;
}

/** Reads what a document or a `progress` frame tells, entry by entry, readable or not. Never throws. */
export function timesAsTold(value: unknown): TimesAsTold {
  const numberOf = (item: unknown, key: string): number => {
    const number = property(item, key);
    return typeof number === "number" ? number : Number.NaN;
  };
  const wordOf = (item: unknown): string =>
    ["word", "sentence", "text"].map((key) => property(item, key)).find((text) => typeof text === "string") ?? "";
  const list = listsOf(value).find((items) => items.some((item) => property(item, "start") !== undefined)) ?? [];
  const unit = property(value, "unit");
  return {
    entries: list.map((item) => ({ text: wordOf(item), start: numberOf(item, "start"), end: numberOf(item, "end") })),
    unit: typeof unit === "string" ? unit : undefined,
  };
}

function timestampsOf(
  value: unknown,
  entries: readonly Entry[],
  durationSeconds: number | undefined,
  raw: unknown,
): Timestamps {
  const unit = unitOf(value, entries, durationSeconds);
  // Divided, because a product with 0.001 is not the nearest number: 1001 × 0.001 is 1.0010000000000001.
  const perSecond = unit === "seconds" ? 1 : 1_000;
  return {
    granularity: granularityOf(value, entries),
    unit,
    timings: entries.map((entry) => ({
      text: textOf(entry),
      start: entry.start / perSecond,
      end: Math.max(entry.start, entry.end) / perSecond,
      ...(entry.text_offset === undefined ? {} : { textOffset: entry.text_offset }),
    })),
    raw,
  };
}

function textOf({ word, sentence, text }: Entry): string {
  return word ?? sentence ?? text ?? "";
}

function findEntries(value: unknown): readonly Entry[] {
  for (const list of listsOf(value)) {
    const entries = list.flatMap(readEntry);
    if (entries.length > 0) return entries;
  }
  return [];
}

/** The lists in which entries may stand, the likeliest first. */
function listsOf(value: unknown): readonly (readonly unknown[])[] {
  const others = isJsonObject(value) ? Object.values(value) : [];
  const lists = Array.isArray(value) ? [value] : [...listKeys.map((key) => property(value, key)), ...others];
  return lists.filter((list) => Array.isArray(list));
}

function readEntry(item: unknown): readonly Entry[] {
  const parsed = entrySchema.safeParse(item);
  return parsed.success ? [parsed.data] : [];
}

/** How many characters somebody may say in a second: never in both units, since they lie a thousand times apart. */
const [slowest, fastest] = [0.5, 200];

function unitOf(value: unknown, entries: readonly Entry[], durationSeconds: number | undefined): Timestamps["unit"] {
  const spoken = entries.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0);
  const perTime = entries.reduce((sum, entry) => sum + textOf(entry).length, 0) / spoken;
  if (isPace(perTime)) return "seconds";
  if (isPace(perTime * 1_000)) return "milliseconds";
  const last = entries.reduce((latest, entry) => Math.max(latest, entry.end), 0);
  if (durationSeconds !== undefined && durationSeconds > 0 && last > 0) {
    const asSeconds = Math.abs(Math.log(last / durationSeconds));
    const asMilliseconds = Math.abs(Math.log(last / 1000 / durationSeconds));
    return asSeconds <= asMilliseconds ? "seconds" : "milliseconds";
  }
  return property(value, "unit") === "milliseconds" ? "milliseconds" : "seconds";
}

function isPace(charactersPerSecond: number): boolean {
  return charactersPerSecond >= slowest && charactersPerSecond <= fastest;
}

function granularityOf(value: unknown, entries: readonly Entry[]): Timestamps["granularity"] {
  const claimed = property(value, "granularity");
  if (claimed === "word" || claimed === "sentence") return claimed;
  if (entries.some((entry) => entry.word !== undefined)) return "word";
  return entries.some((entry) => entry.sentence !== undefined) ? "sentence" : "unknown";
}
