import * as z from "zod/mini";
import { cleanText, cleanValue, isClean } from "../../contract/clean.ts";
import {
  type FieldDescriptor,
  type FieldValue,
  type ModelDescriptor,
  modes,
  transports,
} from "../../contract/model.ts";
import { findModel } from "../../contract/models/index.ts";
import { placeKey, placementKey, spellingKey } from "../../contract/placing.ts";
import type { FormValues } from "../../contract/request.ts";
import type { TakeForm } from "../takes/take.ts";
import { optionalPronunciations } from "../takes/take-schema.ts";
import { longestScript } from "../text/longest-script.ts";

/** What else is shared than the text, at most: a link of a page can hold values that no page can work with. */
const [longestValue, mostNames, longestName] = [10_000, 20, 60];

/** The form of what is shared, in a link or a file. */
const sharedFormat = "speech-playground-settings";
const sharedVersion = 1;

/** Settings and text on their way to somebody else. */
export interface SharedForm {
  readonly format: typeof sharedFormat;
  readonly version: typeof sharedVersion;
  readonly model: string;
  readonly mode: string;
  readonly transport: string;
  readonly values: Readonly<Record<string, FieldValue>>;
  readonly text: string;
  readonly pronunciations?: TakeForm["pronunciations"];
  readonly followsDirections?: TakeForm["followsDirections"];
}

/** What was shared, and what stays here because it may not leave. */
export interface Sharing {
  readonly shared: SharedForm;
  /** Fields whose address opens something that isn't everybody's. */
  readonly withheld: readonly FieldDescriptor[];
  /** Whether something in the text looked like a key and was replaced. */
  readonly textCleaned: boolean;
}

/** A form in the shape in which it is shared, whole: for what stays in this browser. */
export function packForm(form: TakeForm): SharedForm {
  return { format: sharedFormat, version: sharedVersion, ...form };
}

/** Prepares a form to be shared: no key and no signed address goes along. */
export function shareForm(
  model: ModelDescriptor,
  form: Omit<TakeForm, "values"> & { readonly values: FormValues },
): Sharing {
  const { mode, transport, text, followsDirections } = form;
  const values: Record<string, FieldValue> = {};
  const withheld: FieldDescriptor[] = [];
  for (const [key, value] of Object.entries(form.values)) {
    if (value === undefined) continue;
    const field = model.fields.find((candidate) => candidate.key === key);
    if (typeof value !== "string" || isClean(value)) values[key] = value;
    else if (field !== undefined) withheld.push(field);
  }
  const cleaned = cleanText(text);
  const respelled = form.pronunciations && { pronunciations: form.pronunciations };
  return {
    shared: packForm({
      ...{ model: model.id, mode, transport, values, text: cleaned, followsDirections },
      ...cleanValue(respelled),
    }),
    withheld,
    textCleaned: cleaned !== text,
  };
}

/** What was taken from something shared. */
export interface Received {
  /** Undefined where the model isn't known here: then only the text can be taken. */
  readonly form: TakeForm | undefined;
  readonly text: string;
  /** Names of what this page doesn't know, or can't hold, and left out; the first of them. */
  readonly ignored: readonly string[];
}

const receivedSchema = z.looseObject({
  format: z.literal(sharedFormat),
  version: z.number(),
  model: z.string(),
  mode: z.catch(z.optional(z.enum(modes)), undefined),
  transport: z.catch(z.enum(transports), "http"),
  values: z.catch(z.record(z.string(), z.unknown()), {}),
  text: z.string().check(z.maxLength(2 * longestScript)),
  pronunciations: optionalPronunciations,
  followsDirections: z.catch(z.optional(z.boolean()), undefined),
});

/** Reads what somebody shared; undefined where it is none. What isn't known here is left out and named. */
export function receiveForm(value: unknown): Received | undefined {
  const parsed = receivedSchema.safeParse(value);
  if (!parsed.success) return undefined;
  const { format, version, model: id, mode, transport, values: sent, text, ...more } = parsed.data;
  const { pronunciations, followsDirections, ...others } = more;
  const unknown = Object.keys(others);
  const named = (names: readonly string[]) => names.slice(0, mostNames).map((name) => name.slice(0, longestName));
  const model = findModel(id);
  if (model === undefined) return { form: undefined, text, ignored: named([...unknown, id]) };
  const values: Record<string, FieldValue> = {};
  for (const [key, each] of Object.entries(sent)) {
    if (isKnown(model, key, each)) values[key] = each;
    else unknown.push(key);
  }
  const known = mode !== undefined && model.modes[mode] !== undefined ? mode : model.defaultMode;
  return {
    form: {
      ...{ model: id, mode: known, transport, values, text, followsDirections },
      ...(pronunciations && { pronunciations }),
    },
    text,
    ignored: named(unknown),
  };
}

/** Whether a form of `model` can hold `value` under `key`; whether the document allows it is said at the field. */
function isKnown(model: ModelDescriptor, key: string, value: unknown): value is FieldValue {
  if (typeof value === "string" && value.length > longestValue) return false;
  if (key === placementKey || key === spellingKey) return typeof value === "string";
  const field = model.fields.find((candidate) => candidate.key === key || placeKey(candidate) === key);
  if (field === undefined || field.group === "control" || field.group === "script") return false;
  if (field.key !== key) return typeof value === "string";
  switch (field.kind) {
    case "number":
      return typeof value === "number" || typeof value === "string";
    case "boolean":
      return typeof value === "boolean";
    default:
      return typeof value === "string";
  }
}
