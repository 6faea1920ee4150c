import * as z from "zod/mini";
import { countCharacters } from "./characters.ts";
import { isJsonObject } from "./json.ts";
import { undocumented } from "./language.ts";
import type {
  Candidate,
  FieldDescriptor,
  Mode,
  ModelDescriptor,
  NumberField,
  Resolution,
  ResolvedField,
} from "./model.ts";
import { models } from "./models/index.ts";
import type { Problem } from "./problems.ts";
import type { Endpoint } from "./routes.ts";

/**
 * Everything that is wrong with a resolved request, in the order of the model's fields (sections 2 to 8). Strict:
 * nothing is converted, `null` is a wrong type, and a field that does not apply to the mode is a problem.
 * An empty list means that the document allows the request.
 */
export function validateRequest(resolution: Resolution): readonly Problem[] {
  const offered = endpointProblem(resolution);
  if (offered !== undefined) return [offered];
  const problems: Problem[] = [];
  for (const { place, value } of resolution.containers) {
    if (!isJsonObject(value)) {
      problems.push({ param: place, section: "2.4", code: "wrong_type", expected: "object", sent: value });
    }
  }
  for (const resolved of resolution.fields.values()) problems.push(...fieldProblems(resolved, resolution));
  for (const rule of resolution.model.rules) problems.push(...rule(resolution));
  return problems;
}

/**
 * What the document has against a request although it changes nothing: `stream` and `speech`, false, where section 4
 * takes the fields without them. The embedded service lets it pass, so {@link validateRequest} doesn't hold it.
 */
export function harmlessProblems(resolution: Resolution): readonly Problem[] {
  if (resolution.endpoint === "speech" || endpointProblem(resolution) !== undefined) return [];
  return [...resolution.fields.values()].flatMap(({ field, winner }) =>
    field.group === "control" && winner?.value === false ? [notApplicable(field, winner, resolution)] : [],
  );
}

/** What is wrong with one value of one field in one mode; undefined when the document allows it. */
export function checkValue(field: FieldDescriptor, value: unknown, param: string, mode: Mode): Problem | undefined {
  const base = { param, section: field.section };
  switch (field.kind) {
    case "text":
    case "voice":
      if (typeof value !== "string") return { ...base, code: "wrong_type", expected: "string", sent: value };
      return value === "" ? { ...base, code: "empty" } : undefined;
    case "reference":
      if (typeof value !== "string") return { ...base, code: "wrong_type", expected: "string", sent: value };
      return value.length <= longestAddress && httpAddress.safeParse(value).success
        ? undefined
        : { ...base, code: "not_an_address", sent: value };
    case "boolean":
      return typeof value === "boolean" ? undefined : { ...base, code: "wrong_type", expected: "boolean", sent: value };
    case "number":
      return checkNumber(field, value, base);
    case "choice": {
      if (typeof value !== "string") return { ...base, code: "wrong_type", expected: "string", sent: value };
      const option = field.options.find((candidate) => candidate.value === value);
      const allowed = option === undefined ? field.open === true : (option.modes?.includes(mode) ?? true);
      if (allowed) return undefined;
      const options = field.options.filter((candidate) => candidate.modes?.includes(mode) ?? true);
      return { ...base, code: "value_not_allowed", allowed: options.map((candidate) => candidate.value), sent: value };
    }
  }
}

function checkNumber(field: NumberField, sent: unknown, base: { param: string; section: string }): Problem | undefined {
  if (typeof sent === "string" && field.numericStrings?.includes(sent)) return undefined;
  // JSON has no NaN, but 1e999 becomes Infinity: neither is a number that a service could use.
  if (typeof sent !== "number" || !Number.isFinite(sent)) {
    return { ...base, code: "wrong_type", expected: "number", sent };
  }
  const { range } = field;
  if (range === undocumented || (sent >= range.minimum && sent <= range.maximum)) return undefined;
  return { ...base, code: "out_of_range", minimum: range.minimum, maximum: range.maximum, sent };
}

