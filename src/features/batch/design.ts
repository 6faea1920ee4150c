import * as z from "zod/mini";
import { modes, transports } from "../../contract/model.ts";
import { serviceNamePattern } from "../../contract/service-names.ts";
import { optionalPronunciations } from "../../core/takes/take-schema.ts";

const fieldValue = z.union([z.string(), z.number(), z.boolean()]);

/** What a batch is made of: each text with each voice, way and value. */
const designSchema = z.object({
  /** The model's id. */
  model: z.string(),
  texts: z.array(z.string()),
  /** Voice names, or addresses of reference recordings. */
  voices: z.array(z.string()),
  /** Mode and transport, which go together. */
  ways: z.array(z.object({ mode: z.enum(modes), transport: z.enum(transports) })),
  /** Fields by their keys, each with its values. */
  fields: z.array(z.object({ key: z.string(), values: z.array(fieldValue) })),
  /** Everything else of the form, as it stood when the batch was made. */
  base: z.record(z.string(), fieldValue),
  pronunciations: optionalPronunciations,
  /** Whether the texts' directions are followed: so when absent. */
  followsDirections: z.catch(z.optional(z.boolean()), undefined),
});
export type BatchDesign = Readonly<z.infer<typeof designSchema>>;

export const mostCells = 1_000;

/** The parallel requests that one can choose. */
export const parallels = [1, 2, 3, 4, 5, 6] as const;
export const usualParallel = 2;

const cellSchema = z.object({
  /** Its place among all combinations of the design. */
  index: z.number(),
  /** The take that was made of it; absent until its request is about to leave. */
  take: z.optional(z.string()),
  /** Takes that it had before it was repeated. */
  earlier: z.catch(z.array(z.string()), []),
});
export type BatchCell = Readonly<z.infer<typeof cellSchema>>;

/** A batch as it is kept. How far a cell is stands in its take. */
export const batchSchema = z.object({
  id: z.string().check(z.minLength(1)),
  /** Unix time in milliseconds. */
  created: z.number(),
  design: designSchema,
  /** Those that are sent: combinations that the document doesn't allow were named before and left out. */
  cells: z.array(cellSchema),
  /** The service that its cells go to, by its name; noted at the start when absent, where there are several. */
  service: z.optional(z.string().check(z.regex(serviceNamePattern))),
  parallel: z.catch(z.number().check(z.minimum(1), z.maximum(6)), usualParallel),
});
export type Batch = Readonly<z.infer<typeof batchSchema>>;
