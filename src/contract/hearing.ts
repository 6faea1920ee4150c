import * as z from "zod/mini";
import type { Recogniser } from "./engines.ts";
import { findModel } from "./models/index.ts";
import type { PlaygroundConfig } from "./playground.ts";
import { languageOf } from "./voices.ts";

/**
 * What is said in a sound, beyond the document: where the embedded service has a model that recognises speech, it
 * writes down what it hears in a sound of any service. This is the one form in which a sound is sent to it: a WAV file
 * of 16-bit samples of one channel.
 */
export const hearing = {
  mediaType: "audio/wav",
  /** Hertz: what recognisers of speech listen to. */
  sampleRate: 16_000,
  /** Seconds. */
  longest: 240,
} as const;

/** The most bytes of such a file, its head included. */
export const hearingMostBytes = 44 + 2 * hearing.longest * hearing.sampleRate;

/** A language as the address names it, a primary BCP 47 tag. */
export const hearingLanguage = /^[a-z]{2,3}$/;

/** What a recogniser heard. */
export const heardSchema = z.object({
  text: z.string(),
  /** The name of its model. */
  recogniser: z.string(),
});
export type Heard = Readonly<z.infer<typeof heardSchema>>;

/** The recogniser of speech that a playground has, whichever of its services is asked; undefined where it has none. */
export function recogniserOf({
  engines,
  services,
}: Pick<PlaygroundConfig, "engines" | "services">): Recogniser | undefined {
  return [engines, ...(services ?? []).map((service) => service.engines)].find((each) => each?.recogniser)?.recogniser;
}

/** The letters of languages that have some of their own, Chinese last: Japanese has its signs, too. */
const ownLetters = [
  [/[\p{sc=Hira}\p{sc=Kana}]/u, "ja"],
  [/\p{sc=Hang}/u, "ko"],
  [/\p{sc=Hani}/u, "zh"],
] as const;

/**
 * The language that is to be heard, as a primary BCP 47 tag: the voice's, or what the letters of the text tell. Undefined
 * where neither says it.
 *
 * @param voice a voice's name, or the address of a recording.
 */
export function languageHeard(model: string, voice: string | undefined, text: string): string | undefined {
  const voices = findModel(model)?.fields.flatMap((field) => (field.kind === "voice" ? field.voices : [])) ?? [];
  const known = voices.find(({ name }) => name === voice);
  if (known !== undefined && known.multilingual !== true) return languageOf(known.locale);
  return ownLetters.find(([letters]) => letters.test(text))?.[1];
}
