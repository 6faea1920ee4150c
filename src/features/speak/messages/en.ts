import { numbersOf } from "../../../core/messages/numbers.ts";

const { integer } = numbersOf("en");

/** What is said before a long text is spoken, in English. */
export const en = {
  /** A script that is longer than one request takes. */
  parts: (count: number, limit: number) =>
    `Longer than the ${integer(limit)} characters of one request: it goes out as ${integer(count)} requests, one ` +
    "after the other, divided at the ends of sentences, and becomes one take with one audio file and captions.",
  seconds: (seconds: number) => `About ${integer(seconds)} s of audio.`,
  minutes: (minutes: number) => `About ${integer(minutes)} min of audio.`,
};

export type LongTextMessages = typeof en;
