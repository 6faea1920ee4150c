import type { Texts } from "../page/playground-context.ts";
import { decibelsOf, type SoundMeasures, whyNoLoudness } from "../takes/measure-take.ts";
import { describeRate } from "./describe-rate.ts";
import { type MeasuresMessages, measuresMessages } from "./messages/index.ts";

/** What is said of each measure, in the order in which they are shown. */
export const measureNames = [
  "peak",
  "loudness",
  "leadingSilence",
  "trailingSilence",
  "clipped",
  "duration",
  "sampleRate",
  "channels",
] as const satisfies readonly (keyof SoundMeasures & keyof MeasuresMessages)[];
export type MeasureName = (typeof measureNames)[number];

/** The texts about measures in the interface's language. */
export function measureTexts({ language }: Pick<Texts, "language">): MeasuresMessages {
  return measuresMessages.in(language);
}

/**
 * One measure with its unit: levels to a hundredth of a decibel, times to a millisecond.
 *
 * @param rateAssumed whether the sample rate is a guess.
 */
export function describeMeasure(name: MeasureName, measures: SoundMeasures, texts: Texts, rateAssumed = false): string {
  const messages = measureTexts(texts);
  const { numbers } = texts;
  switch (name) {
    case "peak":
      return measures.peak === 0 ? messages.nothing : `${numbers.fixed(decibelsOf(measures.peak), 2)} dBFS`;
    case "loudness": {
      const { loudness } = measures;
      if (loudness !== undefined) return `${numbers.fixed(loudness, 2)} LUFS`;
      return whyNoLoudness(measures) === "too_short" ? messages.tooShort : messages.silent;
    }
    case "leadingSilence":
    case "trailingSilence":
    case "duration":
      return `${numbers.fixed(measures[name], 3)} s`;
    case "sampleRate":
      return describeRate(measures.sampleRate, rateAssumed, texts);
    default:
      return numbers.integer(measures[name]);
  }
}
