import { contentAddress, timestampsAddress } from "../../api/content-address.ts";
import { ContentGoneError, SpeechRequestError } from "../../api/errors.ts";
import type { TaskClient } from "../../api/task-client.ts";
import { createRecorder, type Recording } from "../../audio/recorder.ts";
import { readWavFacts } from "../../audio/wav-facts.ts";
import type { Task } from "../../contract/tasks.ts";

/** What became of a completed task's audio. */
export type Settled =
  | { readonly kind: "kept"; readonly recording: Recording }
  /** Too large to keep: it plays from `path` as long as the service has it. */
  | { readonly kind: "remote"; readonly path: string; readonly bytes: number }
  /** It lies elsewhere: shown, never fetched. */
  | { readonly kind: "foreign"; readonly address: string };

export interface SettleOptions {
  readonly client: TaskClient;
  /** The service's base address. */
  readonly baseUrl: string | undefined;
  /** The most that is kept, in bytes. */
  readonly room: number;
  /** Told how many bytes of it came. */
  readonly onProgress?: (bytes: number) => void;
}

/** The most of one task's audio that is kept, in bytes. */
export const mostKept = 100_000_000;

/** How much of one task's audio may be kept when `available` bytes of storage are free: not more than a quarter of them. */
export function roomFor(available: number | undefined): number {
  return available === undefined ? mostKept : Math.min(mostKept, available / 4);
}

/**
 * Fetches the audio of a completed task, unless it is too large or isn't the service's. Throws {@link ContentGoneError}
 * when it has expired; other errors may pass when it is tried again, which costs nothing.
 */
export async function settleContent(task: Task, options: SettleOptions, signal: AbortSignal): Promise<Settled> {
  const { client, baseUrl, room, onProgress } = options;
  const address = contentAddress(task.id, task.contentUrl, baseUrl);
  if (address.kind === "foreign") return address;
  if (address.kind === "none") throw new RangeError(`There is no path for the audio of ${task.id}.`);
  const { path } = address;
  try {
    const length = await client.contentLength(path, signal);
    if (length !== undefined && length > room) return { kind: "remote", path, bytes: length };
    let recorder: ReturnType<typeof createRecorder> | undefined;
    let bytes = 0;
    for await (const part of client.content(path)(signal)) {
      if (part.type === "start") recorder = createRecorder(part.format);
      if (part.type !== "audio") continue;
      recorder?.append(part.bytes);
      bytes += part.bytes.length;
      // Leaving the loop ends the request.
      if (bytes > room) return { kind: "remote", path, bytes };
      onProgress?.(bytes);
    }
    if (recorder === undefined) throw new TypeError("An audio source must begin with its format.");
    return { kind: "kept", recording: await withLength(recorder.recording()) };
  } catch (error) {
    throw isGone(error) ? new ContentGoneError(error) : error;
  }
}

/**
 * Fetches a completed task's timestamps, as they came; undefined where it has none. They are a help, so nothing that goes
 * wrong with them is an error: what was said instead is in `problem`.
 */
export async function fetchTimestamps(
  task: Task,
  { client, baseUrl }: Pick<SettleOptions, "client" | "baseUrl">,
  signal: AbortSignal,
): Promise<{ readonly document?: unknown; readonly problem?: string }> {
  const address = timestampsAddress(task.timestampsUrl, baseUrl);
  if (address.kind === "none") return {};
  if (address.kind === "foreign") return { problem: address.address };
  try {
    return { document: await client.timestamps(address.path, signal) };
  } catch (error) {
    signal.throwIfAborted();
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function isGone(error: unknown): error is SpeechRequestError {
  return error instanceof SpeechRequestError && error.refusal === "status" && [404, 410].includes(error.status);
}

/** Of a WAV file only its header says how long it lasts: nothing has played it yet. */
async function withLength(recording: Recording): Promise<Recording> {
  if (recording.format.codec !== "wav") return recording;
  return { ...recording, facts: { ...recording.facts, ...(await readWavFacts(recording.blob)) } };
}
