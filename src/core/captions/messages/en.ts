import { numbersOf } from "../../messages/numbers.ts";
import type { KeyNamer } from "../../shortcuts/key-namer.ts";

const { integer } = numbersOf("en");

/** The texts of lit words, reading along and captions in English. */
export const en = {
  label: "Words",
  readAlong: "Read along",
  back: "Back to the script",
  follow: "Follow the audio",
  word: "Word",
  sentence: "Sentence",
  wordText: (word: string, number: number, count: number) => `${word}, ${integer(number)} of ${integer(count)}`,
  keys: (key: KeyNamer) => `← → to choose, ${key("words", "hear")} to hear from there`,
  captions: "Captions",
  formats: { srt: "SRT", vtt: "WebVTT", json: "JSON" },
  formatsAbout: {
    srt: "for video players and editors",
    vtt: "for web pages",
  },
  /** By what the times are of. */
  jsonAbout: {
    word: "each word with its times, in seconds",
    sentence: "each sentence with its times, in seconds",
    unknown: "each piece with its times, in seconds",
  },
  rawAbout: "as it came",
  /** Whose times they are. */
  exact: "All times are the service's own.",
  estimated: "Each part's beginning and end are exact. Within a part, the times of sentences and words are estimated.",
  unknown: "The service sent times in an unknown format, so there are no captions. This is what came:",
  raw: "What came",
};

/** Every text of lit words, reading along and captions. */
export type WordsMessages = typeof en;
