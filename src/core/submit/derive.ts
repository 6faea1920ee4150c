import { isRaw } from "../../audio/base/format.ts";
import { expectedFormat } from "../../audio/formats/expected-format.ts";
import { countCharacters } from "../../contract/characters.ts";
import type { InterfaceLanguage } from "../../contract/language.ts";
import type { FieldValue, Mode, ModelDescriptor, Transport } from "../../contract/model.ts";
import { chosenModel, models } from "../../contract/models/index.ts";
import {
  type EffectiveMode,
  effectiveMode,
  type ModeAvailability,
  modeAvailability,
  modeLimit,
  whatWouldWork,
} from "../../contract/modes.ts";
import { type Placing, placingOf } from "../../contract/placing.ts";
import { estimatePrice, type Price } from "../../contract/prices.ts";
import type { Problem } from "../../contract/problems.ts";
import {
  composeRequest,
  endpointOf,
  type SpeechRequest,
  type UnwrittenRequest,
  writeRequest,
} from "../../contract/request.ts";
import { resolveRequest } from "../../contract/resolve.ts";
import { validateRequest } from "../../contract/validate.ts";
import type { Settings } from "../page/settings.ts";
import { type Division, divideText } from "../text/divide.ts";
import { readWritingSystem, type TextWritingSystem } from "../text/writing-system.ts";
import { deriveFields, deriveValues, type FieldState } from "./derive-form.ts";

/** Why nothing can be sent as things stand. */
export type Obstacle =
  | { readonly kind: "no_text" }
  | {
      readonly kind: "too_long";
      readonly limit: number;
      /** What would take the text instead. */
      readonly instead: readonly { readonly model: ModelDescriptor; readonly mode: Mode }[];
    }
  | { readonly kind: "missing"; readonly fields: readonly FieldState[] };

/** Everything about a submission that follows from the settings and the length of the script. */
export interface Plan {
  readonly model: ModelDescriptor;
  readonly characters: number;
  readonly effective: EffectiveMode;
  readonly mode: Mode;
  readonly availability: Readonly<Record<Mode, ModeAvailability>>;
  readonly transport: Transport;
  readonly transports: readonly Transport[];
  readonly fields: readonly FieldState[];
  /** Where fields are written that may stand in several places. */
  readonly placing: Placing;
  /** What is wrong between fields; what is wrong with one field stands at the field. */
  readonly conflicts: readonly Problem[];
  /** Whether the answer is headerless samples, whose rate the document doesn't name. */
  readonly headerless: boolean;
  /**
   * The most characters of one request where the script is longer than one takes: it is sent in parts then. Undefined
   * where one request is all.
   */
  readonly partLimit: number | undefined;
  /** Undefined when it can be sent. */
  readonly obstacle: Obstacle | undefined;
}

/** As much of a plan as its request follows from. */
type RequestPlan = Pick<Plan, "model" | "fields" | "mode" | "transport" | "placing">;

/** The settings that a plan depends on; the script only by its length, so that typing stays cheap. */
export type PlanSettings = Pick<Settings, "model" | "modes" | "transport" | "values">;

/** What a plan must know of the script. */
export interface TextMeasures {
  /** The length in code points. */
  readonly characters: number;
  /** Whether there is anything to speak besides white space. */
  readonly hasText: boolean;
  /** How it is written: a voice that nobody chose goes with it. */
  readonly writing: TextWritingSystem;
}

export function derivePlan(
  settings: PlanSettings,
  language: InterfaceLanguage,
  { characters, hasText, writing }: TextMeasures,
): Plan {
  const model = chosenModel(settings.model);
  const choice = settings.modes[model.id];
  const asOne = effectiveMode(model, choice, characters);
  const inParts = asOne.blocked === undefined ? undefined : modeInParts(model, asOne.blocked.limit, choice);
  const effective: EffectiveMode = inParts === undefined ? asOne : { mode: inParts };
  const { mode } = effective;
  const partLimit = inParts && modeLimit(model, inParts);
  const transports = partLimit === undefined ? (model.modes[mode]?.transports ?? ["http"]) : (["http"] as const);
  const transport = transports.includes(settings.transport) ? settings.transport : (transports[0] ?? "http");
  const endpoint = endpointOf(model, { mode, transport });
  const values = settings.values[model.id] ?? {};
  const fields = deriveFields(model, values, mode, endpoint, { language, writing });
  const placing = placingOf(model, values);
  return {
    model,
    characters,
    effective,
    mode,
    availability: {
      stream: modeAvailability(model, "stream", characters),
      speech: modeAvailability(model, "speech", characters),
      async: modeAvailability(model, "async", characters),
      ...(partLimit === undefined ? {} : { [mode]: { on: true, limit: partLimit } }),
    },
    transport,
    transports,
    fields,
    placing,
    conflicts: deriveConflicts({ model, fields, mode, transport, placing }),
    headerless: isRaw(expectedFormat(model.output(setValues(fields)))),
    partLimit,
    obstacle: deriveObstacle(effective, fields, characters, hasText),
  };
}

