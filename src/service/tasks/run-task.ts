import { findModel } from "../../contract/models/index.ts";
import { type AcceptedRequest, acceptBody, sentAs } from "../accept.ts";
import { mediaTypeOf } from "../media-type.ts";
import type { Metrics } from "../metrics.ts";
import type { SpeechPlanners } from "../plans/index.ts";
import { spokenAs } from "../spoken-as.ts";
import { engineSampleRate } from "../synthesis/formats.ts";
import { NothingToSpeakError, type SpeechFormat, type Synthesizer, type Utterance } from "../synthesis/synthesizer.ts";
import type { Segment } from "../synthesis/text/segments.ts";
import { synthesisRefusal } from "../synthesis-refusal.ts";
import { canBeJoined } from "./joined-sound.ts";
import type { Retry } from "./retry.ts";
import type { Delivery, SegmentStore } from "./segment-store.ts";
import {
  divide,
  type JoinedTask,
  type SegmentedTask,
  type SegmentTools,
  speakSegments,
  timesOfSegments,
} from "./speak-segments.ts";
import type { TaskFiles } from "./task-files.ts";
import type { StoredTask } from "./task-reader.ts";
import type { FinishedTask } from "./task-store.ts";
import { type Granularity, granularities, toMilliseconds } from "./timestamps.ts";

export interface RunTools {
  readonly planners: SpeechPlanners;
  readonly synthesizer: Synthesizer;
  readonly files: TaskFiles;
  readonly segments: SegmentStore;
  readonly metrics: Metrics | undefined;
}

/** A task as its steps see it. */
export interface TaskRun {
  readonly id: string;
  readonly model: string;
  readonly accepted: AcceptedRequest;
  /** As it was sent: what segments are stretches of. */
  readonly text: string;
  /** Of what is drawn by chance, a 32-bit integer; it is drawn anew each time when absent. */
  readonly seed?: number | undefined;
  /** Of its timestamps; null where it has none. */
  readonly granularity: Granularity | null;
  readonly tools: RunTools & { readonly retry: Retry };
  readonly signal: AbortSignal;
  /** Told how many characters have been spoken. */
  readonly onSpoken: (characters: number) => void;
}

/**
 * @param body the request as it was sent.
 * @param onProgress told the percentage of the text's characters that have been spoken, never 100.
 */
export function beginRun(
  { id, model: modelId, endpoint, characters }: StoredTask,
  body: unknown,
  tools: RunTools & { readonly retry: Retry },
  signal: AbortSignal,
  onProgress: (percent: number) => void = () => undefined,
): TaskRun {
  const model = findModel(modelId);
  if (model === undefined) throw new Error(`the model ${modelId} no longer exists`);
  const accepted = acceptBody(model, body, endpoint);
  const granularity = granularityOf(accepted.values["timestamp_type"]);
  const onSpoken = (spoken: number): void => onProgress(Math.min(99, Math.floor((100 * spoken) / characters)));
  return { id, model: modelId, accepted, text: String(accepted.values["text"]), granularity, tools, signal, onSpoken };
}

/**
 * Speaks one task into its files: a short one in one go, a longer one in segments. Running it again, after a crash for
 * instance, goes on with the segments that an earlier run has kept, and replaces all else that it left.
 *
 * @throws what planning and synthesis throw; the signal's reason after an abort.
 */
export async function runTask(run: TaskRun): Promise<FinishedTask> {
  const { id, tools, signal } = run;
  const kept = await tools.segments.deliveryOf(id);
  if (kept !== undefined) return speakInSegments(kept, run);
  const planned = await planTask(run);
  if ("finished" in planned) return planned.finished;
  await tools.retry(() => tools.segments.divide(id, planned.delivery, planned.parts), signal);
  return speakInSegments(planned.delivery, run);
}

/** How a task is divided; or what became of it, where it was short enough to be spoken in one go. */
export async function planTask(
  run: TaskRun,
): Promise<{ readonly finished: FinishedTask } | { readonly delivery: Delivery; readonly parts: readonly Segment[] }> {
  const { accepted, seed, tools, signal } = run;
  const { utterance } = await tools.retry(() => tools.planners.plan(accepted, signal, seed), signal);
  const parts = canBeJoined(utterance.format) ? await divide(utterance) : [];
  if (parts.length < 2) return { finished: await speakNamingTheText(utterance, run) };
  const { text: _, ...delivery } = utterance;
  return { delivery, parts };
}

/** Only here it is known how the text was named that holds nothing to speak. */
async function speakNamingTheText(utterance: Utterance, run: TaskRun): Promise<FinishedTask> {
  try {
    return await run.tools.retry(() => speakInOneGo(utterance, run), run.signal);
  } catch (error) {
    if (!(error instanceof NothingToSpeakError)) throw error;
    throw synthesisRefusal(error, sentAs(run.accepted.resolution, "text"));
  }
}

async function speakInOneGo(utterance: Utterance, run: TaskRun): Promise<FinishedTask> {
  const { id, granularity, tools, signal, onSpoken } = run;
  const { format } = utterance;
  const synthesis = tools.synthesizer.speak(utterance, signal);
  const sound = { extension: extensionOf(format), format };
  const bytes = await tools.files.writeSound(id, sound, synthesis, () => onSpoken(synthesis.charactersSpoken));
  const result = await synthesis.result;
  if (granularity !== null) await tools.files.writeTimestamps(id, granularity, [result]);
  return finished(run, utterance, { bytes, durationSeconds: result.durationSeconds });
}

async function speakInSegments(delivery: Delivery, run: TaskRun): Promise<FinishedTask> {
  const joined = await speakSegments(segmentedTask(run, delivery), segmentTools(run), run.signal, run.onSpoken);
  return await finishSegments(run, delivery, joined);
}

/** Writes the timestamps of a task whose sound has been joined. */
export async function finishSegments(
  run: TaskRun,
  delivery: Delivery,
  { bytes, samples }: JoinedTask,
): Promise<FinishedTask> {
  const { id, granularity, tools, signal } = run;
  if (granularity !== null) {
    await tools.retry(() => tools.files.writeTimestamps(id, granularity, timesOfSegments(id, tools)), signal);
  }
  return finished(run, delivery, { bytes, durationSeconds: samples / engineSampleRate });
}

export function segmentedTask({ id, text }: TaskRun, delivery: Delivery): SegmentedTask {
  return { id, text, delivery, extension: extensionOf(delivery.format) };
}

export function segmentTools({ model, tools }: TaskRun): SegmentTools {
  return { ...tools, onKept: () => tools.metrics?.countSegment(model) };
}

function finished(
  { granularity, signal }: TaskRun,
  delivery: Delivery,
  { bytes, durationSeconds }: Pick<FinishedTask, "bytes" | "durationSeconds">,
): FinishedTask {
  signal.throwIfAborted();
  const { format } = delivery;
  return {
    mediaType: mediaTypeOf(format),
    extension: extensionOf(format),
    bytes,
    durationSeconds: toMilliseconds(durationSeconds),
    granularity,
    spoken: spokenAs(delivery),
  };
}

/** A model without the field has no timestamps. */
function granularityOf(value: unknown): Granularity | null {
  return granularities.find((known) => known === value) ?? null;
}

function extensionOf({ codec }: SpeechFormat): string {
  if (codec === "mp3" || codec === "wav") return codec;
  return codec === "pcm_s16le" ? "pcm" : "ulaw";
}
