import type { Samples } from "./decoders/decoder.ts";

/** Where samples become sound at given times. Times are seconds on the sink's own clock. */
export interface SoundSink {
  /** Hertz. */
  readonly sampleRate: number;
  /** The time of the next sample that is made: what lies before it can't be changed. */
  readonly time: number;
  /** How long before its time a sound must be handed over to be made in time. */
  readonly margin: number;
  /** A stretch of sound, silent yet. */
  open(): Stretch;
}

/** Sound without a gap, that fades as one. */
export interface Stretch {
  /**
   * Sounds `channels`, the first of the stretch, as soon as it can, but not before `earliest`, coming up from silence
   * within `fadeIn` seconds. Returns the time at which it begins.
   */
  begin(channels: readonly Samples[], earliest: number, fadeIn: number): number;
  /** Sounds `channels` from `when` on. Returns what takes it back, good until it has begun. */
  put(channels: readonly Samples[], when: number): () => void;
  /** Goes down to silence between `from` and `to`, and ends. */
  fadeOut(from: number, to: number): void;
  /** Ends at once. */
  cancel(): void;
}
