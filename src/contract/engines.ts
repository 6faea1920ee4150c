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
} as const;

/** The field of an answer, beyond the document, that names what spoke it, separated by commas. */
export const engineField = "x-speech-engine";

/** The name of the engine that needs nothing, in {@link engineField} and everywhere else. */
export const plainEngine = "espeak-ng";

/** What speaks which voices. */
export const enginesSchema = z.object({
  /** What speaks every voice that isn't below. */
  usual: z.string(),
  /** By the id of a model of the document, then by engine: the names of the voices that it speaks naturally. */
  natural: z.record(z.string(), z.record(z.string(), z.array(z.string()))),
  /** By the model that speaks like a recording, the preferred one first; absent where none does. */
  clones: z.optional(
    z.record(
      z.string(),
      z.object({
        /** As primary BCP 47 tags. */
        languages: z.array(z.string()),
        /** Only recordings with a text beside them: nothing here writes down the words of others. */
        needsWords: z.optional(z.boolean()),
      }),
    ),
  ),
  /** By the model that recognises speech: what it understands, as primary BCP 47 tags; absent where none does. */
  hears: z.optional(z.record(z.string(), z.array(z.string()))),
});

export type Engines = z.infer<typeof enginesSchema>;
