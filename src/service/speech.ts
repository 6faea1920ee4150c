import { createMeasuringThread } from "./adaptation/measuring/thread.ts";
import { createReferenceVoices } from "./adaptation/reference-voices.ts";
import { plannersWith, type SpeechPlanners, speechPlanners } from "./plans/index.ts";
import type { AllowedPrefix } from "./reference/allowed-prefix.ts";
import { createRecordingFetcher } from "./reference/fetch-recording.ts";
import { createSynthesizer, type Synthesizer } from "./synthesis/synthesizer.ts";

/** What a program needs to speak. */
interface Speech {
  readonly planners: SpeechPlanners;
  readonly synthesizer: Synthesizer;
  close(): Promise<void>;
}

/**
 * Starts the engine's threads.
 *
 * @param program the address of the program's file, beside which theirs lie.
 * @param referencePrefix where reference recordings may come from that isn't public.
 */
export async function startSpeech(program: string, referencePrefix: AllowedPrefix | undefined): Promise<Speech> {
  const synthesizer = await createSynthesizer({ workerFile: new URL("./synthesis-worker.js", program) });
  const voices = createReferenceVoices({
    fetcher: createRecordingFetcher(referencePrefix === undefined ? {} : { allowedPrefix: referencePrefix }),
    measuring: createMeasuringThread(new URL("./measuring-worker.js", program)),
    synthesizer,
  });
  return {
    planners: speechPlanners(plannersWith({ voices, random: Math.random })),
    synthesizer,
    async close() {
      await voices.close();
      await synthesizer.close();
    },
  };
}
