import { streamVoices } from "../../contract/models/streamspeech-v8-voices.ts";
import type { AcceptedRequest } from "../accept.ts";
import { namedReading } from "./named-reading.ts";
import type { SpeechPlan } from "./plan.ts";
import { formatOf, numberOf } from "./values.ts";

/**
 * Model B (section 2.3). The document gives Speed no curve: here −1 is half and 1 is twice the pace, so that each step
 * changes it by the same ratio. Temperature acts in stream mode only, and so does the variation that it brings.
 */
export async function planStreamSpeech(request: AcceptedRequest): Promise<SpeechPlan> {
  const { model, resolution, values } = request;
  const { text, voice, named } = await namedReading(request, streamVoices);
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
    named,
  };
}
