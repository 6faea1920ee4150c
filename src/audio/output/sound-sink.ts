import type { Samples } from "../decoders/decoder.ts";

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

/** Samples for a stretch, one array per channel each. They belong to the sink from then on. */
export interface Piece {
  /** What stays. */
  readonly sure: readonly Samples[];
  /** What follows it unless the next piece does: that takes its place. */
  readonly tail: readonly Samples[];
}

/** Sound without a gap, that fades as one. Frames are samples of all channels at one time, counted from its first. */
export interface Stretch {
  /** When its first frame sounds: from `begin` on. A sink that learns it only then may correct it. */
  readonly time: number;
  /** How many frames it has sounded in all, where it is over and that is known; infinite before. */
  readonly end: number;
  /**
   * Sounds `piece`, the first of the stretch, as soon as it can, but not before `earliest`, coming up from silence
   * within `fadeIn` seconds.
   */
  begin(piece: Piece, earliest: number, fadeIn: number): void;
  /** Sounds `piece` from `frame` on, which is where the tail of the one before began. */
  put(piece: Piece, frame: number): void;
  /** Goes down to silence between two frames, and ends. */
  fadeOut(from: number, to: number): void;
  /** Ends at once. */
  cancel(): void;
}

/** How many frames `channels` are. */
export const framesOf = (channels: readonly Samples[]): number => channels[0]?.length ?? 0;
