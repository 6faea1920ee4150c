import * as z from "zod/mini";
import { expand } from "../expand.ts";
import { type Candidate, type ModelDescriptor, modes, placements, spellings, transports } from "../model.ts";
import { findModel } from "../models/index.ts";
import type { Problem } from "../problems.ts";
import { buildRequest } from "../request.ts";
import { effectiveValues, resolveRequest } from "../resolve.ts";
import { endpoints } from "../routes.ts";
import { validateRequest } from "../validate.ts";

/** A body as a value, or as JSON text for what a JavaScript value can't hold, such as `1e999` and own `__proto__`. */
const requestSchema = z.strictObject({
  model: z.string(),
  endpoint: z.enum(endpoints),
  body: z.optional(z.unknown()),
  text: z.optional(z.string()),
});

/** A request body → the mode, which place won for each field, what lost, what was ignored, what is wrong. */
export function requestKind(input: unknown): unknown {
  const { model: id, endpoint, body, text } = requestSchema.parse(input);
  const model = modelOf(id);
  const resolution = resolveRequest(model, text === undefined ? expand(body) : JSON.parse(text), endpoint);
  const fields = [...resolution.fields];
  const effective = effectiveValues(resolution);
  return {
    mode: resolution.mode,
    won: Object.fromEntries(fields.map(([key, { winner }]) => [key, winner ?? null])),
    lost: Object.fromEntries(fields.map(([key, { losers }]) => [key, losers])),
    ignored: resolution.ignored.map(({ place }: Candidate) => place),
    problems: validateRequest(resolution).map(ofTheDocument),
    values: Object.fromEntries(fields.map(([key]) => [key, effective[key] ?? null])),
    output: model.output(effective),
  };
}

/** The models that the document knows: a further one in the playground changes nothing of what it says. */
const documented: readonly string[] = ["cloud-tts", "streamspeech-v8", "refvoice-2"];

function ofTheDocument(problem: Problem): Problem {
  if (problem.code !== "value_not_allowed" || problem.param !== "model") return problem;
  return { ...problem, allowed: problem.allowed.filter((id) => documented.includes(id)) };
}

const buildSchema = z.strictObject({
  model: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  mode: z.enum(modes),
  transport: z.optional(z.enum(transports)),
  spelling: z.optional(z.enum(spellings)),
  placement: z.optional(z.enum(placements)),
  places: z.optional(z.record(z.string(), z.string())),
});

/** The values of a form → the endpoint, the path and the body's exact bytes. */
export function buildKind(input: unknown): unknown {
  const { model, values, mode, transport, spelling, placement, places } = buildSchema.parse(input);
  return buildRequest(modelOf(model), values, {
    mode,
    ...(transport && { transport }),
    ...(spelling && { spelling }),
    ...(placement && { placement }),
    ...(places && { places }),
  });
}

/** The descriptor of a model that a golden file names. */
export function modelOf(id: string): ModelDescriptor {
  const model = findModel(id);
  if (model === undefined) throw new Error(`The golden file names the model ${id}, which is not there.`);
  return model;
}
