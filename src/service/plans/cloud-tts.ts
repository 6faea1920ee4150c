import type { FieldValue } from "../../contract/model.ts";
import { cloudVoices } from "../../contract/models/cloud-tts-voices.ts";
import { type AcceptedRequest, sentAs } from "../accept.ts";
import { Refusal } from "../refusal.ts";
import type { SpeechFormat } from "../synthesis/synthesizer.ts";
import { languageOfText } from "../synthesis/text/text-language.ts";
import { namedReading } from "./named-reading.ts";
import type { SpeechPlan } from "./plan.ts";
import { numberOf } from "./values.ts";

/** The formats of Model A: the document shows mp3 only, the others are this service's own. */
const formats: Readonly<Record<string, SpeechFormat>> = {
  mp3: { codec: "mp3", bitrate: 64 },
  wav: { codec: "wav", sampleRate: 22_050 },
  pcm: { codec: "pcm_s16le", sampleRate: 24_000 },
};

/**
 * Model A (section 2.2): speed and volume as multipliers, pitch as an offset in Hz; 1, 1 and 0 where not sent. A voice
 * called Multilingual speaks the language that the text is written in, which is what its name promises.
 */
export async function planCloudSpeech(request: AcceptedRequest): Promise<SpeechPlan> {
  const { resolution, values } = request;
  const { text, voice, named } = await namedReading(request, cloudVoices, async ({ multilingual, locale }, said) =>
    multilingual === true ? languageOfText(said, locale) : locale,
  );
  return {
    utterance: {
      text,
      voice,
      speed: numberOf(values, "speed", 1),
      pitch: { multiplier: 1, offset: numberOf(values, "pitch", 0) },
      volume: numberOf(values, "volume", 1),
      variation: 0,
      format: formatOf(values["response_format"], sentAs(resolution, "response_format")),
    },
    named,
  };
}

function formatOf(value: FieldValue | undefined, param: string): SpeechFormat {
  const name = String(value);
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (format !== undefined) return format;
  const names = Object.keys(formats).join(", ");
  throw new Refusal(400, "value_not_allowed", `${param} must be one of ${names}.`, { param });
}
