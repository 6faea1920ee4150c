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
import { addPrices, estimatePrice, type Price } from "../../contract/prices.ts";
import type { Problem } from "../../contract/problems.ts";
import {
  composeRequest,
  endpointOf,
  type SpeechRequest,
  type UnwrittenRequest,
  writeRequest,
} from "../../contract/request.ts";
import { resolveRequest } from "../../contract/resolve.ts";
import { isSpeakable } from "../../contract/scripts.ts";
import { validateRequest } from "../../contract/validate.ts";
import type { Settings } from "../page/settings.ts";
import { type Direction, readDirections, withoutDirections } from "../text/directions.ts";
import { type Cue, type Division, divideAtCues, divideText } from "../text/divide.ts";
import { type Pronunciations, respell } from "../text/pronunciations.ts";
import { readWritingSystem, type TextWritingSystem } from "../text/writing-system.ts";
import { voiceFieldOf } from "../voices/voice-called.ts";
import { deriveFields, deriveValues, type FieldState } from "./derive-form.ts";
import { followDirections, meantDirections, saidByForm } from "./follow-directions.ts";

/** Why nothing can be sent as things stand. */
export type Obstacle =
  /** `directions`: nothing but such as are followed. */
  | { readonly kind: "no_text"; readonly directions?: true }
  | {
      readonly kind: "too_long";
      readonly limit: number;
      /** What would take the text instead. */
      readonly instead: readonly { readonly model: ModelDescriptor; readonly mode: Mode }[];
    }
  | { readonly kind: "missing"; readonly fields: readonly FieldState[] }
  /** Directions in the script that can't be followed. */
  | { readonly kind: "directions"; readonly wrong: readonly Direction[] };

/** Everything about a submission that follows from the settings and the length of the script. */
export interface Plan {
  readonly model: ModelDescriptor;
  /** The length of what is sent, in code points. */
  readonly characters: number;
  readonly effective: EffectiveMode;
  readonly mode: Mode;
  /** `in_parts`: one request of that mode takes the whole script, or none. */
  readonly availability: Readonly<Record<Mode, ModeAvailability | { readonly on: false; readonly reason: "in_parts" }>>;
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
  /** What the script says about how it is spoken, where that is followed: pauses and other voices. */
  readonly cues: readonly Cue[];
  /** The words of the script that are sent as they are to be spoken. */
  readonly pronunciations: Pronunciations;
  /** Whether the script has directions, followed or not. */
  readonly hasDirections: boolean;
  /** Whether those that it has are followed: else they are spoken as they stand. */
  readonly followsDirections: boolean;
  /** Undefined when it can be sent. */
  readonly obstacle: Obstacle | undefined;
}

/** As much of a plan as its request follows from. */
type RequestPlan = Pick<Plan, "model" | "fields" | "mode" | "transport" | "placing"> &
  Partial<Pick<Plan, "pronunciations">>;

/** The settings that a plan depends on; the script only by its length, so that typing stays cheap. */
export type PlanSettings = Pick<Settings, "model" | "modes" | "transport" | "values"> & {
  /** So when undefined. */
  readonly followsDirections?: boolean | undefined;
};

/** What a plan must know of the script. */
export interface TextMeasures {
  /** The length of what is sent, in code points. */
  readonly characters: number;
  /** What of the list of pronunciations is in it. */
  readonly pronunciations: Pronunciations;
  /** Whether there is anything to speak besides white space. */
  readonly hasText: boolean;
  readonly directions: readonly Direction[];
  /** Whether anything is sent that is spoken, besides directions. */
  readonly hasTextBeside: boolean;
  /** How it is written: a voice that nobody chose goes with it. */
  readonly writing: TextWritingSystem;
}

export function derivePlan(
  settings: PlanSettings,
  language: InterfaceLanguage,
  { characters, pronunciations, hasText, directions, hasTextBeside, writing }: TextMeasures,
): Plan {
  const model = chosenModel(settings.model);
  const choice = settings.modes[model.id];
  const values = settings.values[model.id] ?? {};
  const { followsDirections = true } = settings;
  const { cues, wrong, hasDirections } = followDirections(directions, model, values, followsDirections);
  const asOne = effectiveMode(model, choice, characters);
  const inParts =
    cues.length > 0
      ? modeOfCues(model, choice, asOne.mode)
      : asOne.blocked && modeInParts(model, asOne.blocked.limit, choice);
  const effective: EffectiveMode = inParts === undefined ? asOne : { mode: inParts };
  const { mode } = effective;
  const partLimit = inParts && modeLimit(model, inParts);
  const transports = partLimit === undefined ? (model.modes[mode]?.transports ?? ["http"]) : (["http"] as const);
  const transport = transports.includes(settings.transport) ? settings.transport : (transports[0] ?? "http");
  const endpoint = endpointOf(model, { mode, transport });
  const fields = deriveFields(model, values, mode, endpoint, { language, writing });
  const placing = placingOf(model, values);
  return {
    model,
    characters,
    effective,
    mode,
    availability: {
      stream: availabilityOf("stream"),
      speech: availabilityOf("speech"),
      async: availabilityOf("async"),
      ...(partLimit === undefined ? {} : { [mode]: { on: true, limit: partLimit } }),
    },
    transport,
    transports,
    fields,
    placing,
    conflicts: deriveConflicts({ model, fields, mode, transport, placing }),
    headerless: isRaw(expectedFormat(model.output(setValues(fields)))),
    partLimit,
    cues,
    pronunciations,
    hasDirections,
    followsDirections,
    obstacle:
      wrong.length > 0
        ? { kind: "directions", wrong }
        : cues.length > 0 && !hasTextBeside
          ? { kind: "no_text", directions: true }
          : // Directions that aren't followed are spoken.
            deriveObstacle(effective, fields, characters, partLimit && !hasDirections ? hasTextBeside : hasText),
  };

  function availabilityOf(other: Mode): Plan["availability"][Mode] {
    const state = modeAvailability(model, other, characters);
    if (cues.length === 0 || model.modes[other] === undefined) return state;
    const limit = takesParts(model, other) ? modeLimit(model, other) : undefined;
    return limit === undefined ? { on: false, reason: "in_parts" } : { on: true, limit };
  }
}

