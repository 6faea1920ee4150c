import type { FieldValue, ModelDescriptor } from "../../contract/model.ts";
import { chosenModel } from "../../contract/models/index.ts";
import { estimatePrice } from "../../contract/prices.ts";
import { type FormValues, type SpeechRequest, writeRequest } from "../../contract/request.ts";
import { effectiveValues, resolveRequest } from "../../contract/resolve.ts";
import { emotionOf } from "../takes/emotion-values.ts";
import { excerptLength, saidIn, type TakeDetails, type TakeForm, type TakePart, type TakeRow } from "../takes/take.ts";
import { serviceOf, type TakeDraft, type TakeOrigin } from "../takes/take-draft.ts";
import {
  composePlan,
  countSent,
  deriveParts,
  derivePlan,
  derivePrice,
  deriveRequest,
  measureText,
  type Obstacle,
  type Plan,
} from "./derive.ts";

/**
 * What is to be spoken, with the request for it: made once, whoever wants it and whatever is asked before it is sent.
 */
export interface Submission {
  readonly source: SubmissionSource;
  readonly model: ModelDescriptor;
  readonly request: SpeechRequest;
  /** The values that the request means to the model. */
  readonly values: Readonly<Record<string, FieldValue>>;
  /** What the take's row says of it. */
  readonly row: Pick<
    TakeRow,
    "model" | "mode" | "transport" | "voice" | "voices" | "emotion" | "excerpt" | "characters" | "price"
  > &
    Partial<Pick<TakeRow, "byHand" | "name" | "unsent">>;
  /** The form that can be brought back. */
  readonly form: TakeForm;
  /** Where the script is longer than one request takes: what is sent one after the other. `request` is the first. */
  readonly parts?: readonly TakePart[] | undefined;
  /** The service that it goes to, by its name; the chosen one when absent. */
  readonly to?: string | undefined;
}

/** What a submission was made of, which decides what a person is asked before it is sent. */
export type SubmissionSource =
  | { readonly kind: "form"; readonly obstacle: Obstacle | undefined }
  | { readonly kind: "hand" }
  /** A take that is sent again as it was. */
  | { readonly kind: "take"; readonly take: TakeRow }
  /** A take of whose parts some weren't sent: it goes on. */
  | { readonly kind: "rest"; readonly take: TakeRow; readonly details: TakeDetails };

/**
 * What `plan` sends with `text`.
 *
 * @param form what the form of the plan's model holds, also what doesn't apply to the mode.
 */
export function submissionOf(plan: Plan, text: string, form: FormValues): Submission {
  const { model, mode, transport, characters, obstacle } = plan;
  const parts = partsOfPlan(plan, text);
  const composed = parts?.[0]?.composed ?? composePlan(plan, text);
  // Asked of what was composed: a long text is written out once, and never read back.
  const values = effectiveValues(resolveRequest(model, composed.content, composed.endpoint));
  const voiceField = model.fields.find(({ group }) => group === "voice");
  return {
    source: { kind: "form", obstacle },
    model,
    request: writeRequest(composed),
    values,
    row: {
      model: model.id,
      mode,
      transport,
      voice: voiceField === undefined ? "" : String(values[voiceField.key] ?? ""),
      voices: voicesOfParts(plan, parts),
      emotion: emotionOf(values),
      excerpt: excerptOf(saidIn({ form: { text }, parts: parts?.map(({ place }) => place) })),
      // What is spoken, as the price: a direction isn't.
      characters: parts?.reduce((sum, part) => sum + part.characters, 0) ?? characters,
      price: derivePrice(plan, text),
    },
    form: formOfPlan(plan, text, form),
    parts: parts?.map(({ place, composed }) => ({ ...place, body: writeRequest(composed).body, state: "unsent" })),
  };
}

/** The requests in which a plan sends the script; undefined where one is all. */
export function partsOfPlan(plan: Plan, text: string) {
  const parts = deriveParts(plan, text);
  if (parts.length === 0) return undefined;
  return parts.map(({ voice, ...place }) => {
    const said = text.slice(place.start, place.end);
    const characters = countSent(said, plan.pronunciations);
    return { place, composed: composePlan(plan, said, voice), voice, characters };
  });
}

/** The voices of a script's parts in the order in which they begin; undefined where it isn't several. */
function voicesOfParts(
  { fields }: Plan,
  parts: readonly { readonly voice?: string | undefined }[] = [],
): string[] | undefined {
  const own = fields.find(({ field }) => field.kind === "voice")?.value;
  const voices = [...new Set(parts.map(({ voice = String(own ?? "") }) => voice))];
  return voices.length > 1 ? voices : undefined;
}

/** What a press of Speak sends with a plan, in order: of a script that is divided, a request for each part. */
export function requestsOfPlan(plan: Plan, text: string): readonly [SpeechRequest, ...SpeechRequest[]] {
  const [first, ...others] = (partsOfPlan(plan, text) ?? []).map(({ composed }) => writeRequest(composed));
  return [first ?? deriveRequest(plan, text), ...others];
}

