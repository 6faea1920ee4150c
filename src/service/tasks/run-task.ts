import { findModel } from "../../contract/models/index.ts";
import { type AcceptedRequest, acceptBody } from "../accept.ts";
import { mediaTypeOf } from "../media-type.ts";
import type { Metrics } from "../metrics.ts";
import type { SpeechPlanners } from "../plans/index.ts";
import { engineSampleRate } from "../synthesis/formats.ts";
import type { SpeechFormat, Synthesizer, Utterance } from "../synthesis/synthesizer.ts";
import { canBeJoined } from "./joined-sound.ts";
import type { Retry } from "./retry.ts";
import type { Delivery, SegmentStore } from "./segment-store.ts";
import { divide, speakSegments, timesOfSegments } from "./speak-segments.ts";
import type { TaskFiles } from "./task-files.ts";
import type { FinishedTask, StoredTask } from "./task-store.ts";
import { type Granularity, granularities, toMilliseconds } from "./timestamps.ts";

export interface RunTools {
  readonly planners: SpeechPlanners;
  readonly synthesizer: Synthesizer;
  readonly files: TaskFiles;
  readonly segments: SegmentStore;
  readonly metrics: Metrics | undefined;
}

interface Run {
  readonly id: string;
  readonly model: string;
  readonly granularity: Granularity | null;
  readonly tools: RunTools & { readonly retry: Retry };
  readonly signal: AbortSignal;
  /** Told how many characters have been spoken. */
  readonly onSpoken: (characters: number) => void;
}

interface Spoken {
  readonly format: SpeechFormat;
  readonly bytes: number;
  readonly durationSeconds: number;
}

/**
 * Speaks one task into its files: a short one in one go, a longer one in segments. Running it again, after a crash for
 * instance, goes on with the segments that an earlier run has kept, and replaces all else that it left.
 *
 * @param body the request as it was sent.
 * @param onProgress told the percentage of the text's characters that have been spoken, never 100.
 * @throws what planning and synthesis throw; the signal's reason after an abort.
 */
export async function runTask(
  { id, model: modelId, endpoint, characters }: StoredTask,
  body: unknown,
  tools: RunTools & { readonly retry: Retry },
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<FinishedTask> {
  const model = findModel(modelId);
  if (model === undefined) throw new Error(`the model ${modelId} no longer exists`);
  const accepted = acceptBody(model, body, endpoint);
  const granularity = granularityOf(accepted.values["timestamp_type"]);
  const onSpoken = (spoken: number): void => onProgress(Math.min(99, Math.floor((100 * spoken) / characters)));
  const { format, bytes, durationSeconds } = await speak(accepted, {
    id,
    model: model.id,
    granularity,
    tools,
    signal,
    onSpoken,
  });
  signal.throwIfAborted();
  return {
    mediaType: mediaTypeOf(format),
    extension: extensionOf(format),
    bytes,
    durationSeconds: toMilliseconds(durationSeconds),
    granularity,
  };
}

async function speak(accepted: AcceptedRequest, run: Run): Promise<Spoken> {
  const { id, tools, signal } = run;
  const { planners, segments, retry } = tools;
  const text = String(accepted.values["text"]);
  const kept = await segments.deliveryOf(id);
  if (kept !== undefined) return speakInSegments(text, kept, run);
  const { utterance } = await retry(() => planners.plan(accepted, signal), signal);
  const parts = canBeJoined(utterance.format) ? await divide(utterance) : [];
  if (parts.length < 2) return retry(() => speakInOneGo(utterance, run), signal);
  const { text: _, ...delivery } = utterance;
  await retry(() => segments.divide(id, delivery, parts), signal);
  return speakInSegments(text, delivery, run);
}

async function speakInOneGo(utterance: Utterance, { id, granularity, tools, signal, onSpoken }: Run): Promise<Spoken> {
  const { format } = utterance;
  const synthesis = tools.synthesizer.speak(utterance, signal);
  const sound = { extension: extensionOf(format), format };
  const bytes = await tools.files.writeSound(id, sound, synthesis, () => onSpoken(synthesis.charactersSpoken));
  const result = await synthesis.result;
  if (granularity !== null) await tools.files.writeTimestamps(id, granularity, [result]);
  return { format, bytes, durationSeconds: result.durationSeconds };
}

async function speakInSegments(text: string, delivery: Delivery, run: Run): Promise<Spoken> {
  const { id, model, granularity, signal, onSpoken } = run;
  const tools = { ...run.tools, onKept: () => run.tools.metrics?.countSegment(model) };
  const { format } = delivery;
  const task = { id, text, delivery, extension: extensionOf(format) };
  const { bytes, samples } = await speakSegments(task, tools, signal, onSpoken);
  if (granularity !== null) {
    await tools.retry(() => tools.files.writeTimestamps(id, granularity, timesOfSegments(id, tools)), signal);
  }
  return { format, bytes, durationSeconds: samples / engineSampleRate };
}

/** A model without the field has no timestamps. */
function granularityOf(value: unknown): Granularity | null {
  return granularities.find((known) => known === value) ?? null;
}

function extensionOf({ codec }: SpeechFormat): string {
  if (codec === "mp3" || codec === "wav") return codec;
  return codec === "pcm_s16le" ? "pcm" : "ulaw";
}
