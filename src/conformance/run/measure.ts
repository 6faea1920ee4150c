import type { SoundMeasures } from "../../audio/analysis/measures/sound-meter.ts";
import type { VoiceTraits } from "../../audio/analysis/measures/voice-meter.ts";
import type { AudioFormat } from "../../audio/base/format.ts";

/** What is measured of a sound by listening to it. Silences in seconds, peak from 0 to 1, loudness in LUFS. */
export interface Measures
  extends Pick<SoundMeasures, "duration" | "peak" | "loudness" | "leadingSilence" | "trailingSilence"> {
  readonly voice: VoiceTraits;
}

/** Decodes and measures a whole sound. Rejects where it can't be decoded. */
export type MeasureSound = (sound: Blob, format: AudioFormat, signal: AbortSignal) => Promise<Measures>;
