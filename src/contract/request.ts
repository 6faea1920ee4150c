import { isJsonObject, type JsonObject } from "./json.ts";
import type {
  FieldDescriptor,
  FieldValue,
  Mode,
  ModelDescriptor,
  Place,
  Placement,
  Spelling,
  Transport,
} from "./model.ts";
import { type Endpoint, routes } from "./routes.ts";
import { applies } from "./validate.ts";

/** What a form holds: a value for each field that a person set; fields without one are not sent. */
export type FormValues = Readonly<Record<string, FieldValue | undefined>>;

export interface RequestOptions {
  readonly mode: Mode;
  /** Ignored by modes that have one transport only; `http` when absent. */
  readonly transport?: Transport;
  /** How Model B's names are spelt (section 2.3); `openai` when absent. */
  readonly spelling?: Spelling;
  /** Where Model C's emotion fields are written (section 2.5); at the top level when absent. */
  readonly placement?: Placement;
  /** Places for single fields, by field key, in the written form of {@link Place}: `extra_body.prompt_simple`. */
  readonly places?: Readonly<Record<string, string>>;
}

/** A request, ready to be sent: `body` is exactly what goes over the wire. */
export interface SpeechRequest {
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly body: string;
}

/** A request whose body isn't written out yet. */
export interface UnwrittenRequest extends Omit<SpeechRequest, "body"> {
  readonly content: JsonObject;
}

/**
 * Composes the request of a form for a mode, transport, spelling and placement (sections 2.3 to 2.5, 4). Nothing is
 * validated and nothing is dropped but the fields that do not apply to the mode.
 */
export function composeRequest(model: ModelDescriptor, values: FormValues, options: RequestOptions): UnwrittenRequest {
  const endpoint = endpointOf(model, options);
  const content: Record<string, unknown> = endpoint === "websocket" ? {} : { model: model.id };
  for (const field of model.fields) {
    const value = values[field.key];
    if (value === undefined || field.group === "control" || !applies(field, options.mode, endpoint)) continue;
    write(content, endpoint === "websocket" ? [field.websocketName ?? field.key] : placeOf(field, options), value);
  }
  if (endpoint !== "websocket") Object.assign(content, model.modes[options.mode]?.control);
  return { endpoint, path: pathOf(model, endpoint), content };
}

/** Writes out the body of a request. */
export function writeRequest({ endpoint, path, content }: UnwrittenRequest): SpeechRequest {
  return { endpoint, path, body: JSON.stringify(content) };
}

/** Composes the request of a form and writes it out. */
export function buildRequest(model: ModelDescriptor, values: FormValues, options: RequestOptions): SpeechRequest {
  return writeRequest(composeRequest(model, values, options));
}

export function endpointOf(model: ModelDescriptor, { mode, transport = "http" }: RequestOptions): Endpoint {
  const descriptor = model.modes[mode];
  if (transport === "websocket" && descriptor?.transports.includes("websocket")) return "websocket";
  return descriptor?.endpoint ?? "speech";
}

function pathOf(model: ModelDescriptor, endpoint: Endpoint): string {
  const { path } = routes[endpoint];
  return endpoint === "websocket" ? `${path}?model=${encodeURIComponent(model.id)}` : path;
}

function placeOf(field: FieldDescriptor, options: RequestOptions): Place["path"] {
  const { spelling = "openai", placement = "top_level" } = options;
  const named = (wanted: string | undefined) => field.places.find(({ path }) => path.join(".") === wanted);
  const byName = named(options.places?.[field.key]) ?? named(field.writes);
  const byStyle = field.places.find((place) => place.spellings?.includes(spelling) || place.placement === placement);
  return (byName ?? byStyle ?? field.places[0]).path;
}

function write(body: Record<string, unknown>, [key, ...rest]: Place["path"], value: FieldValue): void {
  if (key === undefined) return;
  if (rest.length === 0) {
    body[key] = value;
    return;
  }
  const inner = isJsonObject(body[key]) ? { ...body[key] } : {};
  write(inner, rest, value);
  body[key] = inner;
}
