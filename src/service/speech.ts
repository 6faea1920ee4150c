import type { BaseLogger } from "pino";
import { createMeasuringThread } from "./adaptation/measuring/thread.ts";
import { createReferenceVoices } from "./adaptation/reference-voices.ts";
import type { SpeakerConfiguration } from "./configuration.ts";
import { NeuralModels } from "./engines/neural/neural-models.ts";
import { plannersWith, type SpeechPlanners, speechPlanners } from "./plans/index.ts";
import { createRecordingFetcher } from "./reference/fetch-recording.ts";
import { createSynthesizer, type Synthesizer } from "./synthesis/synthesizer.ts";
import { installedModels } from "./voices/installed.ts";

/** What a program needs to speak. */
interface Speech {
  readonly planners: SpeechPlanners;
  readonly synthesizer: Synthesizer;
  close(): Promise<void>;
}

type SpeechConfiguration = Pick<
  SpeakerConfiguration,
  "referencePrefix" | "voicesFolder" | "voiceModels" | "voiceProcesses"
>;

/**
 * Starts the engine's threads, and finds the models of natural voices.
 *
 * @param program the address of the program's file, beside which theirs lie.
 */
export async function startSpeech(
  program: string,
  { referencePrefix, voicesFolder, voiceModels, voiceProcesses }: SpeechConfiguration,
  logger: BaseLogger,
): Promise<Speech> {
  const { models, incomplete } = installedModels(voicesFolder, voiceModels);
  for (const { name, missing } of incomplete) {
    logger.warn({ model: name, missing }, "a model isn't whole: npm run voices -- add brings what is missing");
  }
  const neural = new NeuralModels(models, {
    processFile: new URL("./model-process.js", program),
    limits: { processes: voiceProcesses },
  });
  const synthesizer = await createSynthesizer({ workerFile: new URL("./synthesis-worker.js", program), neural });
  const voices = createReferenceVoices({
    fetcher: createRecordingFetcher(referencePrefix === undefined ? {} : { allowedPrefix: referencePrefix }),
    measuring: createMeasuringThread(new URL("./measuring-worker.js", program)),
    synthesizer,
  });
  return {
    planners: speechPlanners(plannersWith({ voices, random: Math.random }), models),
    synthesizer,
    async close() {
      await voices.close();
      await synthesizer.close();
    },
  };
}
