import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import pino from "pino";
import { createMeasuringThread } from "./adaptation/measuring/thread.ts";
import { createReferenceVoices } from "./adaptation/reference-voices.ts";
import { createService } from "./app.ts";
import { parseKeys } from "./keys.ts";
import { openStorage } from "./open-storage.ts";
import { plannersWith, speechPlanners } from "./plans/index.ts";
import { createRecordingFetcher, type RecordingFetcherOptions } from "./reference/fetch-recording.ts";
import { createSynthesizer } from "./synthesis/synthesizer.ts";

/** The keys of a service under test, by what they may do. */
export const keys = { all: "key-for-all", cloudOnly: "key-for-cloud", none: "key-for-none" } as const;

export interface RunningService {
  readonly address: string;
  /** The log's lines, parsed. */
  readonly log: readonly Readonly<Record<string, unknown>>[];
  /** The log as it was written. */
  readonly logText: () => string;
  request(path: string, init?: RequestInit & { key?: string | null }): Promise<Response>;
  speak(body: unknown, key?: string): Promise<Response>;
  close(): Promise<void>;
}

export interface ServiceChanges {
  readonly references?: RecordingFetcherOptions;
  /** Numbers from 0 to 1, for `emo_random`. */
  readonly random?: () => number;
}

/** Starts the service on a free port with real speech workers; `npm test` has built them. */
export async function startService({ references, random = Math.random }: ServiceChanges = {}): Promise<RunningService> {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const synthesizer = await createSynthesizer({
    workerFile: new URL("../../dist/programs/synthesis-worker.js", import.meta.url),
  });
  const voices = createReferenceVoices({
    fetcher: createRecordingFetcher(references),
    measuring: createMeasuringThread(new URL("../../dist/programs/measuring-worker.js", import.meta.url)),
    synthesizer,
  });
  const path = await mkdtemp(join(tmpdir(), "speech-service-"));
  const logger = pino({ level: "trace", base: null }, sink);
  const { storage, content, close } = await openStorage({ dataFolder: path }, logger);
  const app = await createService({
    keys: parseKeys(`${keys.all},${keys.cloudOnly}=cloud-tts,${keys.none}=`),
    planners: speechPlanners(plannersWith({ voices, random })),
    synthesizer,
    storage,
    content,
    signingSecret: "a secret of a test, long enough to be one",
    contentHours: 24,
    logger,
  });
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  const request: RunningService["request"] = (path, { key = keys.all, ...init } = {}) =>
    fetch(address + path, {
      ...init,
      headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...init.headers },
    });
  return {
    address,
    get log() {
      return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    },
    logText: () => lines.join(""),
    request,
    speak: (body, key = keys.all) =>
      request("/v1/audio/speech", {
        method: "POST",
        key,
        headers: { "content-type": "application/json" },
        body: typeof body === "string" || body instanceof Blob ? body : JSON.stringify(body),
      }),
    async close() {
      app.server.closeAllConnections();
      await app.close();
      await voices.close();
      await synthesizer.close();
      await close();
      await rm(path, { recursive: true, force: true });
    },
  };
}
