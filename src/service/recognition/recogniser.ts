import { quietestPlace } from "../adaptation/measuring/activity.ts";
import { kindOf } from "../engines/neural/model.ts";
import type { NeuralModels } from "../engines/neural/neural-models.ts";

/** Hears what is said in a sound. */
export interface Recogniser {
  /** Of the model. */
  readonly name: string;
  /** What it understands, as primary BCP 47 tags. */
  readonly languages: readonly string[];
  /**
   * The text that is heard in a sound; empty where none is.
   *
   * @param samples mono, between −1 and 1.
   * @param sampleRate in Hz.
   * @throws ModelFailedError; the signal's reason after an abort.
   */
  recognise(samples: Float32Array, sampleRate: number, signal: AbortSignal): Promise<string>;
}

/** A model hears so many seconds at once: its memory grows with them. */
const mostAtOnce = 20;

/**
 * The installed recogniser of speech that is preferred.
 *
 * @param language the primary BCP 47 tag of what is said, where that is known.
 */
export function recogniserFor(models: NeuralModels, language?: string): Recogniser | undefined {
  const model = models.all.find(
    ({ family, languages = [] }) =>
      kindOf(family) === "recognition" && (language === undefined || languages.includes(language)),
  );
  if (model === undefined) return undefined;
  return {
    name: model.name,
    languages: model.languages ?? [],
    async recognise(samples, sampleRate, signal) {
      const heard: string[] = [];
      for (let rest = samples; rest.length > 0; ) {
        const isLast = rest.length <= mostAtOnce * sampleRate;
        const length = isLast ? rest.length : quietestPlace(rest, sampleRate, mostAtOnce / 2, mostAtOnce);
        heard.push(await models.recognise(model.name, rest.subarray(0, length), sampleRate, signal));
        rest = rest.subarray(length);
      }
      return heard.filter((part) => part !== "").join(" ");
    },
  };
}
