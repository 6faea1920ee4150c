import * as z from "zod/mini";
import type { SpeechRequest } from "../../contract/request.ts";
import { type Check, type CheckRequest, checkRequestSchema, endpointOfRequest, isDocumented } from "./check.ts";
import { expectationSchema } from "./expectation.ts";

/** A request that is kept with what is expected of its answer. It holds no key: the playground's server adds that. */
export const caseSchema = z.object({
  /** Sorts by time, like a take's. */
  id: z.string().check(z.minLength(1)),
  name: z.string(),
  /** Unix time in milliseconds. */
  created: z.number(),
  request: checkRequestSchema,
  expect: z.array(expectationSchema),
});
export type CheckCase = Readonly<z.infer<typeof caseSchema>>;

/** The mark of cases among the runs that are kept. */
export const casePrefix = "case:";
export const suitePrefix = "suite:";

/** Under which id a check's last run is kept. */
export function recordIdOf({ id }: Pick<Check, "id">): string {
  return id.startsWith(casePrefix) ? id : suitePrefix + id;
}

/** A case as a check. A task that it makes is waited for. */
export function checkOfCase({ id, name, request, expect }: CheckCase): Check {
  const speaks = endpointOfRequest(request);
  return {
    id: casePrefix + id,
    section: "",
    rule: { en: name, zh: name },
    cost: speaks === undefined ? "free" : "small",
    steps: [
      { name: "request", request, expect: [...expect], ...(speaks === "tasks" ? { follow: true as const } : {}) },
    ],
  };
}

/** A speech request as a check sends it. */
export function requestOfSpeech({ endpoint, path, body }: SpeechRequest): CheckRequest {
  return endpoint === "websocket"
    ? { transport: "websocket", path, frames: [body] }
    : { transport: "http", method: "POST", path, body };
}

/** The speech request that a check sends; undefined where it doesn't speak, or sends several frames. */
export function speechOf(request: CheckRequest): SpeechRequest | undefined {
  const endpoint = endpointOfRequest(request);
  const body = request.transport === "websocket" ? request.frames[0] : request.body;
  if (endpoint === undefined || body === undefined) return undefined;
  return { endpoint, path: request.path, body };
}

/** A file of cases, before they are looked at one by one. */
export const caseFileSchema = z.object({ kind: z.literal("speech-playground-cases"), cases: z.array(z.unknown()) });

/** A case out of a file; undefined where it can't be read, or would go elsewhere than to a documented address. */
export function readCase(item: unknown): CheckCase | undefined {
  const { success, data } = caseSchema.safeParse(item);
  return success && isDocumented(data.request) ? data : undefined;
}

/** Cases as a file for others, who have them as they are. */
export function writeCases(cases: readonly CheckCase[]): string {
  return `${JSON.stringify({ kind: "speech-playground-cases", version: 1, cases }, undefined, 2)}\n`;
}

/** What is taken from a file of cases at most. */
export const caseLimits = { bytes: 16_000_000, cases: 5_000 } as const;
