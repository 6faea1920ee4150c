import type { AtService } from "../../api/speech-source.ts";
import type { ModelDescriptor, VoiceField } from "../../contract/model.ts";
import { estimatePrice, type Price } from "../../contract/prices.ts";
import { sampleSentence } from "../../contract/sample-sentences.ts";

/** A voice that can be heard. */
export interface SampledVoice extends AtService {
  readonly model: ModelDescriptor;
  readonly field: VoiceField;
  readonly name: string;
  /** What it says; a sentence of its language when absent. */
  readonly text?: string | undefined;
}

/** What a voice says so that one hears it. */
export function sentenceOf({ field, name, text }: SampledVoice): string {
  if (text !== undefined) return text;
  const known = field.voices.find((voice) => voice.name === name)?.locale;
  // Of a name that the catalogue lacks, the beginning often is a locale.
  const locale = known ?? /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?/.exec(name)?.[0] ?? "en";
  return sampleSentence(locale) ?? sampleSentence("en") ?? name;
}

/** What hearing a voice costs the first time; before the group multiplier unless it is given. */
export function samplePrice(voice: SampledVoice, multiplier?: number): Price {
  return estimatePrice(voice.model, sentenceOf(voice), multiplier);
}
