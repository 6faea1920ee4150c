import type { SpeechClient } from "../../api/client.ts";
import { isOnLine } from "../../api/network.ts";
import { longestRetryAfter, usualPause } from "../../api/retry-after.ts";
import { expectedFormat } from "../../audio/formats/expected-format.ts";
import { createHeadlessSession } from "../../audio/session/headless-session.ts";
import type { Playground } from "../page/playground.ts";
import { settledOnce } from "../page/wait.ts";
import { answerSource, sentAfter } from "../takes/answer-source.ts";
import { readFailure } from "../takes/failure.ts";
import type { TakeLibrary } from "../takes/library.ts";
import { restoreError } from "../takes/restore-error.ts";
import { isAwaited, type TakeId } from "../takes/take.ts";
import type { TakeDraft, WrittenDraft } from "../takes/take-draft.ts";
import { createTakeRecorder } from "../takes/take-recorder.ts";
import type { Takes } from "../takes/takes.ts";

/** What is known of a take when its request is over. */
export interface HeadlessEnd {
  /**
   * For so long the service wants nothing more to be sent, in milliseconds; undefined where it said nothing of that.
   */
  readonly pause: number | undefined;
}

/** What sends takes of which nothing is heard; the player stays as it is. */
export interface SendHeadlessOptions {
  readonly client: Pick<SpeechClient, "speechSource">;
  readonly library: TakeLibrary;
  readonly endBy: Takes["endBy"];
  /** Sends a submission that becomes a task; the ordinary watch over tasks looks after it. Never rejects. */
  readonly sendTask: (made: WrittenDraft, signal: AbortSignal) => Promise<unknown>;
  /** The rate of headerless samples, in hertz. */
  readonly sampleRate: () => number | undefined;
  /** Milliseconds on a steady clock. */
  readonly now: () => number;
  /** Unix time in milliseconds. */
  readonly wallClock: () => number;
  readonly onLine: () => boolean;
}

/** What a playground sends such takes with. */
export function headlessOptionsOf(playground: Playground): SendHeadlessOptions {
  const { client, library, settings, submit, takes, now, wallClock } = playground;
  return {
    ...{ client, library, now, wallClock },
    endBy: takes.getState().endBy,
    sampleRate: () => settings.getState().sampleRate,
    onLine: isOnLine,
    sendTask: submit.getState().sendAsTask,
  };
}

/**
 * Sends a take, once. Settles when nothing more comes of it: of a task, when that has ended or is left alone. A
 * person may end it (see `Takes.end`); before it is written down, it isn't sent then.
 */
export async function sendHeadless(made: WrittenDraft, options: SendHeadlessOptions): Promise<HeadlessEnd> {
  const { library, endBy, sendTask } = options;
  const { draft } = made;
  const { row, request } = draft;
  const ended = new AbortController();
  endBy(row.id, () => ended.abort());
  if (request.endpoint === "tasks") {
    await sendTask(made, ended.signal);
    endBy(row.id);
    await isOver(library, row.id);
  } else {
    await record(made, ended.signal, options);
    endBy(row.id);
  }
  return { pause: await pauseAfter(draft, options) };
}

async function record(
  { draft, written }: WrittenDraft,
  signal: AbortSignal,
  options: SendHeadlessOptions,
): Promise<void> {
  const { client, library, sampleRate, now, wallClock, onLine } = options;
  const { row, model, values } = draft;
  await written;
  const started = now();
  const circumstances = () => ({ onLine: onLine(), time: wallClock() });
  const recorder = createTakeRecorder(library, row.id, model, started, circumstances);
  const expected = expectedFormat(model.output(values), sampleRate());
  const session = createHeadlessSession({
    source: sentAfter(
      written,
      answerSource(draft, { client, library, circumstances, expected, observe: recorder.observe }),
    ),
    now,
    started,
    onProgress: recorder.noteWords,
  });
  recorder.follow(session, () => undefined);
  const over = session.start();
  if (signal.aborted) session.stop();
  else signal.addEventListener("abort", session.stop);
  await over;
}

/** How long the service wants to be left alone after what it said to this take, in milliseconds. */
async function pauseAfter(
  { row: { id }, model }: TakeDraft,
  options: SendHeadlessOptions,
): Promise<number | undefined> {
  const { library, wallClock, onLine } = options;
  const row = library.row(id);
  if (row?.status !== "failed") return undefined;
  const details = await library.details(id);
  if (details?.error === undefined) return undefined;
  const error = restoreError(details.error, details.headers);
  const { retryAfter } = readFailure(error, model, { onLine: onLine(), time: wallClock() });
  if (retryAfter !== undefined) return Math.min(longestRetryAfter, retryAfter * 1_000);
  return row.httpStatus === 429 ? usualPause : undefined;
}

/** Settles when a take isn't awaited any more, or isn't there. */
function isOver(library: TakeLibrary, id: TakeId): Promise<void> {
  return settledOnce(library, () => {
    const row = library.row(id);
    return row === undefined || row.deleted !== undefined || !isAwaited(row);
  });
}
