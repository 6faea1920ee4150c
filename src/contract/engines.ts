import * as z from "zod/mini";

/**
 * The embedded service's own routes, beyond the document: the playground's server asks them, and no client needs them.
 * What they are about are engines: what makes the sound behind a model of the document.
 */
export const engineRoutes = {
  engines: { method: "GET", path: "/beyond/engines" },
  voiceModels: { method: "GET", path: "/beyond/voices" },
  changeVoiceModels: { method: "POST", path: "/beyond/voices" },
  voiceSample: { method: "GET", path: "/beyond/voices/{name}/sample" },
  hear: { method: "POST", path: "/beyond/heard" },
} as const;

/** The field of an answer, beyond the document, that names what spoke it, separated by commas. */
export const engineField = "x-speech-engine";

/** The name of the engine that needs nothing, in {@link engineField} and everywhere else. */
export const plainEngine = "espeak-ng";

const recogniserSchema = z.object({
  name: z.string(),
  /** What it understands, as primary BCP 47 tags. */
  languages: z.array(z.string()),
});
/** The model that recognises speech. */
export type Recogniser = Readonly<z.infer<typeof recogniserSchema>>;

/** What speaks which voices. */
export const enginesSchema = z.object({
  /** What speaks every voice that isn't below. */
  usual: z.string(),
  /** By the id of a model of the document, then by engine: the names of the voices that it speaks naturally. */
  natural: z.record(z.string(), z.record(z.string(), z.array(z.string()))),
  /** What recognises speech; absent where nothing does. */
  recogniser: z.optional(recogniserSchema),
});

export type Engines = z.infer<typeof enginesSchema>;
