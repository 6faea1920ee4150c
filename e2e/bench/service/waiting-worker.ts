import { setTimeout as wait } from "node:timers/promises";
import pino from "pino";
import { Ledger } from "../../../src/service/billing/ledger.ts";
import { openStorage } from "../../../src/service/open-storage.ts";
import { planners, speechPlanners } from "../../../src/service/plans/index.ts";
import { startWorker } from "../../../src/service/queue/worker.ts";
import type { SynthesisResult, Synthesizer } from "../../../src/service/synthesis/synthesizer.ts";
import { SegmentStore } from "../../../src/service/tasks/segment-store.ts";
import { TaskFiles } from "../../../src/service/tasks/task-files.ts";
import { taskJobs } from "../../../src/service/tasks/task-jobs.ts";
import { TaskStore } from "../../../src/service/tasks/task-store.ts";

/**
 * A worker whose engine only waits, so that two cores show what many do: everything else is as in `npm run worker`. It
 * writes a line when it is ready.
 *
 * @param argv database, data folder, milliseconds that a segment takes.
 */
const [databaseUrl = "", dataFolder = "", milliseconds = "1000"] = process.argv.slice(2);

const result: SynthesisResult = { durationSeconds: 0.01, pause: 0, language: "en", words: [], sentences: [] };

const synthesizer: Synthesizer = {
  speak: (_utterance, signal) => ({
    async *[Symbol.asyncIterator]() {
      await wait(Number(milliseconds), undefined, { signal });
      yield new Uint8Array(441);
    },
    result: Promise.resolve(result),
    charactersSpoken: 0,
  }),
  encode: async () => ({ bytes: new Uint8Array(400), state: new Uint8Array(1) }),
  close: async () => undefined,
};

const logger = pino({ level: "warn" }, pino.destination(2));
const { storage, content } = await openStorage({ databaseUrl, dataFolder, connections: 2, showsLife: false }, logger);
const handlers = taskJobs({
  planners: speechPlanners(planners),
  synthesizer,
  files: new TaskFiles(content),
  store: new TaskStore(storage, new Ledger(storage, Date.now), Date.now),
  segments: new SegmentStore(storage),
  metrics: undefined,
  logger,
});
await startWorker({ connectionString: databaseUrl, handlers, concurrency: 1, logger });
console.log("ready");
