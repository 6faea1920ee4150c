import type { FieldValue, ModelDescriptor } from "../../contract/model.ts";
import type { PlaygroundConfig } from "../../contract/playground.ts";
import { estimatePrice } from "../../contract/prices.ts";
import type { FormValues, SpeechRequest } from "../../contract/request.ts";
import { effectiveValues, resolveRequest } from "../../contract/resolve.ts";
import { excerptLength, type TakeDetails, type TakeForm, type TakeId, type TakeRow } from "../takes/take.ts";
import { derivePrice, deriveRequest, type Plan } from "./derive.ts";
import { emotionOf } from "./emotion-values.ts";

/** A submission that was not sent yet, as it is written down. */
export interface TakeDraft {
  readonly row: TakeRow;
  readonly details: TakeDetails;
  readonly model: ModelDescriptor;
  readonly request: SpeechRequest;
  /** The values that the request means to the model. */
  readonly values: Readonly<Record<string, FieldValue>>;
}

/** Where and when a draft is made. */
export interface TakeOrigin {
  readonly id: TakeId;
  /** Unix time in milliseconds. */
  readonly created: number;
  /** The page that sends it. */
  readonly owner: string;
  /** The service that it goes to, as far as known. */
  readonly config: PlaygroundConfig | undefined;
  /** The group multiplier of prices (section 8), where a person has entered it: it may be another one tomorrow. */
  readonly multiplier: number | undefined;
}

/**
 * Writes down what `plan` sends with `text`.
 *
 * @param form what the form of the plan's model holds, also what doesn't apply to the mode.
 */
export function draftTake(plan: Plan, text: string, form: FormValues, origin: TakeOrigin): TakeDraft {
  const { id } = origin;
  const { model, mode, transport, characters } = plan;
  const request = deriveRequest(plan, text);
  const values = valuesOf(model, request);
  const voiceField = model.fields.find(({ group }) => group === "voice");
  const voice = voiceField === undefined ? "" : String(values[voiceField.key] ?? "");
  return {
    model,
    request,
    values,
    row: {
      ...newRow(origin),
      model: model.id,
      mode,
      transport,
      voice,
      emotion: emotionOf(values),
      excerpt: excerptOf(text),
      characters,
      price: derivePrice(plan, text),
    },
    details: {
      id,
      form: formOfPlan(plan, text, form),
      request,
      log: { entries: [], dropped: 0 },
      words: [],
    },
  };
}

/**
 * What `plan` does with `text` as a form that can be brought back. What is sent without being set, such as the first voice of
 * the interface's language, is kept as if it had been set.
 *
 * @param form what the form of the plan's model holds, also what doesn't apply to the mode.
 */
export function formOfPlan({ model, mode, transport, fields }: Plan, text: string, form: FormValues): TakeForm {
  const sent = Object.fromEntries(fields.map(({ field, value }) => [field.key, value]));
  const values = { ...withoutGaps(form), ...withoutGaps(sent) };
  return { model: model.id, mode, transport, values, text };
}

/** What a row says of the service that it goes to, as far as known. */
export function serviceOf(config: PlaygroundConfig | undefined): Pick<TakeRow, "service" | "address"> {
  return { service: config?.service, address: config?.baseUrl };
}

/** What a row says before anything happened. */
export function newRow({ id, created, owner, config, multiplier }: TakeOrigin) {
  return {
    id,
    created,
    owner,
    status: "submitting",
    starred: false,
    name: "",
    note: "",
    ...serviceOf(config),
    ...(multiplier === undefined ? {} : { multiplier }),
    times: {},
    sound: "none",
  } as const;
}

/** Writes down that a take is sent again as it was. Its name, note and star stay with the first one. */
export function redraftTake(row: TakeRow, details: TakeDetails, model: ModelDescriptor, origin: TakeOrigin): TakeDraft {
  const { id } = origin;
  const { mode, transport, voice, emotion, excerpt, characters } = row;
  const { form, request } = details;
  return {
    model,
    request,
    values: valuesOf(model, request),
    row: {
      ...newRow(origin),
      model: row.model,
      mode,
      transport,
      voice,
      emotion,
      excerpt,
      characters,
      byHand: row.byHand,
      price: row.byHand === true ? row.price : estimatePrice(model, form.text),
    },
    details: { id, form, request, log: { entries: [], dropped: 0 }, words: [] },
  };
}

/** The values that a request means to a model; none where its body, written by hand, isn't JSON. */
export function valuesOf(model: ModelDescriptor, { endpoint, body }: SpeechRequest): TakeDraft["values"] {
  try {
    return effectiveValues(resolveRequest(model, JSON.parse(body), endpoint));
  } catch {
    return {};
  }
}

function withoutGaps(values: FormValues): Record<string, FieldValue> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

/** The beginning of a text, as rows hold it: cut between characters, not within one. */
export function excerptOf(text: string): string {
  const cut = text.slice(0, excerptLength);
  return cut.length < text.length ? cut.replace(/[\uD800-\uDBFF]$/u, "") : cut;
}
