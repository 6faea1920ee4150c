import { percentile } from "./statistics.ts";

/** Length of a frame, in seconds: short enough to follow syllables. */
export const frameSeconds = 0.01;

/** How far below the loudest parts a frame still counts as speech, in dB. */
const dynamicRange = 30;

/** What is quieter than this is silence, however quiet the rest is; in dB below full scale. */
const silence = -65;

/** Which parts of a recording are speech and how loud they are. */
export interface Activity {
  /** Level of each frame of {@link frameSeconds}, in dB below full scale. */
  readonly levels: Float32Array;
  /** Frames above this level are active, in dB. */
  readonly threshold: number;
  /** Length of everything active, in seconds. */
  readonly seconds: number;
  /** Mean power of the active frames, in dB below full scale. */
  readonly level: number;
}

export function measureActivity(samples: Float32Array, sampleRate: number): Activity {
  const levels = frameLevels(samples, sampleRate);
  const loud = percentile([...levels], 0.95);
  const threshold = Math.max(silence, loud - dynamicRange);
  const active = levels.filter((level) => level > threshold);
  const power = active.reduce((sum, level) => sum + 10 ** (level / 10), 0) / Math.max(1, active.length);
  return { levels, threshold, seconds: active.length * frameSeconds, level: decibels(power) };
}

/** Where a sound is quietest between two times in seconds: the number of a sample. */
export function quietestPlace(samples: Float32Array, sampleRate: number, from: number, to: number): number {
  const { levels } = measureActivity(samples, sampleRate);
  const first = Math.round(from / frameSeconds);
  const last = Math.min(levels.length, Math.floor(to / frameSeconds));
  let [quietest, least] = [last, Number.POSITIVE_INFINITY];
  for (let frame = first; frame < last; frame++) {
    // With its neighbours: within a word it is quiet for a moment only.
    const around = levels.subarray(Math.max(0, frame - 2), frame + 3);
    const power = around.reduce((sum, level) => sum + 10 ** (level / 10), 0) / around.length;
    if (power <= least) [quietest, least] = [frame, power];
  }
  return Math.round(quietest * frameSeconds * sampleRate);
}

/** A power as a level; silence is −120 dB. */
export function decibels(power: number): number {
  return 10 * Math.log10(Math.max(power, 1e-12));
}

function frameLevels(samples: Float32Array, sampleRate: number): Float32Array {
  const length = Math.round(sampleRate * frameSeconds);
  const levels = new Float32Array(Math.floor(samples.length / length));
  for (let frame = 0; frame < levels.length; frame++) {
    let sum = 0;
    for (let index = frame * length; index < (frame + 1) * length; index++) sum += (samples[index] ?? 0) ** 2;
    levels[frame] = decibels(sum / length);
  }
  return levels;
}
