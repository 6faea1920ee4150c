import { undocumented } from "../../contract/language.ts";
import type { FieldValue, OutputFormat } from "../../contract/model.ts";
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
 * How the engine makes what a model's answers are: MP3 at 64 kbit/s where nothing says how much, samples at its own
 * rate.
 */
export function formatOf({ codec, bitrate = 64 }: OutputFormat): SpeechFormat {
  if (codec !== "mp3" && codec !== undocumented) return { codec, sampleRate: engineSampleRate };
  const known = mp3Bitrates.find((candidate) => candidate === bitrate);
  if (known === undefined) throw new Error(`no MP3 at ${bitrate} kbit/s`);
  return { codec: "mp3", bitrate: known };
}
