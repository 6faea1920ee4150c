import pino from "pino";
import { ConfigurationError, runProgram } from "../http/program.ts";
import { stopGracefully } from "../http/stop.ts";
import { createMeasuringThread } from "./adaptation/measuring/thread.ts";
import { createReferenceVoices } from "./adaptation/reference-voices.ts";
import { createService } from "./app.ts";
import { readConfiguration } from "./configuration.ts";
import { NeuralModels } from "./engines/neural/neural-models.ts";
import { createMetrics, serveMetrics } from "./metrics.ts";
import { plannersWith, speechPlanners } from "./plans/index.ts";
import { createRecordingFetcher } from "./reference/fetch-recording.ts";
import { DataFolderError, openDataFolder } from "./storage/data-folder.ts";
import { createSynthesizer } from "./synthesis/synthesizer.ts";
import { installedModels } from "./voices/installed.ts";

/** The embedded speech service as a program: `npm run service`, or a child of the launcher. */
runProgram({
  async start() {
    const {
      host,
      port,
      logLevel,
      dataFolder,
      referencePrefix,
      stopGrace,
      metricsPort,
      voicesFolder,
      voiceModels,
      voiceProcesses,
      ...configuration
    } = readConfiguration(process.env);
    // Written to standard error, so that standard output stays free for what people are meant to read.
    const logger = pino({ level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
    const folder = openDataFolder(dataFolder);
    const { models, incomplete } = installedModels(voicesFolder, voiceModels);
    for (const { name, missing } of incomplete) {
      logger.warn({ model: name, missing }, "a model isn't whole: npm run voices -- add brings what is missing");
    }
    const neural = new NeuralModels(models, {
      processFile: new URL("./model-process.js", import.meta.url),
      limits: { processes: voiceProcesses },
    });
    const synthesizer = await createSynthesizer({
      workerFile: new URL("./synthesis-worker.js", import.meta.url),
      neural,
    });
    const voices = createReferenceVoices({
      fetcher: createRecordingFetcher(referencePrefix === undefined ? {} : { allowedPrefix: referencePrefix }),
      measuring: createMeasuringThread(new URL("./measuring-worker.js", import.meta.url)),
      synthesizer,
    });
    const planners = speechPlanners(plannersWith({ voices, random: Math.random }), models);
    const metrics = metricsPort === undefined ? undefined : createMetrics();
    const app = await createService({
      ...configuration,
      planners,
      synthesizer,
      folder,
      logger,
      ...(metrics === undefined ? {} : { metrics }),
    });
    const metricsServer = metrics && (await serveMetrics(metrics, { host, port: metricsPort ?? 0 }));
    const stop = async (): Promise<void> => {
      await stopGracefully(app, stopGrace);
      metricsServer?.close();
      await voices.close();
      await synthesizer.close();
      folder.close();
    };
    return { app, host, port, stop };
  },
  explain: startFailure,
  onListening: ({ host }, port) => console.log(`Speech service: http://${host}:${port}/v1`),
});

/** One line that says what keeps the service from starting and what to do. */
function startFailure(error: unknown): string {
  if (error instanceof ConfigurationError || error instanceof DataFolderError) return error.message;
  const code = codeOf(error) ?? (error instanceof Error ? codeOf(error.cause) : undefined);
  if (code === "EADDRINUSE") return "SERVICE_PORT is taken by another program: stop it or choose another port";
  if (code === "EACCES") return "SERVICE_PORT may not be opened by this user: choose a port above 1023";
  if (code === "ERR_MODULE_NOT_FOUND") {
    return "The speech engine is not installed: run npm ci without --omit=optional, or set SPEECH_BASE_URL";
  }
  return `The speech service cannot start: ${error instanceof Error ? error.message : String(error)}`;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
