import * as z from "zod/mini";
import { readErrorDetails } from "./errors.ts";
import { isJsonObject, type JsonObject } from "./json.ts";

/** The states of a task (section 2.6). */
export const taskStatuses = ["queued", "in_progress", "completed", "failed"] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/**
 * A task as the service told it. Every part but the id may be missing or odd: it is then absent here and stands in
 * `raw`, which keeps the whole object for people to look at.
 */
export interface Task {
  readonly id: string;
  /** `unknown` for a status that the document does not name; what came stands in `raw.status`. */
  readonly status: TaskStatus | "unknown";
  readonly model?: string;
  /** Unix time in seconds. */
  readonly createdAt?: number;
  /** Percent, from 0 to 100. */
  readonly progress?: number;
  readonly contentUrl?: string;
  readonly timestampsUrl?: string;
  /** The length of the audio in seconds. The field `duration` is the running time and never stands here (section 8). */
  readonly durationSeconds?: number;
  readonly error?: { readonly message: string; readonly code?: string };
  readonly raw: JsonObject;
}

const optional = <T extends z.core.$ZodType>(schema: T) => z.catch(z.optional(schema), undefined);

const taskSchema = z.looseObject({
  id: z.string().check(z.minLength(1)),
  status: z.catch(z.enum([...taskStatuses, "unknown"]), "unknown"),
  model: optional(z.string()),
  created_at: optional(z.number()),
  progress: optional(z.number()),
  content_url: optional(z.string()),
  timestamps_url: optional(z.string()),
  duration_seconds: optional(z.number().check(z.positive())),
  error: z.optional(z.unknown()),
});

/** Reads a task object; undefined when the value is not one (it has no id). */
export function parseTask(value: unknown): Task | undefined {
  if (!isJsonObject(value)) return undefined;
  const parsed = taskSchema.safeParse(value);
  if (!parsed.success) return undefined;
  const { data } = parsed;
  const failure = parseFailure(data.error);
  return {
    id: data.id,
    status: data.status,
    ...(data.model === undefined ? {} : { model: data.model }),
    ...(data.created_at === undefined ? {} : { createdAt: data.created_at }),
    ...(data.progress === undefined ? {} : { progress: Math.min(100, Math.max(0, data.progress)) }),
    ...(data.content_url === undefined ? {} : { contentUrl: data.content_url }),
    ...(data.timestamps_url === undefined ? {} : { timestampsUrl: data.timestamps_url }),
    ...(data.duration_seconds === undefined ? {} : { durationSeconds: data.duration_seconds }),
    ...(failure === undefined ? {} : { error: failure }),
    raw: value,
  };
}

/** Whether polling ends with a status: `completed` and `failed` do (section 3). */
export function isTerminal(status: Task["status"]): boolean {
  return status === "completed" || status === "failed";
}

/** The fields that describe a failure are not shown (section 2.6), so any shape of error is read. */
function parseFailure(value: unknown): Task["error"] {
  const { message, code } = readErrorDetails(value);
  if (message === "" && code === undefined) return undefined;
  return code === undefined ? { message } : { message, code };
}
