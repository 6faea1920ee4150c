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
export const hopSeconds = 0.01;
/** How far a voice may be from its median: a period taken for two, or two for one, is an octave off. */
const furthest = 1.9;

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

/**
 * The fundamental frequency of speech at {@link pitchSampleRate} by the McLeod pitch method: in Hz, every
 * {@link hopSeconds}, from the middle of a window on; 0 where nothing is voiced. Voices seldom leave an octave around
 * their median: what does is no voice.
 */
export function pitchTrack(samples: Float32Array): Float64Array {
  const detector = PitchDetector.forFloat32Array(windowLength);
  detector.minVolumeDecibels = -60;
  const hop = pitchSampleRate * hopSeconds;
  const found = new Float64Array(Math.max(0, Math.floor((samples.length - windowLength) / hop) + 1));
  for (let index = 0, start = 0; index < found.length; index++, start += hop) {
    const [frequency, clarity] = detector.findPitch(samples.subarray(start, start + windowLength), pitchSampleRate);
    if (clarity >= voicedClarity && frequency >= lowest && frequency <= highest) found[index] = frequency;
  }
  const middle = percentile(
    [...found].filter((frequency) => frequency > 0),
    0.5,
  );
  return found.map((frequency) => (frequency > middle / furthest && frequency < middle * furthest ? frequency : 0));
}

/** When the first value of a {@link pitchTrack} is heard, in seconds. */
export const firstPitchAt = windowLength / 2 / pitchSampleRate;

/** Measures the fundamental frequency of speech at {@link pitchSampleRate}. */
export function measurePitch(samples: Float32Array): Pitch {
  const voiced = [...pitchTrack(samples)].filter((frequency) => frequency > 0);
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
