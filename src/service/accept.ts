import { isJsonObject } from "../contract/json.ts";
import { undocumented } from "../contract/language.ts";
import type { Candidate, FieldValue, ModelDescriptor, Resolution } from "../contract/model.ts";
import { findModel, models } from "../contract/models/index.ts";
import { describeProblem, type Problem } from "../contract/problems.ts";
import { effectiveValues, resolveRequest } from "../contract/resolve.ts";
import type { Endpoint } from "../contract/routes.ts";
import { validateRequest } from "../contract/validate.ts";
import type { Caller } from "./keys.ts";
import { Refusal } from "./refusal.ts";

/** How many ignored names are kept, and how much of each: a body may hold thousands, and they end up in the log. */
const longestList = 20;
const longestName = 60;

/** A request that the document, our own ranges and the caller's key allow. */
export interface AcceptedRequest {
  readonly model: ModelDescriptor;
  readonly resolution: Resolution;
  readonly values: Readonly<Record<string, FieldValue>>;
  /** Keys of the body that mean nothing to the model: ignored, but named in the log. */
  readonly ignored: readonly string[];
}

/**
 * Checks a body strictly, who sent it included, and says what it means. Nothing is converted.
 *
 * @throws Refusal 400 naming the field as it was sent, 403 `model_not_allowed`, 404 `model_not_found`.
 */
export function acceptRequest(
  body: unknown,
  endpoint: Endpoint,
  caller: Caller,
  speaks: (modelId: string) => boolean,
): AcceptedRequest {
  if (!isJsonObject(body)) throw notAnObject();
  const model = acceptModel(Object.hasOwn(body, "model") ? body["model"] : undefined, caller, speaks);
  return acceptBody(model, body, endpoint);
}

/**
 * Checks a body against what the document and our own ranges allow for a model.
 *
 * @throws Refusal 400 naming the field as it was sent.
 */
export function acceptBody(model: ModelDescriptor, body: unknown, endpoint: Endpoint): AcceptedRequest {
  if (!isJsonObject(body)) throw notAnObject();
  offeredAt(model, endpoint);
  const resolution = resolveRequest(model, body, endpoint);
  const problem = validateRequest(resolution)[0] ?? ownRangeProblem(resolution);
  if (problem !== undefined) {
    throw new Refusal(400, problem.code, describeProblem(problem, "en"), { param: problem.param });
  }
  return {
    model,
    resolution,
    values: effectiveValues(resolution),
    ignored: resolution.ignored.slice(0, longestList).map(({ place }) => place.slice(0, longestName)),
  };
}

/**
 * The model, if it has a mode at an endpoint (section 4).
 *
 * @throws Refusal 400 naming the models that have one.
 */
export function offeredAt(model: ModelDescriptor, endpoint: Endpoint): ModelDescriptor {
  if (offers(model, endpoint)) return model;
  const others = models.filter((other) => offers(other, endpoint)).map(({ id }) => id);
  const message = `${model.id} is not offered here; use ${others.join(" or ")}.`;
  throw new Refusal(400, "not_applicable", message, { param: "model" });
}

function offers(model: ModelDescriptor, endpoint: Endpoint): boolean {
  return Object.values(model.modes).some((mode) =>
    endpoint === "websocket" ? mode.transports.includes("websocket") : mode.endpoint === endpoint,
  );
}

function notAnObject(): Refusal {
  return new Refusal(400, "body_not_an_object", "The body must be a JSON object.");
}

/** The place where a field's value stands in the body as it was sent, for errors that name it. */
export function sentAs(resolution: Resolution, key: string): string {
  return resolution.fields.get(key)?.winner?.place ?? key;
}

/**
 * The model that a caller asked for.
 *
 * @throws Refusal 400 when it isn't a string, 403 `model_not_allowed`, 404 `model_not_found`.
 */
export function acceptModel(id: unknown, caller: Caller, speaks: (modelId: string) => boolean): ModelDescriptor {
  if (typeof id !== "string") {
    const problem: Problem =
      id === undefined
        ? { param: "model", section: "2.1", code: "missing" }
        : { param: "model", section: "2.1", code: "wrong_type", expected: "string", sent: id };
    throw new Refusal(400, problem.code, describeProblem(problem, "en"), { param: "model" });
  }
  const model = findModel(id);
  if (model === undefined || !speaks(id)) {
    throw new Refusal(404, "model_not_found", "This service has no such model; GET /v1/models lists those it has.", {
      param: "model",
    });
  }
  if (!caller.mayUse(id)) {
    throw new Refusal(403, "model_not_allowed", "This key may not use the model.", { param: "model" });
  }
  return model;
}

/** Where the document gives no range, this service has one of its own: the one that the page's sliders show. */
function ownRangeProblem(resolution: Resolution): Problem | undefined {
  for (const { field, winner } of resolution.fields.values()) {
    if (field.kind !== "number" || field.range !== undocumented || field.ownRange === undefined) continue;
    const sent: Candidate["value"] = winner?.value;
    const { minimum, maximum } = field.ownRange;
    if (winner === undefined || typeof sent !== "number" || (sent >= minimum && sent <= maximum)) continue;
    return { param: winner.place, section: field.section, code: "out_of_range", minimum, maximum, sent };
  }
  return undefined;
}
