import * as z from "zod/mini";
import { readErrorDetails } from "./errors.ts";
import { isJsonObject, type JsonObject, property } from "./json.ts";

/** The states of a task (section 2.6). */
export const taskStatuses = ["queued", "in_progress", "completed", "failed"] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/**
 * A task as the service told it. Every part but the id may be missing or odd: it is then absent here and stands in
 * `raw`, which keeps the whole answer for people to look at.
 */
export interface Task {
  readonly id: string;
  /** `unknown` for a status that the document does not name; what came is `said`. */
  readonly status: TaskStatus | "unknown";
  /** The status in the service's own word, where it is one. */
  readonly said?: string;
  /** Percent, from 0 to 100. */
  readonly progress?: number;
  readonly contentUrl?: string;
  readonly timestampsUrl?: string;
  /** The length of the audio in seconds. The field `duration` is the running time and never stands here (section 8). */
  readonly durationSeconds?: number;
  readonly error?: { readonly message: string; readonly code?: string };
  /** The answer as it came; the task's object may stand somewhere inside. */
  readonly raw: unknown;
}

const optional = <T extends z.core.$ZodType>(schema: T) => z.catch(z.optional(schema), undefined);

const taskSchema = z.looseObject({
  status: z.catch(z.enum([...taskStatuses, "unknown"]), "unknown"),
  progress: optional(z.number()),
  content_url: optional(z.string()),
  timestamps_url: optional(z.string()),
  duration_seconds: optional(z.number().check(z.positive())),
});

/** Names under which services give a task's id, and those under which they wrap the task; the documented one first. */
const idNames = ["id", "task_id", "taskId", "job_id"] as const;
const wrappings = ["task", "data", "result", "response"] as const;
const deepestWrapping = 4;

/** An object that may be a task, and the id that it gives. */
interface Candidate {
  readonly object: JsonObject;
  readonly id: string;
}

/**
 * Reads an answer about a task: the task's object (section 2.6), or one with the id under another name, as a number or
 * inside of another object. Undefined when no id is found.
 *
 * @param asked the id of the task that was asked for: it holds where the answer names none.
 */
export function parseTask(value: unknown, asked?: string): Task | undefined {
  const all = candidatesIn(value, 0);
  const found = all.find(({ id }) => id.startsWith("task_")) ?? all.find(({ object }) => "status" in object) ?? all[0];
  const told = asked === undefined ? found : (all.find(({ id }) => id === asked) ?? statusAlone(value, asked));
  if (told === undefined) return undefined;
  const { id, object } = told;
  const parsed = taskSchema.safeParse(object);
  if (!parsed.success) return undefined;
  const { data } = parsed;
  const said = property(object, "status");
  const failure = parseFailure(object, data.status === "failed" ? failureNames : ["error"]);
  return {
    id,
    status: data.status,
    ...(typeof said === "string" ? { said } : {}),
    ...(data.progress === undefined ? {} : { progress: Math.min(100, Math.max(0, data.progress)) }),
    ...(data.content_url === undefined ? {} : { contentUrl: data.content_url }),
    ...(data.timestamps_url === undefined ? {} : { timestampsUrl: data.timestamps_url }),
    ...(data.duration_seconds === undefined ? {} : { durationSeconds: data.duration_seconds }),
    ...(failure === undefined ? {} : { error: failure }),
    raw: value,
  };
}

/** Everything in an answer that gives an id, from the outermost in. */
function candidatesIn(value: unknown, depth: number): readonly Candidate[] {
  if (depth >= deepestWrapping) return [];
  if (Array.isArray(value)) return value.flatMap((each) => candidatesIn(each, depth + 1));
  if (!isJsonObject(value)) return [];
  const [id] = idNames.flatMap((name) => idOf(property(value, name)) ?? []);
  const inner = wrappings.flatMap((name) => candidatesIn(property(value, name), depth + 1));
  // An error has an id of its own in some services.
  const isError = property(value, "status") === undefined && readErrorDetails(property(value, "error")).message !== "";
  return id === undefined || isError ? inner : [{ object: value, id }, ...inner];
}

function idOf(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * An answer about the task that was asked for whose id is another or missing: it is about that one all the same, unless
 * it lists several.
 */
function statusAlone(value: unknown, id: string): Candidate | undefined {
  for (let inner = value, depth = 0; depth < deepestWrapping; depth++) {
    if (isJsonObject(inner) && typeof property(inner, "status") === "string") return { object: inner, id };
    const outer: unknown = inner;
    if (Array.isArray(outer) && outer.length > 1) return undefined;
    inner = Array.isArray(outer)
      ? outer[0]
      : wrappings.map((name) => property(outer, name)).find((each) => each !== undefined);
  }
  return undefined;
}

/** Whether polling ends with a status: `completed` and `failed` do (section 3). */
export function isTerminal(status: Task["status"]): boolean {
  return status === "completed" || status === "failed";
}

/** Where services say why a task failed. */
const failureNames = [
  "error",
  "failure",
  "last_error",
  "failure_reason",
  "fail_reason",
  "reason",
  "error_message",
  "status_message",
  "message",
  "detail",
] as const;

/** The fields that describe a failure are not shown (section 2.6), so any name and any shape of error is read. */
function parseFailure(task: JsonObject, names: readonly string[]): Task["error"] {
  const all = names.map((name) => readErrorDetails(property(task, name)));
  const { message, code } = all.find((each) => each.message !== "") ?? all[0] ?? { message: "" };
  if (message === "" && code === undefined) return undefined;
  return code === undefined ? { message } : { message, code };
}
