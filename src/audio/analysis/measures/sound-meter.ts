import type { SampleCodec } from "../../formats/sample-layout.ts";
import { blockSeconds, createLoudnessMeter } from "./loudness-meter.ts";
import { createSilenceMeter } from "./silence-meter.ts";

/** What a sound is, measured on its samples. */
export interface SoundMeasures {
  /** The largest absolute sample; 1 is full scale. A lossy codec may decode to a little more. */
  readonly peak: number;
  /** Integrated loudness in LUFS (ITU-R BS.1770-4); undefined where {@link whyNoLoudness} says so. */
  readonly loudness: number | undefined;
  /** Seconds of silence in front: see `silenceThreshold`. The whole length where nothing is heard. */
  readonly leadingSilence: number;
  /** Seconds of silence behind; the whole length where nothing is heard. */
  readonly trailingSilence: number;
  /** How many samples of all channels stand at full scale or beyond. */
  readonly clipped: number;
  /** Seconds. */
  readonly duration: number;
  /** Hertz. */
  readonly sampleRate: number;
  readonly channels: number;
}

/** The largest sample of 16 bits. */
const fullScale = 32_767 / 32_768;
/** The largest sample of those that reach less far. */
const fullScales: Readonly<Partial<Record<SampleCodec, number>>> = {
  pcm_mulaw: 32_124 / 32_768,
  pcm_alaw: 32_256 / 32_768,
  pcm_u8: 127 / 128,
};

/** The largest sample that an encoding can hold. */
export function fullScaleOf(codec: string): number {
  return fullScales[codec as SampleCodec] ?? fullScale;
}

/**
 * Measures samples at `sampleRate` (hertz) of `channelCount` channels that come in pieces; the same whatever the
 * pieces.
 *
 * @param ceiling the largest sample that the sound's encoding can hold.
 */
export function createSoundMeter(sampleRate: number, channelCount: number, ceiling = fullScale) {
  const loudness = createLoudnessMeter(sampleRate);
  const silence = createSilenceMeter(sampleRate);
  let peak = 0;
  let clipped = 0;
  let length = 0;

  return {
    /** Takes the next samples: one array for each channel, all of the same length. */
    append(channels: readonly Float32Array[]): void {
      for (const samples of channels) {
        for (let at = 0; at < samples.length; at += 1) {
          const value = Math.abs(samples[at] ?? 0);
          if (value > peak && value !== Number.POSITIVE_INFINITY) peak = value;
          if (value >= ceiling) clipped += 1;
        }
      }
      length += channels[0]?.length ?? 0;
      loudness.append(channels);
      silence.append(channels);
    },
    measures(): SoundMeasures {
      const { leading, trailing } = silence.silence();
      return {
        peak,
        loudness: loudness.integrated(),
        leadingSilence: leading,
        trailingSilence: trailing,
        clipped,
        duration: length / sampleRate,
        sampleRate,
        channels: channelCount,
      };
    },
  };
}

/** Why a sound has no loudness: less than one block of it (400 ms), or nothing above the absolute gate (−70 LUFS). */
export function whyNoLoudness({
  loudness,
  duration,
}: Pick<SoundMeasures, "loudness" | "duration">): "too_short" | "silent" | undefined {
  if (loudness !== undefined) return undefined;
  return duration < blockSeconds ? "too_short" : "silent";
}

/** A share of full scale in dB; minus infinity for nothing. */
export function decibelsOf(share: number): number {
  return 20 * Math.log10(share);
}
