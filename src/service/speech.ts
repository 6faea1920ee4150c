import type { BaseLogger } from "pino";
import { refVoice2 } from "../contract/models/refvoice-2.ts";
import { createMeasuringThread } from "./adaptation/measuring/thread.ts";
import { createReferenceVoices } from "./adaptation/reference-voices.ts";
import { createClonedVoices } from "./cloning/cloned-voices.ts";
import type { SpeakerConfiguration } from "./configuration.ts";
import { NeuralModels } from "./engines/neural/neural-models.ts";
import { SpeechServer } from "./engines/remote/speech-server.ts";
import { allows } from "./plans/engine-choice.ts";
import { plannersWith, type SpeechPlanners, speechPlanners } from "./plans/index.ts";
import { type Recogniser, recogniserFor } from "./recognition/recogniser.ts";
import { createRecordingFetcher } from "./reference/fetch-recording.ts";
import { NaturalVoices } from "./synthesis/natural-voices.ts";
import { createSynthesizer, type Synthesizer } from "./synthesis/synthesizer.ts";
import { catalogue, serverName } from "./voices/catalogue.ts";
import { InstalledModels } from "./voices/installed.ts";

/** What a program needs to speak. */
interface Speech {
  readonly planners: SpeechPlanners;
  readonly synthesizer: Synthesizer;
  /** The models of natural voices. */
  readonly installed: InstalledModels;
  /** The preferred recogniser of speech of those that are there now; of a language, where one is named. */
  readonly recogniser: (language?: string) => Recogniser | undefined;
  close(): Promise<void>;
}

type SpeechConfiguration = Pick<
  SpeakerConfiguration,
  "referencePrefix" | "voicesFolder" | "voiceModels" | "voiceProcesses" | "speechServer" | "engines"
>;

/** Whoever names a server wants its voices. */
const usualOrder = [serverName, ...catalogue.map(({ name }) => name)];

/**
 * Starts the engine's threads, and finds the natural voices on this machine and at a server.
 *
 * @param program the address of the program's file, beside which theirs lie.
 */
export async function startSpeech(
  program: string,
  { referencePrefix, voicesFolder, voiceModels, voiceProcesses, speechServer, engines }: SpeechConfiguration,
  logger: BaseLogger,
): Promise<Speech> {
  const installed = new InstalledModels({
    folder: voicesFolder,
    chosen: voiceModels,
    onIncomplete: ({ name, missing }) =>
      logger.warn({ model: name, missing }, "a model isn't whole: npm run voices -- add brings what is missing"),
  });
  const processFile = new URL("./model-process.js", program);
  const neural = new NeuralModels(installed.all, { processFile, limits: { processes: voiceProcesses } });
  installed.onChange((models) => neural.update(models));
  const server = speechServer && new SpeechServer(speechServer, logger);
  const serverEngine = speechServer?.model;
  const natural = new NaturalVoices(server === undefined ? [neural] : [server, neural], (name) =>
    (voiceModels ?? usualOrder).indexOf(name === serverEngine ? serverName : name),
  );
  const workerFile = new URL("./synthesis-worker.js", program);
  const [synthesizer] = await Promise.all([createSynthesizer({ workerFile, natural }), server?.start()]);
  const fetcher = createRecordingFetcher(referencePrefix === undefined ? {} : { allowedPrefix: referencePrefix });
  const measuring = createMeasuringThread(new URL("./measuring-worker.js", program));
  const voices = createReferenceVoices({ fetcher, measuring, synthesizer });
  const choice = engines.map((rule) =>
    rule.engine === serverName ? { ...rule, engine: serverEngine ?? serverName } : rule,
  );
  const mayBeSpokenBy = (language: string, engine: string) => allows(choice, refVoice2.id, language, engine);
  const cloned = createClonedVoices({ fetcher, measuring, neural, mayBeSpokenBy });
  return {
    planners: speechPlanners(plannersWith({ voices, cloned, random: Math.random }), {
      models() {
        installed.lookAgain();
        return natural.models;
      },
      choice,
      clones: cloned.told,
    }),
    synthesizer,
    installed,
    recogniser(language) {
      installed.lookAgain();
      return recogniserFor(neural, language);
    },
    async close() {
      await voices.close();
      await synthesizer.close();
    },
  };
}
