import { joinSamples } from "../../contract/bytes.ts";
import type { Timbre } from "../engines/espeak/timbre.ts";
import type { Recording } from "../reference/recording.ts";
import { engineSampleRate } from "../synthesis/formats.ts";
import { TimeStretch } from "../synthesis/signal/time-stretch.ts";
import { speakAll } from "../synthesis/speaking.fixture.ts";
import type { Synthesizer } from "../synthesis/synthesizer.ts";
import { resample } from "./measuring/resample.ts";

/**
 * A made-up person. The engine speaks, but what makes the person is done to its sound afterwards and in ways that the
 * engine has not: all frequencies are shifted together and single resonances are raised and lowered.
 */
export interface Speaker {
  readonly text: string;
  readonly timbre: Timbre;
  readonly speed: number;
  /** Factor on all frequencies of the finished sound; its duration stays. */
  readonly shift: number;
  readonly resonances: readonly Resonance[];
}

interface Resonance {
  /** In Hz. */
  readonly frequency: number;
  /** In dB. */
  readonly gain: number;
  readonly quality: number;
}

const timbre: Timbre = { f0: 110, formantScale: 1, flutter: 2, roughness: 0, brightness: 100, liveliness: 1 };

export const speakers = {
  lower: {
    text: "The old lighthouse stands at the end of the bay. On clear nights its beam is seen for miles.",
    timbre: { ...timbre, f0: 104, formantScale: 1 },
    speed: 1,
    shift: 0.9,
    resonances: [
      { frequency: 220, gain: 5, quality: 1 },
      { frequency: 1_600, gain: -5, quality: 1.5 },
      { frequency: 3_400, gain: -6, quality: 0.8 },
    ],
  },
  higher: {
    text: "Every morning the baker opens her shop at seven. People come from all over town for her bread.",
    timbre: { ...timbre, f0: 180, formantScale: 1.08 },
    speed: 1,
    shift: 1.15,
    resonances: [
      { frequency: 500, gain: -4, quality: 1 },
      { frequency: 2_600, gain: 6, quality: 1.2 },
      { frequency: 5_200, gain: 5, quality: 1 },
    ],
  },
  lively: {
    text: "You won't believe what I saw today! A fox, right there in the garden, and it looked straight at me!",
    timbre: { ...timbre, f0: 140, formantScale: 1.02, liveliness: 1.7 },
    speed: 1.15,
    shift: 1.08,
    resonances: [
      { frequency: 900, gain: 4, quality: 1.2 },
      { frequency: 4_000, gain: 4, quality: 1 },
    ],
  },
} as const satisfies Readonly<Record<string, Speaker>>;

/** A recording of a made-up person. */
export async function recordSpeaker(synthesizer: Synthesizer, speaker: Speaker): Promise<Recording> {
  const voice = { language: "en-us", spokenLanguage: "en-US", timbre: speaker.timbre };
  const { samples } = await speakAll(synthesizer, { text: speaker.text, voice, speed: speaker.speed });
  const shifted = await shiftFrequencies(samples, speaker.shift);
  return { sampleRate: engineSampleRate, samples: speaker.resonances.reduce(resonate, shifted) };
}

/** Shifts all frequencies, formants included, by playing faster or slower; then restores the duration. */
async function shiftFrequencies(samples: Float32Array, factor: number): Promise<Float32Array> {
  const faster = await resample({ sampleRate: Math.round(engineSampleRate * factor), samples }, engineSampleRate);
  const stretch = new TimeStretch(1 / factor);
  return joinSamples([stretch.push(faster.samples), stretch.finish()]);
}

/** A peaking filter of second order (Bristow-Johnson's cookbook). */
function resonate(samples: Float32Array, { frequency, gain, quality }: Resonance): Float32Array {
  const angle = (2 * Math.PI * frequency) / engineSampleRate;
  const height = 10 ** (gain / 40);
  const width = Math.sin(angle) / (2 * quality);
  const scale = 1 + width / height;
  const middle = (-2 * Math.cos(angle)) / scale;
  const [ahead, behind] = [(1 + width * height) / scale, (1 - width * height) / scale];
  const back = (1 - width / height) / scale;
  const output = new Float32Array(samples.length);
  for (let index = 0; index < samples.length; index++) {
    const at = (array: Float32Array, ago: number) => (index < ago ? 0 : (array[index - ago] ?? 0));
    output[index] =
      ahead * (samples[index] ?? 0) +
      middle * (at(samples, 1) - at(output, 1)) +
      behind * at(samples, 2) -
      back * at(output, 2);
  }
  return output;
}
