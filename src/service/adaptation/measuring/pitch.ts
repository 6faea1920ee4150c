import { PitchDetector } from "pitchy";
import { formantSampleRate } from "./formants.ts";
import { percentile } from "./statistics.ts";

/** The sample rate at which pitch is looked for, in Hz: the one of the formants, since what is higher tells nothing. */
export const pitchSampleRate = formantSampleRate;

/** The fundamental frequencies of human speech, in Hz. */
const lowest = 55;
const highest = 500;

/** 48 ms: more than two periods of the deepest voice, and still short beside a syllable. */
const windowLength = 480;
const hopSeconds = 0.01;

/** How much alike two periods of a voiced sound are, from 0 to 1. */
const voicedClarity = 0.7;

export interface Pitch {
  /** Fundamental frequency, in Hz: its median, and what a tenth of the voiced time is below and above. */
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** Length of everything voiced, in seconds. */
  readonly voicedSeconds: number;
}

/** Measures the fundamental frequency of speech at {@link pitchSampleRate} by the McLeod pitch method. */
export function measurePitch(samples: Float32Array): Pitch {
  const detector = PitchDetector.forFloat32Array(windowLength);
  detector.minVolumeDecibels = -60;
  const hop = pitchSampleRate * hopSeconds;
  const found: number[] = [];
  for (let start = 0; start + windowLength <= samples.length; start += hop) {
    const [frequency, clarity] = detector.findPitch(samples.subarray(start, start + windowLength), pitchSampleRate);
    if (clarity >= voicedClarity && frequency >= lowest && frequency <= highest) found.push(frequency);
  }
  // A period taken for two, or two for one, is an octave off; voices seldom leave an octave around their median.
  const middle = percentile(found, 0.5);
  const voiced = found.filter((frequency) => frequency > middle / 1.9 && frequency < middle * 1.9);
  return {
    median: percentile(voiced, 0.5),
    low: percentile(voiced, 0.1),
    high: percentile(voiced, 0.9),
    voicedSeconds: voiced.length * hopSeconds,
  };
}

/** The width of the intonation, in semitones. */
export function semitones({ low, high }: Pick<Pitch, "low" | "high">): number {
  return low > 0 && high > low ? 12 * Math.log2(high / low) : 0;
}