/** The request of a plan with the script's text, not written out yet. */
export function composePlan({ model, fields, mode, transport, placing }: RequestPlan, text: string): UnwrittenRequest {
  return composeRequest(model, deriveValues(fields, model, text), { mode, transport, ...placing });
}

/** The request of a plan, with the script's text. */
export function deriveRequest(plan: RequestPlan, text: string): SpeechRequest {
  return writeRequest(composePlan(plan, text));
}

/**
 * What the plan costs with the script's text, as far as the document tells: before the group multiplier unless it is
 * given.
 */
export function derivePrice(plan: Plan, text: string, multiplier?: number): Price | undefined {
  const { model, effective, partLimit } = plan;
  if (effective.blocked !== undefined) return undefined;
  if (partLimit === undefined) return estimatePrice(model, text, multiplier);
  return deriveParts(plan, text)
    .map(({ start, end }) => estimatePrice(model, text.slice(start, end), multiplier))
    .reduce(addPrices);
}

/** The parts in which a plan sends the script; none where one request is all. */
export function deriveParts({ partLimit }: Pick<Plan, "partLimit">, text: string): readonly Division[] {
  return partLimit === undefined ? [] : divideText(text, partLimit);
}

function addPrices(one: Price, other: Price): Price {
  if (one.kind === "tokens" && other.kind === "tokens") return { kind: "tokens", tokens: one.tokens + other.tokens };
  if (one.kind !== "money" || other.kind !== "money") return one;
  // In millionths, as the prices themselves are counted.
  const amount = Math.round((one.amount + other.amount) * 1e6) / 1e6;
  return { ...one, seconds: one.seconds + other.seconds, amount };
}

/**
 * The mode in which a script of more than `limit` characters, the most that the model takes at once, can be sent in
 * parts; undefined where only a task takes so many.
 */
function modeInParts(model: ModelDescriptor, limit: number, choice: Mode | undefined): Mode | undefined {
  const takesParts = (mode: Mode | undefined): mode is Mode =>
    mode !== undefined && model.modes[mode]?.endpoint === "speech" && modeLimit(model, mode) === limit;
  return [choice, "speech" as const].find(takesParts);
}

/** The length of a text in characters, whether it says anything, and how it is written. */
export function measureText(text: string): TextMeasures {
  return { characters: countCharacters(text), hasText: /\S/u.test(text), writing: readWritingSystem(text) };
}

function deriveObstacle(
  { blocked }: EffectiveMode,
  fields: readonly FieldState[],
  characters: number,
  hasText: boolean,
): Obstacle | undefined {
  if (!hasText) return { kind: "no_text" };
  if (blocked !== undefined) {
    const inParts = models.flatMap((model) => {
      const most = effectiveMode(model, undefined, characters).blocked?.limit;
      const mode = most === undefined ? undefined : modeInParts(model, most, undefined);
      return mode === undefined ? [] : [{ model, mode }];
    });
    return { kind: "too_long", limit: blocked.limit, instead: [...whatWouldWork(models, characters), ...inParts] };
  }
  const missing = fields.filter(({ problem }) => problem?.code === "missing" || problem?.code === "empty");
  return missing.length > 0 ? { kind: "missing", fields: missing } : undefined;
}

/** The values of the fields that are there and that hold one. */
function setValues(fields: readonly FieldState[]): Readonly<Record<string, FieldValue>> {
  return Object.fromEntries(
    fields.flatMap(({ field, value }) => (value === undefined ? [] : [[field.key, value] as const])),
  );
}

/** The rules over several fields (section 2.3), asked of the request without its text. */
function deriveConflicts(plan: RequestPlan): readonly Problem[] {
  const { model } = plan;
  const { content, endpoint } = composePlan(plan, "…");
  const resolution = resolveRequest(model, content, endpoint);
  return validateRequest(resolution).filter(({ code }) => code === "conflict");
}
