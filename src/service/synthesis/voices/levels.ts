import { soundingStretches } from "../signal/sounding.ts";

/**
 * The root-mean-square level, in dB below full scale, that every voice has while it sounds: the median of sixteen of
 * eSpeak NG's in seven languages, which are at −20.2 to −19.2.
 */
const usualLevel = -19.7;
/** A voice that is hardly heard isn't raised until its noise is, and no peak beyond full scale: in dB. */
const mostRaised = 24;
/** So many voices are known; those of recordings may be any number. */
const mostVoices = 1_000;
/** After so much sound a voice's level is known, in seconds: it changes no more. */
const learnt = 6;

interface Heard {
  seconds: number;
  /** Sum of squares, and how many samples. */
  energy: number;
  samples: number;
  peak: number;
}

/**
 * How loud voices are, learnt from what they say: models are trained on recordings of any level. The first piece of a
 * voice is heard whole before it goes out; from then on it is known well enough, and gets better for a few sentences.
 */
export class VoiceLevels {
  readonly #heard = new Map<string, Heard>();

  /** The factor that brings a voice to the usual level; undefined where nothing is known of it. */
  gainOf(voice: string): number | undefined {
    const heard = this.#heard.get(voice);
    if (heard === undefined) return undefined;
    const level = 10 * Math.log10(heard.energy / heard.samples);
    const raised = Math.min(mostRaised, usualLevel - level);
    return Math.min(10 ** (raised / 20), 1 / heard.peak);
  }

  /** @param samples a whole piece of the voice's. */
  learn(voice: string, samples: Float32Array, sampleRate: number): void {
    const heard = this.#heard.get(voice) ?? { seconds: 0, energy: 0, samples: 0, peak: 0 };
    if (heard.seconds >= learnt) return;
    for (const { from, to } of soundingStretches(samples, sampleRate)) {
      const sounding = samples.subarray(Math.round(from * sampleRate), Math.round(to * sampleRate));
      for (const sample of sounding) {
        heard.energy += sample * sample;
        heard.peak = Math.max(heard.peak, Math.abs(sample));
      }
      heard.samples += sounding.length;
      heard.seconds += to - from;
    }
    if (heard.samples === 0) return;
    this.#heard.set(voice, heard);
    const [oldest] = this.#heard.keys();
    if (oldest !== undefined && this.#heard.size > mostVoices) this.#heard.delete(oldest);
  }
}
