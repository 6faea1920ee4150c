import type { AudioSource } from "../audio/base/source.ts";
import { parseJson } from "../contract/json.ts";
import { taskPath } from "../contract/routes.ts";
import { parseTask, type Task } from "../contract/tasks.ts";
import { readBody } from "./body-text.ts";
import { BrokenAnswerError } from "./errors.ts";
import { accepts, headersOf, type KeptBody, keepBody, refusedReply, send } from "./http.ts";
import { type Report, reportTo } from "./once.ts";
import { keptBodyBytes, type RequestObserver } from "./request-events.ts";
import { createSpeechSource, type SourceEnvironment } from "./speech-source.ts";

interface TaskRequest {
  /** A route of the own origin, such as `/v1/audio/speech/tasks`. */
  readonly path: string;
  /** The JSON body, sent byte for byte. */
  readonly body: string;
  readonly observe?: RequestObserver;
}

/**
 * The task routes of the own origin (section 4). Errors of all of them: `SpeechRequestError` for an answer that isn't
 * what was asked for, `ServiceUnreachableError` for none, `BrokenAnswerError` for one that broke off, the signal's
 * reason when the caller gave up.
 */
export interface TaskClient {
  /** Makes a task. It costs, so it is sent once, whatever becomes of it. */
  create(request: TaskRequest, signal: AbortSignal): Promise<Task>;
  /** Asks how far a task is. `observe` is told of the answer's head and body. */
  read(taskId: string, signal: AbortSignal, observe?: RequestObserver): Promise<Task>;
  /** A timestamps document as it came: JSON, or the text where it is none. */
  timestamps(path: string, signal: AbortSignal, observe?: RequestObserver): Promise<unknown>;
  /**
   * The length of finished audio in bytes, asked without fetching it; undefined where the service doesn't tell, or
   * refuses.
   */
  contentLength(path: string, signal: AbortSignal, observe?: RequestObserver): Promise<number | undefined>;
  /** Finished audio as a source of sound. */
  content(path: string, observe?: RequestObserver): AudioSource;
}

/** The most that is read of an answer that is a task, and of a timestamps document, in bytes. */
const longestTask = 1 << 20;
const longestTimestamps = 128 << 20;

export function createTaskClient(environment: SourceEnvironment): TaskClient {
  const { fetch, now } = environment;
  const accept = accepts.json;

  async function read(taskId: string, signal: AbortSignal, observe?: RequestObserver): Promise<Task> {
    const path = taskPath("task", taskId);
    if (path === undefined) throw new RangeError(`${taskId} is not the id of a task.`);
    const response = await ask("GET", path, accept, signal, observe);
    return readTask(response, signal, reportTo(observe, now), taskId);
  }

  /** `observe` is told of the answer's head. */
  async function ask(
    method: "GET" | "HEAD",
    path: string,
    accept: string,
    signal: AbortSignal,
    observe: RequestObserver | undefined,
  ): Promise<Response> {
    const response = await send(fetch, { method, path, accept, signal });
    reportTo(observe, now)({ type: "headers", status: response.status, headers: headersOf(response) });
    return response;
  }

  return {
    async create({ path, body, observe }, signal) {
      // What was stopped by now never leaves.
      signal.throwIfAborted();
      const report = reportTo(observe, now);
      try {
        report({ type: "sent", path, body });
        const response = await send(fetch, { method: "POST", path, accept, body, signal });
        report({ type: "headers", status: response.status, headers: headersOf(response) });
        const task = await readTask(response, signal, report);
        report({ type: "end", bytes: 0 });
        return task;
      } catch (error) {
        report(signal.aborted ? { type: "aborted" } : { type: "failed", error });
        throw error;
      }
    },
    read,
    async timestamps(path, signal, observe) {
      const response = await ask("GET", path, accept, signal, observe);
      const body = await bodyOf(response, signal, longestTimestamps);
      if (!response.ok) throw refusedReply("status", response, body);
      const { text } = readBody(body.bytes, response.headers.get("content-type"));
      const document = body.truncated ? undefined : parseJson(text);
      return document === undefined ? text : document;
    },
    async contentLength(path, signal, observe) {
      const response = await ask("HEAD", path, "audio/*", signal, observe);
      // An answer to HEAD can't say what is wrong. The request for the audio itself will be told.
      if (!response.ok) return undefined;
      const length = response.headers.get("content-length") ?? "";
      return /^\d+$/.test(length) ? Number(length) : undefined;
    },
    content: (path, observe) =>
      createSpeechSource(environment, { path, ...(observe === undefined ? {} : { observe }) }),
  };
}

/** @param asked the id of the task that was asked for; none where the answer names a new one. */
async function readTask(response: Response, signal: AbortSignal, report: Report, asked?: string): Promise<Task> {
  // What a service took whose answer breaks off may be running; a question can be asked again.
  const body = await keepBody(response.body?.getReader(), [], longestTask);
  signal.throwIfAborted();
  const type = response.headers.get("content-type");
  const { text } = readBody(body.bytes, type);
  const truncated = body.truncated || body.bytes.length > keptBodyBytes;
  const kept = readBody(body.bytes.slice(0, keptBodyBytes), type);
  report({ type: "body", size: body.bytes.length, truncated, ...kept });
  if (body.broken && asked !== undefined) throw new BrokenAnswerError(response.status, body.bytes.length);
  if (!response.ok) throw refusedReply("status", response, body);
  const task = parseTask(parseJson(text), asked);
  // An id that no path can be made of could never be asked for again.
  if (task === undefined || taskPath("task", task.id) === undefined)
    throw refusedReply("unknown_shape", response, body);
  return task;
}

/**
 * The whole body up to `most` bytes. An answer that breaks off is none: what was asked for can be asked again, or not.
 */
async function bodyOf(response: Response, signal: AbortSignal, most: number): Promise<KeptBody> {
  const body = await keepBody(response.body?.getReader(), [], most);
  signal.throwIfAborted();
  if (body.broken) throw new BrokenAnswerError(response.status, body.bytes.length);
  return body;
}
