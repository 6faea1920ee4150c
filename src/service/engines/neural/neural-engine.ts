import { languageOf } from "../../../contract/voices.ts";
import type { Engine, EngineFacts, PieceSpoken, PieceToSpeak } from "../engine.ts";
import type { NeuralModel } from "./model.ts";

/** A speaker of a model. Plain data. */
export interface NeuralVoice {
  /** The model's name. */
  readonly model: string;
  /** Its number in the model. */
  readonly speaker: number;
}

/** Has a model's process speak a text; `take` ends that by returning true. Resolves with whether it came to its end. */
export type SpeakElsewhere = (
  voice: NeuralVoice,
  text: string,
  take: (samples: Float32Array) => boolean,
) => Promise<boolean>;

/** What one model is and can do: it speaks as it does, and tells nothing of when. */
export function neuralFacts({ name, speakers }: NeuralModel): EngineFacts {
  const languages = new Set(speakers.map(({ language }) => languageOf(language)));
  return { name, languages, clones: false, tellsTimes: false, shapes: false };
}

/** One model behind the interface of engines. It works in a process of its own. */
export class NeuralEngine implements Engine<NeuralVoice> {
  readonly facts: EngineFacts;
  readonly #speak: SpeakElsewhere;

  constructor(model: NeuralModel, speak: SpeakElsewhere) {
    this.facts = neuralFacts(model);
    this.#speak = speak;
  }

  /** Its voices are left at the level at which they were recorded. */
  levelling(): number {
    return 1;
  }

  async speak(
    { text, said, voice }: PieceToSpeak<NeuralVoice>,
    take: (samples: Float32Array) => boolean,
  ): Promise<PieceSpoken | undefined> {
    const spoken = said === undefined ? text : said.map((part) => part.said).join("");
    let samples = 0;
    const isWhole = await this.#speak(voice, plainText(spoken), (part) => {
      samples += part.length;
      return take(part);
    });
    return isWhole ? { samples, words: [] } : undefined;
  }
}

/**
 * One line without control characters and markup of phonemes, so that what a person wrote is said and never obeyed: the
 * library, too, reads `[[` as the beginning of phonemes.
 */
function plainText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\s]+/gu, " ")
    .replaceAll("[[", "[ [")
    .trim();
}
