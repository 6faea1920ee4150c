import { countCharacters } from "../../contract/characters.ts";
import { findModel } from "../../contract/models/index.ts";
import { acceptBody } from "../accept.ts";
import { mediaTypeOf } from "../media-type.ts";
import type { SpeechPlanners } from "../plans/index.ts";
import type { SpeechFormat, Synthesizer } from "../synthesis/synthesizer.ts";
import type { TaskFiles } from "./task-files.ts";
import type { FinishedTask, StoredTask } from "./task-store.ts";
import { type Granularity, granularities, toMilliseconds } from "./timestamps.ts";

export interface RunTools {
  readonly planners: SpeechPlanners;
  readonly synthesizer: Synthesizer;
  readonly files: TaskFiles;
}

/**
 * Speaks one task into its files. Running it again, after a crash for instance, replaces what an earlier run left.
 *
 * @param body the request as it was sent.
 * @param onProgress told the percentage of the text's characters that have been spoken, never 100.
 * @throws what planning and synthesis throw; the signal's reason after an abort.
 */
export async function runTask(
  { id, model: modelId, endpoint }: StoredTask,
  body: unknown,
  { planners, synthesizer, files }: RunTools,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<FinishedTask> {
  const model = findModel(modelId);
  if (model === undefined) throw new Error(`the model ${modelId} no longer exists`);
  const accepted = acceptBody(model, body, endpoint);
  const { utterance } = await planners.plan(accepted, signal);
  const { text, format } = utterance;
  const characters = countCharacters(text);
  const extension = extensionOf(format);
  const synthesis = synthesizer.speak(utterance, signal);
  const bytes = await files.writeSound(id, { extension, format }, synthesis, () => {
    onProgress(Math.min(99, Math.floor((100 * synthesis.charactersSpoken) / characters)));
  });
  const result = await synthesis.result;
  const granularity = granularityOf(accepted.values["timestamp_type"]);
  if (granularity !== null) await files.writeTimestamps(id, granularity, result);
  signal.throwIfAborted();
  return {
    mediaType: mediaTypeOf(format),
    extension,
    bytes,
    durationSeconds: toMilliseconds(result.durationSeconds),
    granularity,
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