/** The longest text that a request may carry, in characters; undefined where the document names no limit. */
export function textLimit(model: ModelDescriptor, mode: Mode): number | undefined {
  const limit = model.modes[mode]?.limit;
  return limit === undefined || limit === undocumented ? undefined : limit;
}

/** Whether a field has a meaning in a mode, and over WebSocket where that is the endpoint (sections 2.3 and 4). */
export function applies(field: FieldDescriptor, mode: Mode, endpoint: Endpoint): boolean {
  return field.modes.includes(mode) && (endpoint !== "websocket" || field.websocketName !== undefined);
}

function fieldProblems({ field, winner, losers }: ResolvedField, resolution: Resolution): readonly Problem[] {
  const { mode, endpoint } = resolution;
  if (winner === undefined) {
    if (field.required !== true || !applies(field, mode, endpoint)) return [];
    const param = endpoint === "websocket" ? (field.websocketName ?? field.key) : preferredName(field);
    return [{ param, section: field.section, code: "missing" }];
  }
  const problems: Problem[] = [];
  const problem = checkValue(field, winner.value, winner.place, mode);
  // First whether the field belongs here at all: nobody should correct a value only to learn that it must go.
  if (!applies(field, mode, endpoint) && !isSelector(field, winner, endpoint)) {
    problems.push(notApplicable(field, winner, resolution));
  } else if (problem !== undefined) problems.push(problem);
  else if (field.kind === "text" && typeof winner.value === "string") {
    const limit = textLimit(resolution.model, mode);
    const characters = countCharacters(winner.value);
    if (limit !== undefined && characters > limit) {
      problems.push({ param: winner.place, section: "8", code: "text_too_long", limit, characters });
    }
  }
  // A value that loses is not used, but a wrong type shows a mistake that should not stay hidden.
  for (const loser of losers) {
    const lost = checkValue(field, loser.value, loser.place, mode);
    if (lost?.code === "wrong_type") problems.push(lost);
  }
  return problems;
}

/**
 * `stream` and `speech` choose between the modes of the speech endpoint, where a rule of the model judges them
 * together. Elsewhere `false` says nothing that would not hold anyway.
 */
function isSelector(field: FieldDescriptor, winner: Candidate, endpoint: Endpoint): boolean {
  return field.group === "control" && (endpoint === "speech" || winner.value === false);
}

/** Tasks and the WebSocket route take some models only (section 4); which, the descriptors say. */
function endpointProblem({ model, mode, endpoint }: Resolution): Problem | undefined {
  const takes = ({ modes }: ModelDescriptor) =>
    modes[mode] !== undefined && (endpoint !== "websocket" || modes[mode].transports.includes("websocket"));
  if (takes(model)) return undefined;
  const allowed = models.filter(takes).map(({ id }) => id);
  return { param: "model", section: "4", code: "value_not_allowed", allowed, sent: model.id };
}

function notApplicable(field: FieldDescriptor, winner: Candidate, { mode, endpoint }: Resolution): Problem {
  return {
    param: winner.place,
    // What tasks and frames take at all is said where the routes are.
    section: endpoint === "websocket" || (field.group === "control" && endpoint === "tasks") ? "4" : field.section,
    code: "not_applicable",
    where: endpoint === "websocket" ? "websocket" : mode,
    appliesTo: field.modes,
  };
}

/** The name under which people know the field: what a form writes. */
function preferredName(field: FieldDescriptor): string {
  return field.writes ?? field.places[0].path.join(".");
}

/** In UTF-16 units. No server takes a longer one, and parsing one of megabytes takes more than a second. */
const longestAddress = 16_384;

// The parser behind z.url trims and repairs an address; a service that gets it as it was sent need not.
const httpAddress = z
  .string()
  .check(z.regex(/^https?:\/\/[^\s/\\].*(?<!\s)$/is), z.url({ protocol: /^https?$/, hostname: /./ }));
