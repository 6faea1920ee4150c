import type { Recording } from "../../reference/recording.ts";
import { ReferenceUnusableError } from "../../reference/unusable.ts";
import { engineSampleRate } from "../../synthesis/formats.ts";
import { measureActivity } from "./activity.ts";
import { type Formants, measureFormants } from "./formants.ts";
import { measurePitch, type Pitch, pitchSampleRate } from "./pitch.ts";
import { resample } from "./resample.ts";
import { longTermSpectrum, tonality } from "./spectrum.ts";
import { syllableRate } from "./syllables.ts";

/** The shortest recording that says something about a voice, and how much of it must be voiced, in seconds. */
const shortest = 1;
const leastVoiced = 0.3;
/** The most of its power that a voice has in one narrow line; a pure tone has more. */
const mostTonal = 0.95;

/** What a recording tells about a voice. Plain data, so that it can travel between threads. */
export interface Measurement {
  readonly pitch: Pitch;
  /** Syllables per second of speech, pauses left out. */
  readonly syllableRate: number;
  /** Level of the speech, pauses left out, in dB below full scale. */
  readonly level: number;
  /** Mean power per hertz in each of `equaliserBands`, in dB. */
  readonly spectrum: readonly number[];
  /** The highest frequency, in Hz, that the recording can hold: the bands above it tell nothing. */
  readonly bandwidth: number;
  readonly formants: Formants;
}

/**
 * Measures the voice in a recording.
 *
 * @throws ReferenceUnusableError when it is shorter than a second, silent, a pure tone, or nothing in it has a pitch.
 */
export async function measureRecording(recording: Recording): Promise<Measurement> {
  const { sampleRate, samples } = recording;
  if (samples.length < sampleRate * shortest) throw new ReferenceUnusableError("too_short");
  const centred = { sampleRate, samples: withoutOffset(samples) };
  const sound = await resample(centred, engineSampleRate);
  const activity = measureActivity(sound.samples, engineSampleRate);
  const voice = await resample(centred, pitchSampleRate);
  const pitch = measurePitch(voice.samples);
  if (activity.seconds < leastVoiced || pitch.voicedSeconds < leastVoiced) throw new ReferenceUnusableError("no_voice");
  if (tonality(sound.samples) > mostTonal) throw new ReferenceUnusableError("no_voice");
  return {
    pitch,
    syllableRate: syllableRate(activity),
    level: activity.level,
    spectrum: longTermSpectrum(sound.samples, engineSampleRate),
    bandwidth: 0.45 * sampleRate,
    formants: measureFormants(voice.samples),
  };
}

/** Cheap sound cards add a constant, which would count as level. */
function withoutOffset(samples: Float32Array): Float32Array {
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
  return samples.map((sample) => sample - mean);
}
