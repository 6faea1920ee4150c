import type { JsonObject } from "./json.ts";
import { type Mode, type ModelDescriptor, modes } from "./model.ts";
import { findModel } from "./models/index.ts";
import { textLimit } from "./validate.ts";

/** The playground's own thresholds in characters: longer texts switch the mode off (section 8). */
const playgroundThresholds = { stream: 1_000, speech: 5_000 } as const satisfies Partial<Record<Mode, number>>;

/** Whether a mode can be used for a text, and why not. `limit` is the longest text that the mode takes. */
export type ModeAvailability =
  | { readonly on: true; readonly limit?: number }
  | { readonly on: false; readonly reason: "not_offered" }
  | { readonly on: false; readonly reason: "too_long"; readonly limit: number };

/** Says for one mode of a model whether a text of `characters` characters can use it (sections 2.3, 2.4 and 8). */
export function modeAvailability(model: ModelDescriptor, mode: Mode, characters: number): ModeAvailability {
  if (model.modes[mode] === undefined) return { on: false, reason: "not_offered" };
  const limit = modeLimit(model, mode);
  if (limit === undefined) return { on: true };
  return characters <= limit ? { on: true, limit } : { on: false, reason: "too_long", limit };
}

/**
 * The longest text that the playground sends in a mode: the model's own limit or the playground's threshold,
 * whichever is lower; undefined where there is neither.
 */
export function modeLimit(model: ModelDescriptor, mode: Mode): number | undefined {
  const limits = [textLimit(model, mode), mode === "async" ? undefined : playgroundThresholds[mode]];
  const known = limits.filter((limit) => limit !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** The mode that holds for a choice, a model and a length. */
export interface EffectiveMode {
  readonly mode: Mode;
  /** The choice that had to yield and why; absent while the choice holds. */
  readonly yielded?: { readonly from: Mode; readonly reason: "not_offered" | "too_long"; readonly limit?: number };
  /** Set when no mode takes the text: the last mode stays selected and nothing can be sent. */
  readonly blocked?: { readonly limit: number };
}

/**
 * Derives the mode from the person's choice. A mode that is off yields to the next one that the model offers: stream,
 * speech, async. A choice that the model does not offer gives way to the model's default mode. Because the choice
 * itself is kept, it comes back when the text gets shorter or the model changes back.
 *
 * @param choice the mode that the person chose for this model; undefined when they have not chosen.
 * @param characters the text's length in code points.
 */
export function effectiveMode(model: ModelDescriptor, choice: Mode | undefined, characters: number): EffectiveMode {
  const offered = modes.filter((mode) => model.modes[mode] !== undefined);
  const wanted = choice ?? model.defaultMode;
  const start = offered.includes(wanted) ? wanted : model.defaultMode;
  const chain = offered.slice(offered.indexOf(start));
  const mode = chain.find((candidate) => modeAvailability(model, candidate, characters).on) ?? chain.at(-1) ?? start;
  const availability = modeAvailability(model, mode, characters);
  const blocked =
    availability.on || availability.reason !== "too_long" ? {} : { blocked: { limit: availability.limit } };
  return {
    mode,
    ...(mode === wanted ? {} : { yielded: { from: wanted, ...whyOff(model, wanted, characters) } }),
    ...blocked,
  };
}

function whyOff(model: ModelDescriptor, mode: Mode, characters: number) {
  const availability = modeAvailability(model, mode, characters);
  if (availability.on || availability.reason === "not_offered") return { reason: "not_offered" } as const;
  return { reason: "too_long", limit: availability.limit } as const;
}

/** What would take a text: every mode of every model that is on for it, in the order of the models. */
export function whatWouldWork(
  models: readonly ModelDescriptor[],
  characters: number,
): readonly { readonly model: ModelDescriptor; readonly mode: Mode }[] {
  return models.flatMap((model) =>
    modes.filter((mode) => modeAvailability(model, mode, characters).on).map((mode) => ({ model, mode })),
  );
}

/**
 * Whether the answer to a body of the speech endpoint waits for a job, however long that takes (section 4, rule 1);
 * undefined where the body names no model that the contract knows.
 */
export function waitsForJob(body: JsonObject): boolean | undefined {
  const model = findModel(body["model"]);
  return model === undefined ? undefined : model.modes[model.modeOf(body)]?.waitsForJob === true;
}