/**
 * The request of a plan with the script's text or a part of it, not written out yet; in another voice than the form's.
 */
export function composePlan(
  { model, fields, mode, transport, placing, pronunciations = [] }: RequestPlan,
  text: string,
  voice?: string,
): UnwrittenRequest {
  const values = deriveValues(fields, model, respell(text, pronunciations).text);
  const field = voiceFieldOf(model);
  const spokenBy = field === undefined || voice === undefined ? {} : { [field.key]: voice };
  return composeRequest(model, { ...values, ...spokenBy }, { mode, transport, ...placing });
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
  const { model, effective, partLimit, pronunciations } = plan;
  if (effective.blocked !== undefined) return undefined;
  const priceOf = (part: string) => estimatePrice(model, respell(part, pronunciations).text, multiplier);
  if (partLimit === undefined) return priceOf(text);
  // Of nothing but brackets there is none.
  const [first, ...others] = deriveParts(plan, text).map(({ start, end }) => priceOf(text.slice(start, end)));
  return first && others.reduce(addPrices, first);
}

/** The parts in which a plan sends the script; none where one request is all. */
export function deriveParts(
  { partLimit, cues, pronunciations }: Pick<Plan, "partLimit" | "cues" | "pronunciations">,
  text: string,
): readonly Division[] {
  if (partLimit === undefined) return [];
  return divideAtCues(text, partLimit, cues, saidWith(pronunciations)).flatMap((part) =>
    fitParts(part, text, partLimit, pronunciations),
  );
}

/** How many characters are sent of a text, respelled. */
export function countSent(text: string, pronunciations: Pronunciations): number {
  return countCharacters(respell(text, pronunciations).text);
}

/** Whether there is anything to speak in a text, respelled. */
function saidWith(pronunciations: Pronunciations): (text: string) => boolean {
  return (text) => isSpeakable(respell(text, pronunciations).text);
}

/** A part, divided further as long as more is sent of it than one request takes. */
function fitParts(part: Division, text: string, limit: number, pronunciations: Pronunciations): readonly Division[] {
  if (pronunciations.length === 0) return [part];
  const { pauseBehind, ...own } = part;
  const { start, end } = own;
  const sent = countSent(text.slice(start, end), pronunciations);
  if (sent <= limit || end - start < 2) return [part];
  const shorter = Math.max(1, Math.floor(((end - start) * limit) / sent));
  return divideText(text, shorter, start, end, saidWith(pronunciations)).flatMap((each, index, all) => {
    const behind = index === all.length - 1 && pauseBehind !== undefined ? { pauseBehind } : {};
    const piece = { ...own, ...each, pause: index === 0 ? part.pause : each.pause, ...behind };
    return fitParts(piece, text, limit, pronunciations);
  });
}

/**
 * The mode in which a script of more than `limit` characters, the most that the model takes at once, can be sent in
 * parts; undefined where only a task takes so many.
 */
function modeInParts(model: ModelDescriptor, limit: number, choice: Mode | undefined): Mode | undefined {
  return [choice, "speech" as const].find((mode) => takesParts(model, mode) && modeLimit(model, mode) === limit);
}

/** The mode in which a script with directions is sent: the chosen one wherever that answers with sound. */
function modeOfCues(model: ModelDescriptor, ...wanted: readonly (Mode | undefined)[]): Mode | undefined {
  return [...wanted, "speech" as const, model.defaultMode].find((mode) => takesParts(model, mode));
}

function takesParts(model: ModelDescriptor, mode: Mode | undefined): mode is Mode {
  return mode !== undefined && model.modes[mode]?.endpoint === "speech" && modeLimit(model, mode) !== undefined;
}

/**
 * What a plan must know of a text.
 *
 * @param list the words that are sent otherwise, as far as they are in it.
 */
export function measureText(text: string, list: Pronunciations = []): TextMeasures {
  const directions = readDirections(text);
  const sent = respell(text, list);
  const beside = withoutDirections(text, meantDirections(directions));
  return {
    characters: countCharacters(sent.text),
    pronunciations: sent.used,
    hasText: /\S/u.test(text),
    directions,
    hasTextBeside: isSpeakable((beside === text ? sent : respell(beside, sent.used)).text),
    writing: readWritingSystem(saidByForm(text)),
  };
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
