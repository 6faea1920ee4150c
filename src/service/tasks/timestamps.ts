import { open } from "node:fs/promises";
import type { SynthesisResult, Timing } from "../synthesis/synthesizer.ts";
import { Appender } from "./sound-file.ts";

export const granularities = ["word", "sentence"] as const;
export type Granularity = (typeof granularities)[number];

/**
 * Writes the timestamps document of a task (section 2.6): its structure isn't shown in the document, this one is ours.
 * Times are seconds from the start of the decoded audio, to the millisecond; `text_offset` counts characters.
 */
export async function writeTimestamps(path: string, granularity: Granularity, result: SynthesisResult): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    const body = new Appender(file, 0);
    const add = (text: string): Promise<void> => body.add(Buffer.from(text));
    await add(`{"granularity":"${granularity}","unit":"seconds","timestamps":[`);
    let comma = "";
    for (const entry of entriesOf(granularity, result)) {
      await add(comma + JSON.stringify(entry));
      comma = ",";
    }
    await add("]}");
    await body.flush();
    await file.sync();
  } finally {
    await file.close();
  }
}

function* entriesOf(granularity: Granularity, { words, sentences }: SynthesisResult): Generator<object> {
  if (granularity === "word") for (const timing of words) yield { word: timing.word, ...timesOf(timing) };
  else for (const timing of sentences) yield { sentence: timing.sentence, ...timesOf(timing) };
}

function timesOf({ start, end, textOffset }: Timing) {
  return { start: toMilliseconds(start), end: toMilliseconds(end), text_offset: textOffset };
}

/** Seconds, rounded to the millisecond. */
export function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
