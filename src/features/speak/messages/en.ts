import { numbersOf } from "../../../core/messages/numbers.ts";

const { integer } = numbersOf("en");

/** What is said before a long text is spoken, in English. */
export const en = {
  /** A script that is longer than one request takes. */
  parts: (count: number, limit: number) =>
    `The script is longer than one request takes (${integer(limit)} characters). It is divided at the ends of ` +
    `sentences and sent as ${integer(count)} requests, one after the other. They become one take, with one audio ` +
    "file and captions.",
  seconds: (seconds: number) => `About ${integer(seconds)} s of audio.`,
  minutes: (minutes: number) => `About ${integer(minutes)} min of audio.`,
};

export type LongTextMessages = typeof en;
