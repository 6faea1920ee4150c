import { unspaced } from "../../contract/scripts.ts";
import type { Timestamps, Timing } from "../../contract/timestamps.ts";
import { alignWords, type TextRange } from "./align-words.ts";

/** A word, or a sentence where the service times those, and when it is heard. Seconds. */
export interface SpokenWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Where it stands in the script; absent for a word that isn't in it. Words may share a place. */
  readonly range?: TextRange;
}

/** What of the shown text lights up as one. */
export interface Span extends TextRange {
  /** The words that are heard while it is lit: from `first` to `last`. */
  readonly first: number;
  readonly last: number;
}

/** The words of an answer and the text in which they light up. */
export interface Words {
  readonly granularity: Timestamps["granularity"];
  /** In the order in which they are heard. */
  readonly words: readonly SpokenWord[];
  /** The script, and within it the words that it doesn't hold; only these where nothing fits. */
  readonly text: string;
  /** In the order of the text, which is that of the words. */
  readonly spans: readonly Span[];
}

/** Puts a script and the times of its words together. Undefined where there are no times. */
export function deriveWords(script: string, { granularity, timings }: Timestamps): Words | undefined {
  const heard = timings.filter(({ text }) => text.trim() !== "").sort((one, other) => one.start - other.start);
  if (heard.length === 0) return undefined;
  const ranges = alignWords(script, heard);
  const isOther = ranges.every((range) => range === undefined);
  return {
    granularity,
    words: heard.map(({ text, start, end }, index) => withRange({ text, start, end }, ranges[index])),
    ...layOut(isOther ? "" : script, heard, ranges),
  };
}

/**
 * The span that is lit at a moment: the last one that has begun, so that light doesn't flicker between words. -1 before
 * the first.
 *
 * @param starts see {@link startsOf}
 */
export function spanAt(starts: Float64Array, seconds: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** When each span begins to be heard, in seconds: never earlier than the one before it. */
export function startsOf({ words, spans }: Words): Float64Array {
  return Float64Array.from(spans, ({ first }) => words[first]?.start ?? 0);
}

/**
 * Parts what stands between two words by where its marks stand: at the first (`tail`), at the second (`lead`). Before
 * the first word of a text there is none that they could stand at but that.
 */
export function marksOf(gap: string, isFirst: boolean) {
  const lead = isFirst ? touching(gap) : leadIn(gap);
  const before = gap.slice(0, gap.length - lead.length);
  const tail = isFirst ? "" : marksAtStart(before);
  return { tail, between: before.slice(tail.length), lead };
}

/** What of a gap stands at the word behind it; where no white space parts them only opening brackets and quotes do. */
function leadIn(gap: string): string {
  const lead = touching(gap);
  return lead.length < gap.length ? lead : (/(?<![\p{Ps}\p{Pi}])[\p{Ps}\p{Pi}]+$/u.exec(gap)?.[0] ?? "");
}

function marksAtStart(gap: string): string {
  return /^[^\p{L}\p{N}\s]*/u.exec(gap)?.[0] ?? "";
}

function touching(gap: string): string {
  // Each run of marks is looked through once, not from each of its marks on; likewise where else an end is looked for.
  return /(?<![^\p{L}\p{N}\s])[^\p{L}\p{N}\s]*$/u.exec(gap)?.[0] ?? "";
}

function withRange(word: SpokenWord, range: TextRange | undefined): SpokenWord {
  return range === undefined ? word : { ...word, range };
}

/** The shown text, and where each word lights up in it. */
function layOut(
  script: string,
  heard: readonly Timing[],
  ranges: readonly (TextRange | undefined)[],
): Pick<Words, "text" | "spans"> {
  const parts: string[] = [];
  const spans: Span[] = [];
  let length = 0;
  let cursor = 0;
  const add = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, { text }] of heard.entries()) {
    const range = ranges[index];
    const before = spans.at(-1);
    if (range !== undefined && before !== undefined && range === ranges[index - 1]) {
      spans[spans.length - 1] = { ...before, last: index };
      continue;
    }
    if (range === undefined) {
      const last = parts.at(-1) ?? "";
      if (last !== "" && needsSpace(last, text)) add(" ");
      spans.push({ start: length, end: length + text.length, first: index, last: index });
      add(text);
    } else {
      add(script.slice(cursor, range.start));
      spans.push({ start: length, end: length + range.end - range.start, first: index, last: index });
      add(script.slice(range.start, range.end));
      cursor = range.end;
    }
  }
  add(script.slice(cursor));
  return { text: parts.join(""), spans };
}

/** Scripts that don't part their words don't get spaces from us either. */
function needsSpace(before: string, word: string): boolean {
  return !/\s$/u.test(before) && !(unspaced.test(before.slice(-1)) && unspaced.test(word.charAt(0)));
}
