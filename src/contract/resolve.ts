import { isJsonObject, type JsonObject } from "./json.ts";
import { undocumented } from "./language.ts";
import type {
  Candidate,
  FieldDescriptor,
  FieldValue,
  ModelDescriptor,
  Place,
  Resolution,
  ResolvedField,
} from "./model.ts";
import type { Endpoint } from "./routes.ts";

/**
 * Says for any request body which place won for each field and what each losing one held (sections 2.3 to 2.5).
 * Nothing is validated or converted: wrong values are reported as they are. A present `null` is present.
 */
export function resolveRequest(model: ModelDescriptor, body: unknown, endpoint: Endpoint): Resolution {
  const top: JsonObject = isJsonObject(body) ? body : {};
  const fields = new Map<string, ResolvedField>();
  const known = new Set<string>(["model"]);
  for (const field of model.fields) {
    const candidates: Candidate[] = [];
    for (const { path } of field.places) {
      const place = path.join(".");
      known.add(place);
      const found = lookUp(top, path);
      if (found !== undefined) candidates.push({ place, value: found.value });
    }
    const [winner, ...losers] = candidates;
    fields.set(field.key, winner === undefined ? { field, losers } : { field, winner, losers });
  }
  const containers = model.containers.filter((key) => Object.hasOwn(top, key));
  return {
    model,
    endpoint,
    mode: endpoint === "tasks" ? "async" : endpoint === "websocket" ? "stream" : model.modeOf(top),
    fields,
    containers: containers.map((key) => ({ place: key, value: top[key] })),
    ignored: ignoredKeys(model, top, known),
  };
}

/** Whether the document doesn't say which of a field's places wins, and their values differ. */
export function isOrderGuessed({ field, winner, losers }: ResolvedField): boolean {
  return field.isRanked !== true && differing(winner, losers).length > 0;
}

/** The losing places that hold something else than the winner. */
export function differing(winner: Candidate | undefined, losers: readonly Candidate[]): readonly Candidate[] {
  if (winner === undefined) return [];
  return losers.filter(({ value }) => JSON.stringify(value) !== JSON.stringify(winner.value));
}

/**
 * The value of each field that a service would work with: what won, else the documented default, else the value of
 * the field that stands in (section 2.5). Fields without any are absent. Call it on validated requests.
 */
export function effectiveValues(resolution: Resolution): Readonly<Record<string, FieldValue>> {
  const values: Record<string, FieldValue> = {};
  for (const [key, { field, winner }] of resolution.fields) {
    const value = winner === undefined ? defaultOf(field) : toValue(field, winner.value);
    if (value !== undefined) values[key] = value;
  }
  for (const { field } of resolution.fields.values()) {
    if (field.kind !== "reference" || field.fallback === undefined || field.key in values) continue;
    const fallback = values[field.fallback];
    if (fallback !== undefined) values[field.key] = fallback;
  }
  return values;
}

/** The documented default of a field; undefined when it has none or the document does not say. */
export function defaultOf(field: FieldDescriptor): FieldValue | undefined {
  if (!("default" in field) || field.default === undocumented) return undefined;
  return field.default;
}

function toValue(field: FieldDescriptor, value: unknown): FieldValue | undefined {
  if (field.kind === "number" && typeof value === "string" && field.numericStrings?.includes(value)) {
    return Number(value);
  }
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : undefined;
}

function lookUp(body: JsonObject, path: Place["path"]): { value: unknown } | undefined {
  let current: unknown = body;
  for (const key of path) {
    // Own keys only: a body must not reach `constructor` or `__proto__` of the objects that JSON made.
    if (!isJsonObject(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return { value: current };
}

function ignoredKeys(model: ModelDescriptor, top: JsonObject, known: ReadonlySet<string>): readonly Candidate[] {
  const ignored: Candidate[] = [];
  for (const key of Object.keys(top)) {
    const value = top[key];
    if (!model.containers.includes(key)) {
      if (!known.has(key)) ignored.push({ place: key, value });
    } else if (isJsonObject(value)) {
      for (const inner of Object.keys(value)) {
        const place = `${key}.${inner}`;
        if (!known.has(place)) ignored.push({ place, value: value[inner] });
      }
    }
  }
  return ignored;
}
