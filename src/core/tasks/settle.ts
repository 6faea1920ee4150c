import { contentAddress, timestampsAddress } from "../../api/content-address.ts";
import { ContentGoneError, type HeaderList, SpeechRequestError } from "../../api/errors.ts";
import type { RequestObserver } from "../../api/request-events.ts";
import type { TaskClient } from "../../api/task-client.ts";
import type { AudioPart } from "../../audio/base/source.ts";
import { createRecorder, type Recording } from "../../audio/players/recorder.ts";
import { taskPath } from "../../contract/routes.ts";
import type { Task } from "../../contract/tasks.ts";

/** What became of a completed task's audio. */
export type Settled =
  | {
      readonly kind: "kept";
      readonly recording: Recording;
      /** The head of the answer that brought it. */
      readonly answer: { readonly status: number; readonly headers: HeaderList } | undefined;
      readonly foreign?: string;
    }
  /** Too large to keep: it plays from `path` as long as the service has it. */
  | { readonly kind: "remote"; readonly path: string; readonly bytes: number; readonly foreign?: string }
  /** The service has it at an address that isn't its own, and nowhere else: shown, never fetched. */
  | { readonly kind: "foreign"; readonly address: string };

export interface SettleOptions {
  readonly client: TaskClient;
  /** The service's base address. */
  readonly baseUrls: readonly (string | undefined)[];
  /** The most that is kept, in bytes. */
  readonly room: number;
  /** What is told of each answer, by what was asked for. */
  readonly observe?: (what: "head" | "content" | "timestamps") => RequestObserver;
  /** Told how many bytes of it came. */
  readonly onProgress?: (bytes: number) => void;
}

/** The most of one task's audio that is kept, in bytes. */
export const mostKept = 100_000_000;

/**
 * How much of one task's audio may be kept when `available` bytes of storage are free: not more than a quarter of them.
 */
export function roomFor(available: number | undefined): number {
  return available === undefined ? mostKept : Math.min(mostKept, available / 4);
}

/**
 * Fetches the audio of a completed task, unless it is too large or isn't the service's. An address that isn't its own
 * is never asked: then the documented one is (section 4). Throws {@link ContentGoneError} when it has expired; other
 * errors may pass when it is tried again, which costs nothing.
 */
export async function settleContent(task: Task, options: SettleOptions, signal: AbortSignal): Promise<Settled> {
  const address = contentAddress(task.id, task.contentUrl, options.baseUrls);
  if (address.kind === "none") throw new RangeError(`There is no path for the audio of ${task.id}.`);
  if (address.kind === "own") return fetchOwn(task, address.path, options, signal);
  // The name may be one that only the service's own network knows. What was paid for expires, and has a documented
  // path.
  const path = taskPath("content", task.id);
  if (path === undefined) return address;
  try {
    return { ...(await fetchContent(path, options, signal)), foreign: address.address };
  } catch (error) {
    if (error instanceof ContentGoneError || isRefusal(error)) return address;
    throw error;
  }
}

/** A signed address ends before it is known what became of its audio: the documented one, asked with the key, says. */
async function fetchOwn(task: Task, path: string, options: SettleOptions, signal: AbortSignal): Promise<Settled> {
  try {
    return await fetchContent(path, options, signal);
  } catch (error) {
    const documented = taskPath("content", task.id);
    const isForbidden = error instanceof SpeechRequestError && error.refusal === "status" && error.status === 403;
    if (!isForbidden || documented === undefined || documented === path) throw error;
    return fetchContent(documented, options, signal);
  }
}

async function fetchContent(
  path: string,
  { client, room, onProgress, observe }: SettleOptions,
  signal: AbortSignal,
): Promise<Exclude<Settled, { kind: "foreign" }>> {
  try {
    const length = await client.contentLength(path, signal, observe?.("head"));
    if (length !== undefined && length > room) return { kind: "remote", path, bytes: length };
    let recorder: ReturnType<typeof createRecorder> | undefined;
    let bytes = 0;
    let answer: (Settled & { readonly kind: "kept" })["answer"];
    const note = observe?.("content");
    const source = client.content(path, (event) => {
      note?.(event);
      if (event.type === "headers") answer = { status: event.status, headers: event.headers };
    });
    for await (const part of soundUnderAnyHeader(source(signal))) {
      if (part.type === "start") recorder = createRecorder(part.format);
      if (part.type !== "audio") continue;
      recorder?.append(part.bytes);
      bytes += part.bytes.length;
      // Leaving the loop ends the request.
      if (bytes > room) return { kind: "remote", path, bytes };
      onProgress?.(bytes);
    }
    if (recorder === undefined) throw new TypeError("An audio source must begin with its format.");
    return { kind: "kept", recording: recorder.recording(), answer };
  } catch (error) {
    throw isGone(error) ? new ContentGoneError(error) : error;
  }
}

/** What a source brings, also where only the answer's header says that it isn't sound: its take says so. */
async function* soundUnderAnyHeader(parts: AsyncIterable<AudioPart>): AsyncGenerator<AudioPart> {
  try {
    yield* parts;
  } catch (error) {
    if (!(error instanceof SpeechRequestError) || error.refusal !== "mislabelled") throw error;
  }
}

/**
 * Fetches a completed task's timestamps, as they came; undefined where it has none. They are a help, so nothing that
 * goes wrong with them is an error: what was said instead is in `problem`.
 */
export async function fetchTimestamps(
  task: Task,
  { client, baseUrls, observe }: Pick<SettleOptions, "client" | "baseUrls" | "observe">,
  signal: AbortSignal,
): Promise<{ readonly document?: unknown; readonly problem?: string; readonly error?: unknown }> {
  const address = timestampsAddress(task.timestampsUrl, baseUrls);
  if (address.kind === "none") return {};
  const path = address.kind === "own" ? address.path : taskPath("timestamps", task.id);
  if (path === undefined) return { problem: task.timestampsUrl ?? "" };
  try {
    return { document: await client.timestamps(path, signal, observe?.("timestamps")) };
  } catch (error) {
    signal.throwIfAborted();
    return { problem: error instanceof Error ? error.message : String(error), error };
  }
}

/** Whether the service said of a request that it won't have it, whenever it comes. */
function isRefusal(error: unknown): boolean {
  return error instanceof SpeechRequestError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

function isGone(error: unknown): error is SpeechRequestError {
  return error instanceof SpeechRequestError && error.refusal === "status" && [404, 410].includes(error.status);
}
