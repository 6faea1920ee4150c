import * as z from "zod/mini";
import { documentedRoute } from "../documented-routes.ts";
import { isJsonObject, property } from "../json.ts";
import type { Localized } from "../language.ts";
import { findModel } from "../models/index.ts";
import { estimatePrice } from "../prices.ts";
import { resolveRequest } from "../resolve.ts";
import { type Endpoint, endpoints, type RouteName } from "../routes.ts";
import { expectationSchema } from "./expectation.ts";

/**
 * A request exactly as it goes out. `{{name}}` in a path, a body or a frame stands for what an earlier step's answer or the
 * surroundings gave, such as `{{task}}` and `{{reference}}`.
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

/** One request of a check, and what is expected of its answer. */
export const checkStepSchema = z.object({
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
});
export type CheckStep = Readonly<z.infer<typeof checkStepSchema>>;

/** What one check costs: nothing, a few words, or a text as long as the document allows. */
export const costClasses = ["free", "small", "large"] as const;
export type CostClass = (typeof costClasses)[number];

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

/** What the requests of checks cost together, as far as the document tells. */
export interface ChecksPrice {
  readonly tokens: number;
  /** Before the group multiplier, in the service's own unit. */
  readonly amount: number;
  /** Requests whose price isn't documented. */
  readonly undocumented: number;
}

/** The price of what a check sends that is expected to be spoken; a refused request costs nothing. */
export function priceOfSteps(steps: readonly CheckStep[]): ChecksPrice {
  return priceOf(steps.filter(({ expect }) => !isRefused(expect)));
}

/** The price of what a check expects to be refused, for a service that speaks it instead: what is to be found out by it. */
export function priceUnlessRefused(steps: readonly CheckStep[]): ChecksPrice {
  return priceOf(steps.filter(({ expect }) => isRefused(expect)));
}

function isRefused(expect: CheckStep["expect"]): boolean {
  return expect.some(
    (each) =>
      (each.kind === "status" && each.least >= 400) ||
      (each.kind === "frames" && !each.is.includes("c")) ||
      // What a failed task cost is given back (section 7).
      (each.kind === "task" && each.is === "failed"),
  );
}

function priceOf(steps: readonly CheckStep[]): ChecksPrice {
  let [tokens, amount, undocumented] = [0, 0, 0];
  for (const { request } of steps) {
    const spoken = spokenBy(request);
    if (spoken === undefined) continue;
    const model = findModel(spoken.model);
    if (model === undefined) continue;
    const price = estimatePrice(model, spoken.text);
    if (price.kind === "tokens") tokens += price.tokens;
    else if (price.kind === "money") amount += price.amount;
    else undocumented++;
  }
  return { tokens, amount, undocumented };
}

/** Several prices as one. */
export function sumOfPrices(prices: readonly ChecksPrice[]): ChecksPrice {
  return prices.reduce(
    (sum, price) => ({
      tokens: sum.tokens + price.tokens,
      amount: sum.amount + price.amount,
      undocumented: sum.undocumented + price.undocumented,
    }),
    { tokens: 0, amount: 0, undocumented: 0 },
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

/** What a request would speak; undefined for one that doesn't speak or can't be read. */
export function spokenBy(request: CheckRequest): Spoken | undefined {
  const endpoint = endpointOfRequest(request);
  const sent = request.transport === "websocket" ? request.frames[0] : request.body;
  if (endpoint === undefined || sent === undefined) return undefined;
  const body = parseJson(sent);
  const named = request.transport === "websocket" ? modelIn(request.path) : property(body, "model");
  const model = findModel(named);
  if (model === undefined || !isJsonObject(body)) return undefined;
  const fields = resolveRequest(model, body, endpoint).fields;
  const winnerOf = (group: string) => [...fields.values()].find(({ field }) => field.group === group)?.winner?.value;
  const [script, voice] = [winnerOf("script"), winnerOf("voice")];
  if (typeof script !== "string") return undefined;
  return { model: model.id, text: script, voice: typeof voice === "string" ? voice : undefined, endpoint, body };
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
