import * as z from "zod/mini";
import { documentedRoute } from "../../contract/documented-routes.ts";
import { hashOf } from "../../contract/hash.ts";
import { isJsonObject, parseJson, property } from "../../contract/json.ts";
import type { Localized } from "../../contract/language.ts";
import { findModel } from "../../contract/models/index.ts";
import { resolveRequest } from "../../contract/resolve.ts";
import { type Endpoint, endpoints, type RouteName } from "../../contract/routes.ts";
import { expectationSchema } from "./expectation.ts";

/**
 * A request exactly as it goes out. `{{name}}` in a path, a body, a frame or a range stands for what an earlier step's
 * answer or the surroundings gave, such as `{{task}}` and `{{reference}}`.
 */
export const checkRequestSchema = z.discriminatedUnion("transport", [
  z.object({
    transport: z.literal("http"),
    method: z.enum(["GET", "HEAD", "POST", "DELETE"]),
    path: z.string(),
    body: z.optional(z.string()),
    /** RFC 9110, section 14.2. */
    range: z.optional(z.string()),
  }),
  /** Text frames, all sent as soon as the WebSocket is open. */
  z.object({ transport: z.literal("websocket"), path: z.string(), frames: z.array(z.string()) }),
]);
export type CheckRequest = Readonly<z.infer<typeof checkRequestSchema>>;

/** A mark of a request as its check writes it, by which a changed one is known. */
export function fingerprintOf(request: CheckRequest): string {
  const parts = request.transport === "websocket" ? request.frames : [request.method, request.body, request.range];
  return hashOf(JSON.stringify([request.transport, request.path, ...parts])).toString(16);
}

/** One request of a check, and what is expected of its answer. */
const checkStepSchema = z.object({
  /** By which other steps name it. */
  name: z.string(),
  request: checkRequestSchema,
  expect: z.array(expectationSchema),
  /** What later steps need of the answer: names with the paths of JSON values. */
  take: z.optional(z.record(z.string(), z.string())),
  /** A reading that is repeated until the value at `path` is one of `values`. */
  until: z.optional(z.object({ path: z.string(), values: z.array(z.string()) })),
  /** A task that was made is waited for; its sound, times and last state belong to the answer. */
  follow: z.optional(z.literal(true)),
  /** It is sent once in a run, and its answer is looked at by every check that has it. */
  shared: z.optional(z.literal(true)),
  /** It only stands beside others, to see that the service accepts it: the rule isn't judged by it. */
  control: z.optional(z.literal(true)),
  /** The steps before this one that must have been accepted, for its refusal to be one. */
  beside: z.optional(z.array(z.string())),
});
export type CheckStep = Readonly<z.infer<typeof checkStepSchema>>;

/** What one check costs, beside its controls: nothing, a few words, or a text as long as the document allows. */
export type CostClass = "free" | "small" | "large";

/** One rule, with the requests that show whether a service keeps it. */
export interface Check {
  readonly id: string;
  /** The section of the interface document. */
  readonly section: string;
  readonly rule: Localized;
  readonly cost: CostClass;
  /** The document is silent: this is what the embedded service chose, and only that is judged by it. */
  readonly beyond?: true;
  readonly steps: readonly CheckStep[];
}

/** Whether a step asks for what is to be refused. */
export function expectsRefusal({ expect }: Pick<CheckStep, "expect">): boolean {
  return expect.some(
    (each) =>
      (each.kind === "status" && each.least >= 400) ||
      (each.kind === "frames" && !each.is.includes("c")) ||
      // What a failed task cost is given back (section 7).
      (each.kind === "task" && each.is === "failed"),
  );
}

/** What a request would have spoken. */
export interface Spoken {
  /** The model's id. */
  readonly model: string;
  readonly text: string;
  /** A voice name or a recording's address; undefined where none can be read. */
  readonly voice: string | undefined;
  readonly endpoint: Endpoint;
  readonly body: unknown;
}

/**
 * What each text of a request would have spoken, its body or its frames, in their order; a text that speaks nothing is
 * left out. `unknown`: it may speak though nobody can say what. Its model isn't one that is known here, and the service
 * may have it (the list of models says which there are).
 */
export function speechIn(request: CheckRequest): readonly (Spoken | "unknown")[] {
  const endpoint = endpointOfRequest(request);
  if (endpoint === undefined) return [];
  if (request.transport === "websocket") {
    const named = modelIn(request.path);
    return request.frames.flatMap((frame) => speechOfText(parseJson(frame), named, endpoint));
  }
  const body = parseJson(request.body);
  return speechOfText(body, property(body, "model"), endpoint);
}

function speechOfText(body: unknown, named: unknown, endpoint: Endpoint): readonly (Spoken | "unknown")[] {
  if (!isJsonObject(body)) return [];
  const model = findModel(named);
  if (model === undefined) return typeof named === "string" ? ["unknown"] : [];
  const fields = resolveRequest(model, body, endpoint).fields;
  const winnerOf = (group: string) => [...fields.values()].find(({ field }) => field.group === group)?.winner?.value;
  const [script, voice] = [winnerOf("script"), winnerOf("voice")];
  if (typeof script !== "string") return [];
  return [{ model: model.id, text: script, voice: typeof voice === "string" ? voice : undefined, endpoint, body }];
}

/** What a request would speak first; undefined for one that doesn't speak or can't be read. */
export function spokenBy(request: CheckRequest): Spoken | undefined {
  return speechIn(request).find((speech) => speech !== "unknown");
}

/** Where a request speaks; undefined where it doesn't. */
export function endpointOfRequest(request: CheckRequest): Endpoint | undefined {
  return isDocumented(request) ? endpoints.find((endpoint) => endpoint === routeOf(request)) : undefined;
}

/** Whether a request, filled in, goes to a documented route over the transport that the route has (section 4). */
export function isDocumented(request: CheckRequest): boolean {
  const route = routeOf(request);
  return route !== undefined && (route === "websocket") === (request.transport === "websocket");
}

function routeOf(request: CheckRequest): RouteName | undefined {
  return documentedRoute(request.transport === "websocket" ? "GET" : request.method, request.path);
}

/** The model in a WebSocket's address; undefined where its percent-encoding says no text. */
function modelIn(path: string): string | undefined {
  try {
    return decodeURIComponent(path.split("model=")[1] ?? "");
  } catch {
    return undefined;
  }
}
