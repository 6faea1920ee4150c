import { availableParallelism } from "node:os";
import { CompiledQuery } from "kysely";
import pino from "pino";
import { runProgram } from "../http/program.ts";
import { Ledger } from "./billing/ledger.ts";
import { readWorkerConfiguration } from "./configuration.ts";
import { speakInBackground } from "./engines/background.ts";
import { createMetrics, serveMetrics } from "./metrics.ts";
import { openStorage } from "./open-storage.ts";
import { queueDepth } from "./queue/jobs.ts";
import { startWorker } from "./queue/worker.ts";
import { startSpeech } from "./speech.ts";
import { startFailure } from "./start-failure.ts";
import { SegmentStore } from "./tasks/segment-store.ts";
import { TaskFiles } from "./tasks/task-files.ts";
import { taskJobs } from "./tasks/task-jobs.ts";
import { TaskStore } from "./tasks/task-store.ts";

/** A worker as a program, `npm run worker`: it runs the tasks of services that share a database. */
runProgram({
  async start() {
    const configuration = readWorkerConfiguration(process.env);
    // A service on the same machine answers first.
    speakInBackground();
    const { host, logLevel, databaseUrl, stopGrace, metricsPort } = configuration;
    const concurrency = configuration.jobs ?? Math.min(4, availableParallelism());
    const logger = pino({ level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
    // Its life is told by the session of its queue.
    const place = { ...configuration, connections: concurrency + 1, showsLife: false };
    const { storage, content, close } = await openStorage(place, logger);
    const { planners, synthesizer, close: endSpeech } = await startSpeech(import.meta.url, configuration, logger);
    const metrics = metricsPort === undefined ? undefined : createMetrics();
    metrics?.watchJobs(() => queueDepth((text) => storage.database.executeQuery(CompiledQuery.raw(text))));
    const store = new TaskStore(storage, new Ledger(storage, Date.now), Date.now);
    const handlers = taskJobs({
      planners,
      synthesizer,
      files: new TaskFiles(content),
      store,
      segments: new SegmentStore(storage),
      metrics,
      logger,
    });
    const worker = await startWorker({ connectionString: databaseUrl, handlers, concurrency, logger });
    const metricsServer = metrics && (await serveMetrics(metrics, { host, port: metricsPort ?? 0 }));
    const stop = async (): Promise<void> => {
      await worker.stop(stopGrace);
      metricsServer?.close();
      await endSpeech();
      await close();
    };
    return {
      listen: async () => metricsServer?.port ?? 0,
      stop,
      started: () => `Speech worker: ${concurrency} jobs at once`,
    };
  },
  explain: (error) => startFailure(error, "The worker cannot start"),
});
