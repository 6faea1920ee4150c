import * as z from "zod";
import type { Product } from "./product.ts";

/** What the embedded service says in its log about one spoken request. */
const spokenSchema = z.object({
  model: z.string(),
  mode: z.string(),
  characters: z.number(),
  /** BCP 47 tag of the language that the engine spoke. */
  language: z.string(),
  durationSeconds: z.number(),
  /** How many words the engine said that it was speaking. */
  words: z.number(),
});
export type Spoken = z.infer<typeof spokenSchema>;

/** Every request that the embedded service has spoken so far, from the engine's own word events; oldest first. */
export function spokenBy(product: Product): readonly Spoken[] {
  return product
    .output()
    .split("\n")
    .filter((line) => line.includes('"msg":"spoken"'))
    .map((line) => spokenSchema.parse(JSON.parse(line)));
}
