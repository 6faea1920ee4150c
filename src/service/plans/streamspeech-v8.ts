import { streamVoices } from "../../contract/models/streamspeech-v8-voices.ts";
import { type AcceptedRequest, sentAs } from "../accept.ts";
import { planVoice } from "../synthesis/voices/plan.ts";
import { readingVoice } from "./languages.ts";
import type { SpeechPlan } from "./plan.ts";
import { findVoice, formatOf, languageNotSupported, numberOf, textOf } from "./values.ts";

/**
 * Model B (section 2.3). The document gives Speed no curve: here −1 is half and 1 is twice the pace, so that each step
 * changes it by the same ratio. Temperature acts in stream mode only, and so does the variation that it brings.
 */
export function planStreamSpeech({ model, resolution, values }: AcceptedRequest): SpeechPlan {
  const named = findVoice(resolution, values, streamVoices);
  const plan = planVoice(named, streamVoices);
  if (!plan.ok) throw languageNotSupported(resolution, plan.locale);
  const text = textOf(values);
  const textParam = sentAs(resolution, "text");
  const { voice, spokenLanguage } = readingVoice(text, textParam, plan.voice);
  return {
    utterance: {
      text,
      voice,
      speed: 2 ** numberOf(values, "speed", 0),
      pitch: { multiplier: numberOf(values, "pitch", 1), offset: 0 },
      volume: 1,
      variation: resolution.mode === "stream" ? numberOf(values, "temperature", 0) : 0,
      format: formatOf(model.output(values)),
    },
    spokenLanguage,
    named: { voice: named, catalogue: streamVoices },
  };
}
