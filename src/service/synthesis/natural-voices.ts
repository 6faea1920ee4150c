import { createHash } from "node:crypto";
import { joinSamples } from "../../contract/bytes.ts";
import {
  ModelFailedError,
  type NaturalModel,
  type NaturalSource,
  type NeuralVoice,
} from "../engines/natural-voices.ts";
import { engineSampleRate } from "./formats.ts";
import { Resampler } from "./signal/resample.ts";
import { VoiceLevels } from "./voices/levels.ts";

/** Seconds for a second of speech, of what hasn't spoken yet: a small model on a usual processor. */
const assumedSlowness = 0.3;
/** Less speech says nothing of how fast it was made, in seconds. */
const leastMeasured = 0.3;

/** All that speaks outside of the synthesis threads. */
export class NaturalVoices {
  readonly #sources: readonly NaturalSource[];
  readonly #rankOf: (name: string) => number;
  readonly #now: () => number;
  readonly #levels = new VoiceLevels();
  /** Seconds that a second of speech took last, by model. */
  readonly #paces = new Map<string, readonly number[]>();

  /**
   * @param rankOf the lower, the more a model is preferred.
   * @param now milliseconds that never go back.
   */
  constructor(
    sources: readonly NaturalSource[],
    rankOf: (name: string) => number = () => 0,
    now: () => number = () => performance.now(),
  ) {
    this.#sources = sources;
    this.#rankOf = rankOf;
    this.#now = now;
  }

  /** What is there now, in the order in which it is preferred. */
  get models(): readonly NaturalModel[] {
    const all = this.#sources.flatMap(({ models }) => models);
    return all.sort((one, other) => this.#rankOf(one.name) - this.#rankOf(other.name));
  }

  /**
   * Speaks a text and hands on its sound while it is made, mono at 22,050 Hz, at the level that all voices have.
   *
   * @throws ModelFailedError; the signal's reason after an abort.
   */
  async speak(
    voice: NeuralVoice,
    text: string,
    take: (samples: Float32Array) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { model } = voice;
    const source = this.#sources.find(({ models }) => models.some(({ name }) => name === model));
    if (source === undefined) {
      throw new ModelFailedError(`The model ${model} is not installed: run npm run voices -- add ${model}.`);
    }
    const name = nameOf(voice);
    const gain = this.#levels.gainOf(name);
    const parts: Float32Array[] = [];
    const give = (samples: Float32Array): void => {
      parts.push(samples);
      if (gain !== undefined) take(multiplied(samples, gain));
    };
    let resampler: Resampler | undefined;
    const takeAtAnyRate = (samples: Float32Array, sampleRate: number): void => {
      if (sampleRate !== engineSampleRate) resampler ??= new Resampler(sampleRate, engineSampleRate);
      give(resampler?.push(samples) ?? samples);
    };
    const begun = this.#now();
    await source.speak(voice, text, takeAtAnyRate, signal);
    if (resampler !== undefined) give(resampler.finish());
    const whole = joinSamples(parts);
    this.#pace(model, (this.#now() - begun) / 1_000, whole.length / engineSampleRate);
    this.#levels.learn(name, whole, engineSampleRate);
    if (gain === undefined) take(multiplied(whole, this.#levels.gainOf(name) ?? 1));
  }

  /** About how many seconds a second of speech takes to be made. */
  slownessOf({ model }: NeuralVoice): number {
    return Math.min(...(this.#paces.get(model) ?? [assumedSlowness]));
  }

  /** The best of the last ones counts: the first holds a model's start, and any may have waited for others. */
  #pace(model: string, seconds: number, spoken: number): void {
    if (spoken < leastMeasured) return;
    this.#paces.set(model, [seconds / spoken, ...(this.#paces.get(model) ?? [])].slice(0, 4));
  }

  async close(): Promise<void> {
    await Promise.all(this.#sources.map((source) => source.close()));
  }
}

/** Tells a voice from all others: those of recordings by what is recorded. */
function nameOf({ model, speaker, reference }: NeuralVoice): string {
  const recorded = reference === undefined ? "" : createHash("sha256").update(reference.sound).digest("base64");
  return [model, speaker, recorded].join(" ");
}

function multiplied(samples: Float32Array, gain: number): Float32Array {
  return samples.map((sample) => sample * gain);
}
