import { countCharacters } from "../../contract/characters.ts";
import type { Timing } from "../../contract/timestamps.ts";
import { alignWords, type TextRange } from "./align-words.ts";
import { type Pronunciations, type Respelled, type Respelling, respell } from "./pronunciations.ts";

/**
 * The times of a script's own words, where others were sent for some of them: what was heard for one of these is one
 * word again, as it is written. Offsets become those of the script, in code points.
 */
export function writtenTimings(
  script: string,
  pronunciations: Pronunciations,
  timings: readonly Timing[],
): readonly Timing[] {
  const { text, places } = respell(script, pronunciations);
  if (places.length === 0) return timings;
  const heard = [...timings].sort((one, other) => one.start - other.start);
  const ranges = alignWords(text, heard);
  const written: Timing[] = [];
  const offsets = createCounter(script);
  /** Where the last word stands, if it is one that was spelled otherwise. */
  let last: TextRange | undefined;
  let nextPlace = 0;
  for (const [index, { textOffset, ...timing }] of heard.entries()) {
    const sent = ranges[index];
    if (sent === undefined) {
      written.push(timing);
      continue;
    }
    const range = writtenRange(places, sent);
    while ((places[nextPlace]?.to ?? Number.POSITIVE_INFINITY) <= sent.start) nextPlace++;
    const isRespelled = (places[nextPlace]?.from ?? Number.POSITIVE_INFINITY) < sent.end;
    const before = written.at(-1);
    if (isRespelled && last !== undefined && before !== undefined && range.start < last.end) {
      last = { start: last.start, end: Math.max(last.end, range.end) };
      const joined = { ...before, text: script.slice(last.start, last.end), end: Math.max(before.end, timing.end) };
      written[written.length - 1] = joined;
      continue;
    }
    last = isRespelled ? range : undefined;
    written.push({
      ...timing,
      ...(isRespelled ? { text: script.slice(range.start, range.end) } : {}),
      ...(textOffset === undefined ? {} : { textOffset: offsets(range.start) }),
    });
  }
  return written;
}

/** Counts the code points in front of an offset in UTF-16 units; offsets that grow are counted on. */
function createCounter(text: string): (unit: number) => number {
  let [counted, at] = [0, 0];
  return (unit) => {
    if (unit < at) [counted, at] = [0, 0];
    counted += countCharacters(text.slice(at, unit));
    at = unit;
    return counted;
  };
}

/** Where a stretch of what is sent stands in the script: words that are spelled otherwise stand there whole. */
export function writtenRange(places: Respelled["places"], { start, end }: TextRange): TextRange {
  const first = placeAt(places, start);
  const last = placeAt(places, end - 1);
  return {
    start: first === undefined ? start : start < first.to ? first.start : first.end + start - first.to,
    end: last === undefined ? end : end <= last.to ? last.end : last.end + end - last.to,
  };
}

/** The last of the places that begin at an offset of what is sent, or before it. */
function placeAt(places: Respelled["places"], offset: number): Respelling | undefined {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle]?.from ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return places[low - 1];
}
