import * as z from "zod/mini";
import {
  type Check,
  type CheckRequest,
  checkRequestSchema,
  endpointOfRequest,
  isDocumented,
} from "../../conformance/checks/check.ts";
import { type Expectation, expectationSchema } from "../../conformance/checks/expectation.ts";
import type { SpeechRequest } from "../../contract/request.ts";
import { createFilesReader, type FilesReader } from "../../core/archive/files-reader.ts";
import { wait } from "../../core/page/wait.ts";

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

const fileSchema = z.object({ kind: z.literal("speech-playground-cases"), cases: z.array(z.unknown()) });

/** Cases as a file for others, who have them as they are. */
export function writeCases(cases: readonly CheckCase[]): string {
  return `${JSON.stringify({ kind: "speech-playground-cases", version: 1, cases }, undefined, 2)}\n`;
}

/** What is taken from a file of cases at most. */
export const caseLimits = { bytes: 16_000_000, cases: 5_000 } as const;

/** So many cases are looked at before the page may do something else. */
const atOnce = 50;

/** Cases from a file: those that can be read, and how many couldn't. */
export interface CasesRead {
  readonly cases: readonly CheckCase[];
  readonly unread: number;
}

/** Reads a file of cases; undefined for another kind of file. The page goes on meanwhile. */
export async function readCases(
  file: Blob,
  files: Pick<FilesReader, "document" | "close"> = createFilesReader(),
): Promise<CasesRead | "too_large" | undefined> {
  if (file.size > caseLimits.bytes) return "too_large";
  try {
    const { content, damage } = await files.document(file);
    if (damage === "too_large") return "too_large";
    const parsed = fileSchema.safeParse(content);
    if (!parsed.success) return undefined;
    const { cases: items } = parsed.data;
    if (items.length > caseLimits.cases) return "too_large";
    const cases: CheckCase[] = [];
    for (const [at, item] of items.entries()) {
      if (at % atOnce === 0) await wait(0, new AbortController().signal);
      const read = caseSchema.safeParse(item);
      if (read.success && isDocumented(read.data.request)) cases.push(read.data);
    }
    return { cases, unread: items.length - cases.length };
  } finally {
    files.close();
  }
}

/** Those of `cases` that aren't among `known`, nor a second time among themselves, whatever their ids are. */
export function newAmong(cases: readonly CheckCase[], known: readonly CheckCase[]): readonly CheckCase[] {
  const contentOf = ({ name, request, expect }: CheckCase) => JSON.stringify([name, request, expect]);
  const seen = new Set(known.map(contentOf));
  return cases.filter((each) => {
    const content = contentOf(each);
    const isNew = !seen.has(content);
    seen.add(content);
    return isNew;
  });
}

/** A name that no case has yet: `name`, or that with a number. */
export function freeName(name: string, cases: readonly Pick<CheckCase, "name">[]): string {
  const taken = new Set(cases.map((each) => each.name));
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} (${number})`;
  return free;
}

/** An expectation of a kind as it is offered first, to be filled in. */
export function emptyExpectation(kind: Expectation["kind"]): Expectation | undefined {
  switch (kind) {
    case "status":
      return { kind, least: 200, most: 200 };
    case "error":
      return { kind, field: "code", is: "" };
    case "codec":
      return { kind, is: ["mp3"] };
    case "figure":
      return { kind, of: "duration", least: 0.5 };
    case "times":
    case "script":
    case "order":
      return { kind };
    case "task":
      return { kind, is: "completed" };
    case "header":
      return { kind, name: "content-type" };
    case "json":
      return { kind, path: "id" };
    case "frames":
      return { kind, is: "b+p+c" };
    case "compared":
    case "alike":
    case "life":
    case "head":
    case "part":
      // They look at an earlier step, which a case doesn't have.
      return undefined;
  }
}
