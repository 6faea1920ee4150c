import { undocumented } from "../../contract/language.ts";
import type { FieldValue, OutputFormat, Resolution } from "../../contract/model.ts";
import { languageOf, type Voice } from "../../contract/voices.ts";
import { sentAs } from "../accept.ts";
import { Refusal } from "../refusal.ts";
import { engineSampleRate, mp3Bitrates } from "../synthesis/formats.ts";
import type { SpeechFormat } from "../synthesis/synthesizer.ts";

type Values = Readonly<Record<string, FieldValue>>;

/** A number of an accepted request, or what this service takes where neither the request nor the document has one. */
export function numberOf(values: Values, key: string, otherwise: number): number {
  const value = values[key];
  return typeof value === "number" ? value : otherwise;
}

export function textOf(values: Values): string {
  return String(values["text"]);
}

/**
 * The voice that a request names.
 *
 * @throws Refusal 400 `voice_not_found` naming the field as it was sent.
 */
export function findVoice(resolution: Resolution, values: Values, voices: readonly Voice[]): Voice {
  const voice = voices.find(({ name }) => name === values["voice"]);
  if (voice !== undefined) return voice;
  const param = sentAs(resolution, "voice");
  const names = `${voices.length} voice names of ${resolution.model.id}`;
  const message = `${param} must be one of the ${names}, such as ${voices[0]?.name}.`;
  throw new Refusal(400, "voice_not_found", message, { param });
}

/** The refusal for a voice whose language neither the engine nor a close stand-in speaks. */
export function languageNotSupported(resolution: Resolution, locale: string): Refusal {
  const param = sentAs(resolution, "voice");
  const language = `${languageOf(locale)} (${locale})`;
  const message = `The embedded engine has no voice for the language ${language}; choose a voice of another language.`;
  return new Refusal(400, "language_not_supported", message, { param });
}

/**
 * How the engine makes what a model's answers are: MP3 at 64 kbit/s where nothing says how much, samples at its own
 * rate.
 */
export function formatOf({ codec, bitrate = 64 }: OutputFormat): SpeechFormat {
  if (codec !== "mp3" && codec !== undocumented) return { codec, sampleRate: engineSampleRate };
  const known = mp3Bitrates.find((candidate) => candidate === bitrate);
  if (known === undefined) throw new Error(`no MP3 at ${bitrate} kbit/s`);
  return { codec: "mp3", bitrate: known };
}
