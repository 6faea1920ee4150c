import * as z from "zod/mini";
import { expand } from "../expand.ts";
import type { FieldDescriptor } from "../model.ts";
import { modes } from "../model.ts";
import { effectiveMode, modeAvailability } from "../modes.ts";
import { estimatePrice, settlePrice } from "../prices.ts";
import { routes, taskPath } from "../routes.ts";
import { languageOf, type Voice } from "../voices.ts";
import { modelOf } from "./request-kinds.ts";

/** A model and one of a field's names → everything that the descriptor says of the field. */
export function fieldKind(input: unknown): unknown {
  const { model, name } = z.strictObject({ model: z.string(), name: z.string() }).parse(input);
  const field = modelOf(model).fields.find(({ places }) => places.some(({ path }) => path.join(".") === name));
  if (field === undefined) return null;
  return {
    key: field.key,
    kind: field.kind,
    names: field.places.map(({ path }) => path.join(".")),
    modes: [...field.modes].sort(),
    required: field.required === true,
    frame: field.websocketName ?? null,
    default: "default" in field ? field.default : null,
    ...details(field),
  };
}

function details(field: FieldDescriptor): object {
  if (field.kind === "number") return { range: field.range, unit: field.unit };
  if (field.kind === "reference") return { fallback: field.fallback ?? null };
  if (field.kind !== "choice") return {};
  return {
    open: field.open === true,
    options: field.options.map(({ value }) => value),
    restricted: Object.fromEntries(field.options.flatMap(({ value, modes }) => (modes ? [[value, modes]] : []))),
  };
}

/** A model → its modes with limits, endpoints and transports, its containers and how it is paid for. */
export function modelKind(input: unknown): unknown {
  const model = modelOf(z.string().parse(input));
  return {
    ...model,
    modes: Object.fromEntries(modes.map((mode) => [mode, model.modes[mode] ?? null])),
    fields: model.fields.map(({ key }) => key).sort(),
  };
}

/** A model, a choice and a length → which modes are on, the effective one, what yielded and what is blocked. */
export function modesKind(input: unknown): unknown {
  const { model, choice, characters } = z
    .strictObject({ model: z.string(), choice: z.optional(z.enum(modes)), characters: z.number() })
    .parse(input);
  const descriptor = modelOf(model);
  return {
    on: modes.filter((mode) => modeAvailability(descriptor, mode, characters).on),
    yielded: null,
    blocked: null,
    ...effectiveMode(descriptor, choice, characters),
  };
}

/** A text, and what came with the finished audio → the estimate and the settled price. */
export function priceKind(input: unknown): unknown {
  const { model, text, multiplier, answer } = z
    .strictObject({
      model: z.string(),
      text: z.unknown(),
      multiplier: z.optional(z.number()),
      answer: z.optional(z.unknown()),
    })
    .parse(input);
  const descriptor = modelOf(model);
  const estimate = estimatePrice(descriptor, z.string().parse(expand(text)), multiplier);
  return { estimate, settled: settlePrice(descriptor, estimate, answer, multiplier) };
}

/** A model → its voices, counted, and as a digest of `name gender` lines in the order of their names. */
export async function voicesKind(input: unknown): Promise<unknown> {
  const field = modelOf(z.string().parse(input)).fields.find(({ kind }) => kind === "voice");
  if (field?.kind !== "voice") return null;
  const { voices } = field;
  const lines = voices.map(({ name, gender }) => `${name} ${gender}\n`).sort();
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(lines.join("")));
  return {
    voices: voices.length,
    unique: new Set(voices.map(({ name }) => name)).size,
    locales: new Set(voices.map(({ locale }) => locale)).size,
    female: voices.filter(({ gender }) => gender === "female").length,
    male: voices.filter(({ gender }) => gender === "male").length,
    perLanguage: countBy(voices, ({ locale }) => languageOf(locale)),
    names: voices.map(({ name }) => name),
    sha256: Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join(""),
  };
}

function countBy(voices: readonly Voice[], keyOf: (voice: Voice) => string): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const voice of voices) counts[keyOf(voice)] = (counts[keyOf(voice)] ?? 0) + 1;
  return counts;
}

/** A method and a path → whether the contract has the route. */
export function routeKind(input: unknown): unknown {
  const { method, path } = z.strictObject({ method: z.string(), path: z.string() }).parse(input);
  return Object.values(routes).some((route) => route.method === method && route.path === path);
}

/** A task's route and an id → the path, or null where the id is none. */
export function taskPathKind(input: unknown): unknown {
  const { route, id } = z
    .strictObject({ route: z.enum(["task", "content", "timestamps"]), id: z.unknown() })
    .parse(input);
  return taskPath(route, z.string().parse(expand(id))) ?? null;
}
