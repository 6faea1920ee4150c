/** A sound's shape: how loud it is at most in each stretch, from its start on. */
export interface Peaks {
  /** The largest absolute sample of each stretch, from 0 to 1 of full scale. The last stretch may not be over yet. */
  readonly values: Float32Array<ArrayBuffer>;
  /** The length of a stretch. */
  readonly secondsPerPeak: number;
  /** How much sound was looked at so far, in seconds. */
  readonly seconds: number;
}

/** Finds the peaks of samples that come in pieces. */
export interface PeakMeter {
  /** Takes the next samples: one array for each channel, all of the same length. */
  append(channels: readonly Float32Array[]): void;
  /** The peaks so far, as a copy. */
  peaks(): Peaks;
}

/** How many stretches are kept at most: more than the widest screen shows, and 16 kB. */
export const peakCapacity = 4_096;
/** A stretch at first, in seconds. */
const finestStretch = 0.01;

/**
 * A meter whose memory doesn't grow with the sound: when its stretches are used up, each two become one. Loudest values
 * may be joined in any order, so the result is the same however the samples were cut into pieces, and what was drawn
 * stays where it was.
 *
 * @param sampleRate hertz.
 * @param capacity how many stretches are kept at most; an even number.
 */
export function createPeakMeter(sampleRate: number, capacity = peakCapacity): PeakMeter {
  const kept = new Float32Array(capacity);
  let stretch = Math.max(1, Math.round(sampleRate * finestStretch));
  /** Stretches that are over. */
  let count = 0;
  let loudest = 0;
  let inStretch = 0;

  function close(): void {
    kept[count] = loudest;
    count += 1;
    loudest = 0;
    inStretch = 0;
    if (count < capacity) return;
    for (let index = 0; index < capacity / 2; index += 1) {
      kept[index] = Math.max(kept[2 * index] ?? 0, kept[2 * index + 1] ?? 0);
    }
    count = capacity / 2;
    stretch *= 2;
  }

  return {
    append(channels) {
      const length = channels[0]?.length ?? 0;
      for (let start = 0; start < length; ) {
        const end = Math.min(length, start + stretch - inStretch);
        for (const samples of channels) loudest = Math.max(loudest, loudestOf(samples, start, end));
        inStretch += end - start;
        start = end;
        if (inStretch === stretch) close();
      }
    },
    peaks() {
      const values = kept.slice(0, count + (inStretch === 0 ? 0 : 1));
      if (inStretch > 0) values[count] = loudest;
      return {
        values,
        secondsPerPeak: stretch / sampleRate,
        seconds: (count * stretch + inStretch) / sampleRate,
      };
    },
  };
}

/** The largest absolute sample between two places, at most 1. What is no number counts as silence. */
function loudestOf(samples: Float32Array, start: number, end: number): number {
  let loudest = 0;
  for (let at = start; at < end; at += 1) {
    const value = Math.abs(samples[at] ?? 0);
    if (value > loudest) loudest = value;
  }
  return Math.min(1, loudest);
}

/** The largest peak that touches the time between two moments (seconds); 0 where nothing was looked at yet. */
export function loudestBetween({ values, secondsPerPeak }: Peaks, from: number, to: number): number {
  const first = Math.max(0, Math.floor(from / secondsPerPeak));
  const end = Math.min(values.length, Math.max(first + 1, Math.ceil(to / secondsPerPeak)));
  let loudest = 0;
  for (let index = first; index < end; index += 1) loudest = Math.max(loudest, values[index] ?? 0);
  return loudest;
}