/** What a take sends or has sent, one after the other. */
export function requestsOfTake({
  request,
  parts = [],
}: Pick<TakeDetails, "request" | "parts">): readonly SpeechRequest[] {
  return parts.length === 0 ? [request] : parts.map(({ body }) => ({ ...request, body }));
}

/** A take sent again as it was, byte for byte. Its name, note and star stay with the first one. */
export function submissionOfTake(
  take: TakeRow,
  { form, request, parts }: Pick<TakeDetails, "form" | "request" | "parts">,
): Submission {
  const model = chosenModel(take.model);
  const { mode, transport, voice, voices, emotion, excerpt, characters, byHand } = take;
  const isAsPriced = byHand === true || parts !== undefined || form.pronunciations !== undefined;
  const price = isAsPriced ? take.price : estimatePrice(model, form.text);
  return {
    source: { kind: "take", take },
    model,
    request,
    values: valuesOf(model, request),
    row: { model: take.model, mode, transport, voice, voices, emotion, excerpt, characters, byHand, price },
    form,
    parts: parts?.map((part) => ({ ...part, state: "unsent" })),
  };
}

/** What of a take in parts wasn't sent yet, for the service `to`. */
export function submissionOfRest(take: TakeRow, details: TakeDetails, to?: string): Submission {
  return { ...submissionOfTake(take, details), source: { kind: "rest", take, details }, to };
}

/**
 * What `plan` does with `text` as a form that can be brought back. What is sent without being set, such as the first
 * voice of the interface's language, is kept as if it had been set.
 *
 * @param form what the form of the plan's model holds, also what doesn't apply to the mode.
 */
export function formOfPlan(plan: Plan, text: string, form: FormValues): TakeForm {
  const { model, mode, transport, fields, pronunciations, hasDirections, followsDirections } = plan;
  const sent = Object.fromEntries(fields.map(({ field, value }) => [field.key, value]));
  const values = { ...withoutGaps(form), ...withoutGaps(sent) };
  const respelled = pronunciations.length === 0 ? {} : { pronunciations: [...pronunciations] };
  const directed = hasDirections ? { followsDirections } : {};
  return { model: model.id, mode, transport, values, text, ...respelled, ...directed };
}

/** What a press sends of a form. It holds the voice, so that no language is asked for one. */
export function planOfForm(form: TakeForm): Plan {
  const { model, mode, transport, values, text, pronunciations, followsDirections } = form;
  const settings = { model, modes: { [model]: mode }, transport, values: { [model]: values }, followsDirections };
  return derivePlan(settings, "en", measureText(text, pronunciations));
}

/** Whoever will speak a form's script: the first voice, and all of them where there are several. */
export function speakersOfForm(form: TakeForm): Pick<TakeRow, "model" | "voice" | "voices" | "emotion"> {
  const { model, values, text } = form;
  const plan = planOfForm(form);
  const voices = voicesOfParts(plan, deriveParts(plan, text));
  const field = plan.model.fields.find(({ group }) => group === "voice");
  const voice = voices?.[0] ?? (field === undefined ? "" : String(values[field.key] ?? ""));
  return { model, voice, voices, emotion: emotionOf(values) };
}

/** What is spoken of a form's script: all of it but the directions that are followed. */
export function saidInForm(form: TakeForm): string {
  const parts = deriveParts(planOfForm(form), form.text);
  return saidIn({ form, parts: parts.length === 0 ? undefined : parts });
}

/** What is written down of a submission before anything has happened to it. */
export function draftOf({ model, request, values, row, form, parts }: Submission, origin: TakeOrigin): TakeDraft {
  const { id, created, owner, config, serviceName, multiplier } = origin;
  return {
    ...{ model, request, values },
    row: {
      ...{ id, created, owner, status: "submitting", starred: false, name: "", note: "", times: {}, sound: "none" },
      ...serviceOf(config, serviceName),
      ...(multiplier === undefined ? {} : { multiplier }),
      ...row,
      ...(parts === undefined ? {} : { parts: { count: parts.length, done: 0 } }),
    },
    details: { id, form, request, parts: parts && [...parts], log: { entries: [], dropped: 0 }, words: [] },
  };
}

/**
 * A take in parts that goes on: what was spoken stays, and what wasn't is sent. A part whose answer never came counts
 * among these.
 */
export function resumedDraft(take: TakeRow, details: TakeDetails, origin: TakeOrigin): TakeDraft {
  const { created: resumed, owner, config, serviceName } = origin;
  const model = chosenModel(take.model);
  const parts = details.parts?.map((part) => (part.state === "done" ? part : { ...part, state: "unsent" as const }));
  return {
    ...{ model, request: details.request, values: valuesOf(model, details.request) },
    row: {
      ...take,
      status: "submitting",
      ...{ resumed, owner },
      failure: undefined,
      times: {},
      // Of another sound than the one that there will be.
      measures: undefined,
      heard: undefined,
      ...serviceOf(config, serviceName),
    },
    details: { ...details, parts, error: undefined },
  };
}

/** The values that a request means to a model; none where its body, written by hand, isn't JSON. */
function valuesOf(model: ModelDescriptor, { endpoint, body }: SpeechRequest): Submission["values"] {
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
