import pino from "pino";
import { ConfigurationError } from "../contract/programs.ts";
import { createMeasuringThread } from "./adaptation/measuring/thread.ts";
import { createReferenceVoices } from "./adaptation/reference-voices.ts";
import { createService } from "./app.ts";
import { readConfiguration } from "./configuration.ts";
import { plannersWith, speechPlanners } from "./plans/index.ts";
import { createRecordingFetcher } from "./reference/fetch-recording.ts";
import { DataFolderError, openDataFolder } from "./storage/data-folder.ts";
import { createSynthesizer } from "./synthesis/synthesizer.ts";

/** The embedded speech service as a program: `npm run service`, or a child of the launcher. */
async function main(): Promise<void> {
  const { host, port, logLevel, dataFolder, referencePrefix, ...configuration } = readConfiguration(process.env);
  // Written to standard error, so that standard output stays free for what people are meant to read.
  const logger = pino({ level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
  const folder = openDataFolder(dataFolder);
  const synthesizer = await createSynthesizer({ workerFile: new URL("./synthesis-worker.js", import.meta.url) });
  const voices = createReferenceVoices({
    fetcher: createRecordingFetcher(referencePrefix === undefined ? {} : { allowedPrefix: referencePrefix }),
    measuring: createMeasuringThread(new URL("./measuring-worker.js", import.meta.url)),
    synthesizer,
  });
  const app = await createService({
    ...configuration,
    planners: speechPlanners(plannersWith({ voices, random: Math.random })),
    synthesizer,
    folder,
    logger,
  });

  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    // Running answers are cut: a program that was told to end must not wait for minutes of speech.
    app.server.closeAllConnections();
    await app.close();
    await voices.close();
    await synthesizer.close();
    folder.close();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("disconnect", stop);

  await app.listen({ host, port });
  const address = app.server.address();
  const listening = typeof address === "object" && address !== null ? address.port : port;
  if (process.send === undefined) console.log(`Speech service: http://${host}:${listening}/v1`);
  else process.send({ type: "listening", port: listening });
}

/** The launcher may end while this program still starts; from then on nobody waits for it, or could stop it. */
function endWithLauncher(): void {
  if (process.listenerCount("disconnect") === 1) process.exit(0);
}
process.on("disconnect", endWithLauncher);
// Only a program that was started with a channel can have lost it.
if (process.connected === false) process.exit(0);

main().catch((error: unknown) => {
  const message = startFailure(error);
  if (process.send === undefined) {
    console.error(message);
    process.exit(1);
  }
  process.send({ type: "failed", message }, () => process.exit(1));
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
