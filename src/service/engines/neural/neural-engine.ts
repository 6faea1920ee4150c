import type { Engine, PieceSpoken, PieceToSpeak } from "../engine.ts";
import type { NeuralVoice } from "../natural-voices.ts";

/**
 * Has what is outside of this thread speak a text; `take` ends that by returning true. Resolves with whether it came to
 * its end.
 */
type SpeakElsewhere = (voice: NeuralVoice, text: string, take: (samples: Float32Array) => boolean) => Promise<boolean>;

/** The natural voices behind the interface of engines: they speak as they do, and tell nothing of when. */
export class NeuralEngine implements Engine<NeuralVoice> {
  readonly #speak: SpeakElsewhere;

  constructor(speak: SpeakElsewhere) {
    this.#speak = speak;
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
