import { engineSampleRate } from "../synthesis/formats.ts";
import type { SentenceTiming, Timing, WordTiming } from "../synthesis/synthesizer.ts";
import type { SpokenSegment } from "./segment-store.ts";

/** Where the sound of a segment lies in the whole, in samples at the engine's rate. */
export interface Place {
  /** Silence in front of it. */
  readonly silence: number;
  /** Where its own first sample is. */
  readonly start: number;
  /** Behind its last sample. */
  readonly end: number;
}

/** Places segments one behind the other, each at the pause that belongs behind what was heard before it. */
export function placed(segments: readonly SpokenSegment[]): readonly Place[] {
  let end = 0;
  let pause = 0;
  return segments.map((segment) => {
    // A pause is due only once something follows; in front of everything there is none.
    const silence = segment.samples === 0 || end === 0 ? 0 : pause;
    const start = end + silence;
    if (segment.samples > 0) {
      end = start + segment.samples;
      pause = segment.pause;
    }
    return { silence, start, end };
  });
}

/** The times of a segment. */
export interface SegmentTimes {
  readonly words: readonly WordTiming[];
  readonly sentences: readonly SentenceTiming[];
  /** Whether its first sentence is the rest of the last one before it. */
  readonly continues?: boolean;
}

/** A time of a segment as a time of the whole. */
export function shifted<T extends Timing>(timing: T, start: number, textOffset: number): T {
  const seconds = start / engineSampleRate;
  return {
    ...timing,
    start: timing.start + seconds,
    end: timing.end + seconds,
    textOffset: timing.textOffset + textOffset,
  };
}
