import * as z from "zod/mini";
import type { Engines } from "./engines.ts";
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

/** Where a sound is sent: to the playground's server, or to the embedded service itself. */
export const hearingRoutes = {
  playground: { method: "POST", path: "/playground/heard" },
  service: { method: "POST", path: "/beyond/heard" },
} as const;

/** The most bytes of such a file as the page writes it, its head included. */
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

/** A model that recognises speech. */
export interface Recogniser {
  readonly name: string;
  /** What it understands, as primary BCP 47 tags. */
  readonly languages: readonly string[];
}

/** The recogniser of speech that an embedded service tells of; undefined where it has none. */
export function recogniserIn({ hears = {} }: Pick<Engines, "hears">): Recogniser | undefined {
  const [[name, languages] = []] = Object.entries(hears);
  return name === undefined || languages === undefined ? undefined : { name, languages };
}

/** The recogniser of speech that a playground has, whichever of its services is asked; undefined where it has none. */
export function recogniserOf({
  engines,
  services = [],
}: Pick<PlaygroundConfig, "engines" | "services">): Recogniser | undefined {
  const told = [engines, ...services.map((service) => service.engines)];
  return told.flatMap((each) => (each === undefined ? [] : (recogniserIn(each) ?? [])))[0];
}

/** The letters of languages that have some of their own, Chinese last: Japanese has its signs, too. */
const ownLetters = [
  [/[\p{sc=Hira}\p{sc=Kana}]/u, "ja"],
  [/\p{sc=Hang}/u, "ko"],
  [/\p{sc=Hani}/u, "zh"],
] as const;

/**
 * The language that is to be heard, as a primary BCP 47 tag: the voice's, or what the letters of the text tell.
 * Undefined where neither says it.
 *
 * @param voice a voice's name, or the address of a recording.
 */
export function languageHeard(model: string, voice: string | undefined, text: string): string | undefined {
  const voices = findModel(model)?.fields.flatMap((field) => (field.kind === "voice" ? field.voices : [])) ?? [];
  const known = voices.find(({ name }) => name === voice);
  if (known !== undefined && known.multilingual !== true) return languageOf(known.locale);
  return ownLetters.find(([letters]) => letters.test(text))?.[1];
}
