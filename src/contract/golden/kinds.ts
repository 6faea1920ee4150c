import * as z from "zod/mini";
import { parseErrorBody } from "../errors.ts";
import { expand } from "../expand.ts";
import { parseFrame } from "../frames.ts";
import { readModelList } from "../model-list.ts";
import { waitsForJob } from "../modes.ts";
import { parseTask } from "../tasks.ts";
import { parseProgress, parseTimestamps } from "../timestamps.ts";
import { buildKind, requestKind } from "./request-kinds.ts";
import { fieldKind, modelKind, modesKind, priceKind, routeKind, taskPathKind, voicesKind } from "./table-kinds.ts";

/** What the contract makes of the input of one case; `null` stands for what is absent. */
export type Outcome = (input: unknown) => unknown;

/** How each kind of golden file asks the contract. The expectation is compared with what comes back. */
export const kinds: Readonly<Record<string, Outcome>> = {
  field: fieldKind,
  model: modelKind,
  modes: modesKind,
  waiting: (input) => waitsForJob(z.record(z.string(), z.unknown()).parse(input)) ?? null,
  request: requestKind,
  build: buildKind,
  price: priceKind,
  voices: voicesKind,
  route: routeKind,
  "task path": taskPathKind,
  task: (input) => withNulls(parseTask(input), taskKeys),
  "model list": (input) => {
    const { status, body } = z.strictObject({ status: z.number(), body: z.unknown() }).parse(input);
    return readModelList(status, body);
  },
  timestamps: (input) => {
    const { document, duration } = z
      .strictObject({ document: z.unknown(), duration: z.optional(z.number()) })
      .parse(input);
    return parseTimestamps(document, duration);
  },
  frame(input) {
    const frame = parseFrame(z.string().parse(expand(input)));
    if (frame.type === "progress") return { ...frame, timings: parseProgress([frame.data]).timings };
    return frame.type === "error" ? { ...frame, message: parseErrorBody(frame.text).message } : frame;
  },
  "error body": (input) => withNulls(parseErrorBody(z.string().parse(expand(input))), ["type", "param", "code"]),
};

const taskKeys = ["progress", "contentUrl", "timestampsUrl", "durationSeconds", "error"] as const;

/** JSON has no word for absence, so that golden files write `null` where a key must not be there. */
function withNulls(value: object | undefined, keys: readonly string[]): unknown {
  return value === undefined ? null : { ...Object.fromEntries(keys.map((key) => [key, null])), ...value };
}
