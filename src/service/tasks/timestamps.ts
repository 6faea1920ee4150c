import type { SentenceTiming, Timing } from "../synthesis/synthesizer.ts";
import type { SegmentTimes } from "./placing.ts";

export const granularities = ["word", "sentence"] as const;
export type Granularity = (typeof granularities)[number];

/** The times of one segment after the other, so that memory doesn't grow with the text. */
export type TimesInTurn = AsyncIterable<SegmentTimes> | Iterable<SegmentTimes>;

/**
 * The timestamps document of a task (section 2.6), piece by piece: its structure isn't shown in the document, this one
 * is ours. Times are seconds from the start of the decoded audio, to the millisecond; `text_offset` counts characters.
 */
export async function* timestampsDocument(granularity: Granularity, times: TimesInTurn): AsyncGenerator<string> {
  yield `{"granularity":"${granularity}","unit":"seconds","timestamps":[`;
  let comma = "";
  for await (const entry of entriesOf(granularity, times)) {
    yield comma + JSON.stringify(entry);
    comma = ",";
  }
  yield "]}";
}

async function* entriesOf(granularity: Granularity, times: TimesInTurn): AsyncGenerator<object> {
  if (granularity === "word") {
    for await (const { words } of times) for (const timing of words) yield { word: timing.word, ...timesOf(timing) };
  } else {
    for await (const timing of wholeSentences(times)) yield { sentence: timing.sentence, ...timesOf(timing) };
  }
}

/** Sentences with those put together again that were spoken in two segments or more. */
async function* wholeSentences(times: TimesInTurn): AsyncGenerator<SentenceTiming> {
  let open: SentenceTiming | undefined;
  for await (const { sentences, continues } of times) {
    for (const [index, sentence] of sentences.entries()) {
      if (open !== undefined && index === 0 && continues === true) {
        const gap = " ".repeat(Math.max(0, sentence.textOffset - open.textOffset - Array.from(open.sentence).length));
        open = { ...open, sentence: open.sentence + gap + sentence.sentence, end: sentence.end };
        continue;
      }
      if (open !== undefined) yield open;
      open = sentence;
    }
  }
  if (open !== undefined) yield open;
}

function timesOf({ start, end, textOffset }: Timing) {
  return { start: toMilliseconds(start), end: toMilliseconds(end), text_offset: textOffset };
}

/** Seconds, rounded to the millisecond. */
export function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
