import pino from "pino";
import { defined } from "../contract/defined.ts";
import { listenOn, runProgram } from "../http/program.ts";
import { stopGracefully } from "../http/stop.ts";
import { createService } from "./app.ts";
import { readConfiguration } from "./configuration.ts";
import { warningsOfKeys } from "./keys.ts";
import { createMetrics, serveMetrics } from "./metrics.ts";
import { openStorage, shareSecret } from "./open-storage.ts";
import { startSpeech } from "./speech.ts";
import { startFailure } from "./start-failure.ts";
import { ModelLibrary } from "./voices/model-library.ts";
import { tryOut } from "./voices/try-out.ts";

/** The embedded speech service as a program: `npm run service`, or a child of the launcher. */
runProgram({
  async start() {
    const configuration = readConfiguration(process.env);
    const { host, port, logLevel, signingSecret, stopGrace, metricsPort } = configuration;
    // Written to standard error, so that standard output stays free for what people are meant to read.
    const logger = pino({ level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
    for (const warning of warningsOfKeys(process.env["SERVICE_API_KEYS"] ?? "")) logger.warn(warning);
    const { storage, content, close } = await openStorage(configuration, logger);
    await shareSecret(storage, signingSecret);
    const {
      planners,
      synthesizer,
      installed,
      recogniser,
      close: endSpeech,
    } = await startSpeech(import.meta.url, configuration, logger);
    const library = configuration.addsVoices
      ? new ModelLibrary({
          folder: configuration.voicesFolder,
          mirror: configuration.voicesMirror,
          fetch,
          installed,
          unpackingFile: new URL("./unpacking-worker.js", import.meta.url),
          tryOut: (model, signal) => tryOut(model, new URL("./model-process.js", import.meta.url), signal),
        })
      : undefined;
    const metrics = metricsPort === undefined ? undefined : createMetrics();
    const app = await createService({
      ...configuration,
      planners,
      synthesizer,
      recogniser,
      storage,
      content,
      logger,
      ...defined({ library, metrics }),
    });
    const metricsServer = metrics && (await serveMetrics(metrics, { host, port: metricsPort ?? 0 }));
    const stop = async (): Promise<void> => {
      await Promise.all([stopGracefully(app, stopGrace), library?.close()]);
      metricsServer?.close();
      await endSpeech();
      await close();
    };
    return {
      listen: () => listenOn(app, { host, port }),
      stop,
      started: (port) => `Speech service: http://${host}:${port}/v1`,
    };
  },
  explain: startFailure,
});
