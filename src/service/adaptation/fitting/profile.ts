import type { EngineVoice } from "../../synthesis/synthesizer.ts";

/** How the built-in voice is steered so that it comes near a reference. Plain data. */
export interface VoiceProfile {
  readonly voice: EngineVoice;
  readonly speed: number;
  /** Gain, in dB, of each of `equaliserBands`. */
  readonly equaliser: readonly number[];
  /** The long-term spectrum that is heard, in dB: what keeps the level where a tilt is added. */
  readonly spectrum: readonly number[];
}
