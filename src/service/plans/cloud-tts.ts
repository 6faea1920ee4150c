import type { FieldValue } from "../../contract/model.ts";
import { cloudVoices } from "../../contract/models/cloud-tts-voices.ts";
import type { AcceptedRequest } from "../accept.ts";
import { sentAs } from "../accept.ts";
import { Refusal } from "../refusal.ts";
import type { SpeechFormat } from "../synthesis/synthesizer.ts";
import { languageOfText } from "../synthesis/text/text-language.ts";
import { planVoice } from "../synthesis/voices/plan.ts";
import { readingVoice } from "./languages.ts";
import type { SpeechPlan } from "./plan.ts";
import { findVoice, languageNotSupported, numberOf, textOf } from "./values.ts";

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
export function planCloudSpeech({ resolution, values }: AcceptedRequest): SpeechPlan {
  const text = textOf(values);
  const voice = findVoice(resolution, values, cloudVoices);
  const { locale } = voice;
  const plan = planVoice(voice, cloudVoices, voice.multilingual === true ? languageOfText(text, locale) : locale);
  if (!plan.ok) throw languageNotSupported(resolution, plan.locale);
  const textParam = sentAs(resolution, "text");
  const { voice: reading, spokenLanguage } = readingVoice(text, textParam, plan.voice);
  return {
    utterance: {
      text,
      voice: reading,
      speed: numberOf(values, "speed", 1),
      pitch: { multiplier: 1, offset: numberOf(values, "pitch", 0) },
      volume: numberOf(values, "volume", 1),
      variation: 0,
      format: formatOf(values["response_format"], sentAs(resolution, "response_format")),
    },
    spokenLanguage,
    named: { voice, catalogue: cloudVoices },
  };
}

function formatOf(value: FieldValue | undefined, param: string): SpeechFormat {
  const name = String(value);
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (format !== undefined) return format;
  const names = Object.keys(formats).join(", ");
  throw new Refusal(400, "value_not_allowed", `${param} must be one of ${names}.`, { param });
}
