import { undocumented } from "../../contract/language.ts";
import type {
  ChoiceField,
  FieldDescriptor,
  FieldGroup,
  FieldValue,
  Mode,
  ModelDescriptor,
  NumberRange,
  Spelling,
} from "../../contract/model.ts";
import { placingOf } from "../../contract/placing.ts";
import type { Problem } from "../../contract/problems.ts";
import type { FormValues } from "../../contract/request.ts";
import { defaultOf } from "../../contract/resolve.ts";
import type { Endpoint } from "../../contract/routes.ts";
import { applies, checkValue } from "../../contract/validate.ts";
import { firstVoice, type VoiceOccasion } from "../voices/voice-fit.ts";

/** A field of the form as it stands: what was set, what holds, what is wrong with it. */
export interface FieldState<Field extends FieldDescriptor = FieldDescriptor> {
  readonly field: Field;
  /** What a person set; undefined means that nothing is sent. */
  readonly value: FieldValue | undefined;
  readonly problem: Problem | undefined;
}

/** The groups of fields below the script, in the order in which the page shows them. */
export const shownGroups = ["voice", "emotion", "delivery", "output"] as const satisfies readonly FieldGroup[];

/**
 * The fields that apply to a model, mode and endpoint, in the descriptor's order, with their state. What doesn't apply,
 * and what another field's value hides, isn't there.
 */
export function deriveFields(
  model: ModelDescriptor,
  values: FormValues,
  mode: Mode,
  endpoint: Endpoint,
  occasion: VoiceOccasion,
): readonly FieldState[] {
  const { spelling } = placingOf(model, values);
  return model.fields
    .filter(({ group }) => group !== "script" && group !== "control")
    .filter((field) => applies(field, mode, endpoint) && isShown(field, model, values))
    .map((field) => {
      const value = valueInMode(field, values[field.key], mode) ?? firstValue(field, occasion);
      const problem =
        value === undefined ? missing(field) : checkValue(field, value, nameOf(field, endpoint, spelling), mode);
      return { field, value, problem };
    });
}

/** What the form sends: the values of the fields that are there, and the text. */
export function deriveValues(fields: readonly FieldState[], model: ModelDescriptor, text: string): FormValues {
  const values: Record<string, FieldValue> = {};
  for (const { field, value } of fields) if (value !== undefined) values[field.key] = value;
  const script = model.fields.find(({ group }) => group === "script");
  if (script !== undefined) values[script.key] = text;
  return values;
}

/** The value that a control shows while nothing is set: the documented default, else the one that changes nothing. */
export function restingValue(field: FieldDescriptor): FieldValue | undefined {
  return defaultOf(field) ?? (field.kind === "number" ? field.neutral : undefined);
}

/** Like {@link restingValue} of a choice among `fields`: where it follows another, what that one's value makes it. */
export function restingChoice(field: ChoiceField, fields: readonly FieldState[]): string | undefined {
  const { follows } = field;
  const other = follows && fields.find(({ field: { key } }) => key === follows.key)?.value;
  const followed = follows && Object.hasOwn(follows.values, String(other)) ? follows.values[String(other)] : undefined;
  const resting = followed ?? restingValue(field);
  return resting === undefined ? undefined : String(resting);
}

/** The ends of a slider, and whether they are the document's or ours; undefined when there is nothing to slide. */
export function sliderRange(
  field: Extract<FieldDescriptor, { kind: "number" }>,
): { readonly range: NumberRange; readonly ours: boolean } | undefined {
  const range = field.range === undocumented ? field.ownRange : field.range;
  if (range === undefined || range.minimum === range.maximum) return undefined;
  return { range, ours: field.range === undocumented };
}

/** The name under which a field is sent and under which an error speaks of it. */
export function nameOf(field: FieldDescriptor, endpoint: Endpoint, spelling: Spelling = "openai"): string {
  if (endpoint === "websocket" && field.websocketName !== undefined) return field.websocketName;
  const spelt = field.places.find(({ spellings }) => spellings?.includes(spelling));
  return field.writes ?? (spelt ?? field.places[0]).path.join(".");
}

/** What a person typed as a number: a finite number as such, nothing as undefined, anything else as it was typed. */
export function parseNumber(typed: string): number | string | undefined {
  // Input methods for Chinese and Japanese write digits of full width.
  const text = typed
    .normalize("NFKC")
    .trim()
    .replace("−", "-")
    .replace(/^([+-]?\d*),(\d+)$/, "$1.$2");
  if (text === "") return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : typed;
}

/** Like {@link parseNumber}, where a comma or space in front of three digits stands between thousands. */
export function parseWhole(typed: string): number | string | undefined {
  return parseNumber(typed.normalize("NFKC").replace(/(?<=\d)[,\s](?=\d{3}\b)/g, ""));
}

function isShown(field: FieldDescriptor, model: ModelDescriptor, values: FormValues): boolean {
  const { shownWhen } = field;
  if (shownWhen === undefined) return true;
  const other = model.fields.find(({ key }) => key === shownWhen.key);
  const value = values[shownWhen.key] ?? (other === undefined ? undefined : defaultOf(other));
  return value !== undefined && shownWhen.values.includes(value);
}

/**
 * What was set, unless it is a choice of another mode: that one waits, like the field itself would, until its mode is
 * back.
 */
function valueInMode(field: FieldDescriptor, value: FieldValue | undefined, mode: Mode): FieldValue | undefined {
  const option = field.kind === "choice" ? field.options.find((candidate) => candidate.value === value) : undefined;
  return (option?.modes?.includes(mode) ?? true) ? value : undefined;
}

function firstValue(field: FieldDescriptor, occasion: VoiceOccasion): FieldValue | undefined {
  return field.kind === "voice" ? firstVoice(field, occasion) : undefined;
}

function missing(field: FieldDescriptor): Problem | undefined {
  return field.required === true
    ? { param: nameOf(field, "speech"), section: field.section, code: "missing" }
    : undefined;
}
