import * as z from "zod/mini";
import type { SpeechRequest } from "../../contract/request.ts";
import { type Check, type CheckRequest, checkRequestSchema, endpointOfRequest, isDocumented } from "./check.ts";
import { expectationSchema } from "./expectation.ts";
import { fillExpectation, fillRequest, missingIn, type Variables } from "./fill.ts";

const requestParts = {
  request: checkRequestSchema,
  expect: z.array(expectationSchema),
  /** What later requests need of the answer: names with the paths of JSON values. */
  take: z.optional(z.record(z.string(), z.string())),
  /** A task is read again and again until it has ended. */
  until: z.optional(z.literal("ended")),
};

/**
 * A request that is kept with what is expected of its answer, and others that follow it. It holds no key: the
 * playground's server adds that.
 */
export const caseSchema = z.object({
  /** Sorts by time, like a take's. */
  id: z.string().check(z.minLength(1)),
  name: z.string(),
  /** Unix time in milliseconds. */
  created: z.number(),
  ...requestParts,
  /** What is sent afterwards, in order, where what it needs was given. */
  next: z.optional(z.array(z.object(requestParts))),
  tags: z.optional(z.array(z.string())),
  /** It is run once with each of these, whose names stand for `{{name}}`. */
  rows: z.optional(z.array(z.record(z.string(), z.string()))),
});
export type CheckCase = Readonly<z.infer<typeof caseSchema>>;

/** The mark of cases among the runs that are kept. */
export const casePrefix = "case:";
const suitePrefix = "suite:";

/** Under which id a check's last run is kept. */
export function recordIdOf({ id }: Pick<Check, "id">): string {
  return id.startsWith(casePrefix) ? id : suitePrefix + id;
}

/** One request of a case. */
export type CaseStep = Pick<CheckCase, "request" | "expect" | "take" | "until">;

/** The requests of a case, in order. */
export function stepsOfCase({ request, expect, take, until, next = [] }: CheckCase): readonly CaseStep[] {
  return [{ request, expect, take, until }, ...next];
}

/** Whether a case can fail. */
export function expectsAnything(kept: CheckCase): boolean {
  return stepsOfCase(kept).some(({ expect }) => expect.length > 0);
}

/**
 * A case as checks: one for each of its rows. A task that is made, and that no further request is about, is waited for.
 */
export function checksOfCase(kept: CheckCase): readonly Check[] {
  const { id, name, rows = [] } = kept;
  if (rows.length === 0) return [checkWith(kept, casePrefix + id, name, {})];
  return rows.map((row, at) =>
    checkWith(kept, `${casePrefix}${id}.${at + 1}`, `${name} · ${Object.values(row).join(" · ")}`, row),
  );
}

/** Whether a check is one of a case. */
export function isOfCase(check: string, id: string): boolean {
  return check === casePrefix + id || check.startsWith(`${casePrefix}${id}.`);
}

function checkWith(kept: CheckCase, id: string, name: string, row: Variables): Check {
  const speaks = endpointOfRequest(fillRequest(kept.request, row));
  const follows = speaks === "tasks" && (kept.next ?? []).length === 0;
  return {
    id,
    section: "",
    rule: { en: name, zh: name },
    cost: speaks === undefined ? "free" : "small",
    steps: stepsOfCase(kept).map(({ request, expect, take, until }, at) => ({
      name: at === 0 ? "request" : `request ${at + 1}`,
      request: fillRequest(request, row),
      expect: expect.map((each) => fillExpectation(each, row)),
      ...(take === undefined ? {} : { take }),
      ...(until === undefined ? {} : { until: { path: "status", values: ["completed", "failed"] } }),
      ...(at === 0 && follows ? { follow: true as const } : {}),
    })),
  };
}

/** A speech request as a check sends it. */
export function requestOfSpeech({ endpoint, path, body }: SpeechRequest): CheckRequest {
  return endpoint === "websocket"
    ? { transport: "websocket", path, frames: [body] }
    : { transport: "http", method: "POST", path, body };
}

/** The speech request that a check sends, with the first of several frames; undefined where it doesn't speak. */
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
  return success && stepsOfCase(data).every(({ request }) => mayBeDocumented(request)) ? data : undefined;
}

/** Whether a request goes to a documented address once it is filled in: what fills it is looked at when it is sent. */
export function mayBeDocumented(request: CheckRequest): boolean {
  const names = missingIn(request.path, {});
  return isDocumented(fillRequest(request, Object.fromEntries(names.map((name) => [name, "x"]))));
}

/** Cases as a file for others, who have them as they are. */
export function writeCases(cases: readonly CheckCase[]): string {
  return `${JSON.stringify({ kind: "speech-playground-cases", version: 1, cases }, undefined, 2)}\n`;
}

/** What is taken from a file of cases at most. */
export const caseLimits = { bytes: 16_000_000, cases: 5_000 } as const;
