/** Decoded sound: one channel, samples nominally between −1 and 1. */
export interface Recording {
  readonly sampleRate: number;
  readonly samples: Float32Array;
}

/** How much of a recording is decoded and measured, in seconds; a minute of speech tells everything about a voice. */
export const measuredSeconds = 60;
