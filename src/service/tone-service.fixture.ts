import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { CompiledQuery } from "kysely";
import pino, { type Logger } from "pino";
import * as z from "zod";
import { routes } from "../contract/routes.ts";
import { stopGracefully } from "../http/stop.ts";
import { createService, type ServiceOptions } from "./app.ts";
import { Ledger } from "./billing/ledger.ts";
import type { ContentStorage } from "./content/content-storage.ts";
import { parseKeys } from "./keys.ts";
import { openStorage } from "./open-storage.ts";
import { planners as realPlanners, speechPlanners } from "./plans/index.ts";
import type { Planner } from "./plans/plan.ts";
import { textOf } from "./plans/values.ts";
import { type QueueWorker, startWorker } from "./queue/worker.ts";
import { Refusal } from "./refusal.ts";
import { createDatabase, hasPostgres } from "./storage/postgres.fixture.ts";
import type { Storage } from "./storage/storage.ts";
import { SegmentStore } from "./tasks/segment-store.ts";
import { TaskFiles } from "./tasks/task-files.ts";
import { taskJobs } from "./tasks/task-jobs.ts";
import { TaskStore } from "./tasks/task-store.ts";
import { createToneSynthesizer, type ToneSynthesizer } from "./tone.fixture.ts";

/** The keys of a service under test, by what they may do. */
export const keys = { all: "key-for-all", other: "key-for-others", none: "key-for-none" } as const;

export interface ToneService {
  readonly address: string;
  readonly tones: ToneSynthesizer;
  readonly folder: string;
  readonly logText: () => string;
  request(path: string, init?: RequestInit & { key?: string | null }): Promise<Response>;
  /** Sends a JSON body. */
  post(path: string, body: unknown, key?: string): Promise<Response>;
  createTask(body: unknown, key?: string): Promise<TaskAnswer>;
  readTask(id: string, key?: string): Promise<TaskAnswer>;
  /** Waits until a task has ended. */
  ended(id: string, key?: string): Promise<TaskAnswer>;
  /** Rows of a query on the service's database. */
  query(sql: string, ...values: unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Moves the service's clock. */
  advance(milliseconds: number): void;
  /**
   * Ends the process's part and starts it again on the same data.
   *
   * @param grace as SIGTERM does, in milliseconds
   * @param meanwhile is done while it doesn't run; returns the PostgreSQL database that it shares from then on.
   */
  restart(grace?: number, meanwhile?: () => Promise<string>): Promise<void>;
  close(): Promise<void>;
}

const taskSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  progress: z.number(),
  content_url: z.optional(z.string()),
  timestamps_url: z.optional(z.string()),
  duration_seconds: z.optional(z.number()),
  error: z.optional(z.object({ code: z.string(), message: z.string() })),
});
export type TaskAnswer = z.infer<typeof taskSchema>;

/** A model that fetches something before it speaks: fails where the address says so. */
const refVoice: Planner = {
  fetches: true,
  check: async () => undefined,
  async plan({ values, resolution }) {
    const param = resolution.fields.get("voice")?.winner?.place ?? "voice";
    if (String(values["voice"]).includes("gone")) {
      throw new Refusal(400, "reference_unusable", `${param} can't be used.`, { param });
    }
    const timbre = { f0: 120, formantScale: 1, flutter: 0, roughness: 0, brightness: 100, liveliness: 1 };
    return {
      utterance: {
        text: textOf(values),
        voice: { language: "en-us", spokenLanguage: "en", timbre },
        speed: 1,
        pitch: { multiplier: 1, offset: 0 },
        volume: 1,
        variation: 0,
        format: { codec: "wav", sampleRate: 22_050 },
      },
    };
  },
};

type ToneOptions = Partial<
  Pick<
    ServiceOptions,
    "contentHours" | "requestsPerMinute" | "content" | "socketTimes" | "publicUrl" | "allowedOrigins" | "metrics"
  >
> & {
  /** What stands between the service and its storage. */
  readonly wrapStorage?: (storage: Storage) => Storage;
};

/** The kinds of service: one that is alone, and one that shares its storage with workers. */
export const services: readonly {
  readonly name: string;
  /** Whether workers run its tasks: then a client learns how far one has come segment by segment. */
  readonly hasWorkers: boolean;
  readonly start: (options?: ToneOptions) => Promise<ToneService>;
}[] = [
  { name: "alone", hasWorkers: false, start: (options) => startToneService(options) },
  ...(hasPostgres
    ? [
        {
          name: "with PostgreSQL and workers",
          hasWorkers: true,
          start: async (options?: ToneOptions) => startToneService(options, await createDatabase()),
        },
      ]
    : []),
];

/**
 * Starts the service on a free port and real sockets, with tones in place of the voice and with data of its own.
 *
 * @param database a PostgreSQL database; then a worker in this process runs the tasks, two steps at once.
 */
export async function startToneService(options: ToneOptions = {}, database?: string): Promise<ToneService> {
  const folder = await mkdtemp(join(tmpdir(), "speech-service-"));
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const planners = speechPlanners(new Map([...realPlanners, ["refvoice-2", refVoice]]));
  let later = 0;
  const start = async () => {
    const tones = createToneSynthesizer();
    const logger = pino({ level: "trace", base: null }, sink);
    const place = { dataFolder: folder, ...(database === undefined ? {} : { databaseUrl: database }) };
    const { storage, content, close } = await openStorage(place, logger);
    const now = (): number => Date.now() + later;
    const app = await createService({
      keys: parseKeys(`${keys.all},${keys.other},${keys.none}=`),
      planners,
      synthesizer: tones,
      storage: options.wrapStorage?.(storage) ?? storage,
      content,
      signingSecret: "a secret of a test, long enough to be one",
      contentHours: 24,
      logger,
      now,
      ...options,
    });
    const worker =
      database === undefined ? undefined : await startToneWorker(database, { storage, content, tones, logger });
    const address = await app.listen({ host: "127.0.0.1", port: 0 });
    const stop = async (grace?: number): Promise<void> => {
      if (grace === undefined) app.server.closeAllConnections();
      await Promise.all([grace === undefined ? app.close() : stopGracefully(app, grace), worker?.stop(grace ?? 0)]);
      await close();
    };
    return { storage, tones, address, stop };
  };

  async function startToneWorker(
    connectionString: string,
    {
      storage,
      content,
      tones,
      logger,
    }: { storage: Storage; content: ContentStorage; tones: ToneSynthesizer; logger: Logger },
  ): Promise<QueueWorker> {
    const now = (): number => Date.now() + later;
    const handlers = taskJobs({
      planners,
      synthesizer: tones,
      files: new TaskFiles(content),
      store: new TaskStore(storage, new Ledger(storage, now), now),
      segments: new SegmentStore(storage),
      metrics: options.metrics,
      logger,
    });
    return await startWorker({ connectionString, handlers, concurrency: 2, logger });
  }

  let running = await start();
  const request: ToneService["request"] = (path, { key = keys.all, ...init } = {}) =>
    fetch(running.address + path, {
      ...init,
      headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...init.headers },
    });
  const post: ToneService["post"] = (path, body, key = keys.all) =>
    request(path, {
      method: "POST",
      key,
      headers: { "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const readTask: ToneService["readTask"] = async (id, key = keys.all) =>
    taskSchema.parse(await (await request(`${routes.tasks.path}/${id}`, { key })).json());
  return {
    get address() {
      return running.address;
    },
    get tones() {
      return running.tones;
    },
    folder,
    logText: () => lines.join(""),
    request,
    post,
    createTask: async (body, key) => taskSchema.parse(await (await post(routes.tasks.path, body, key)).json()),
    readTask,
    async ended(id, key) {
      for (;;) {
        const task = await readTask(id, key);
        if (task.status === "completed" || task.status === "failed") return task;
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    async query(text, ...values) {
      let count = 0;
      const numbered = text.replaceAll("?", () => (database === undefined ? "?" : `$${++count}`));
      const { rows } = await running.storage.database.executeQuery(CompiledQuery.raw(numbered, values));
      return rows.map((row) => z.record(z.string(), z.unknown()).parse(row));
    },
    advance(milliseconds) {
      later += milliseconds;
    },
    async restart(grace, meanwhile) {
      await running.stop(grace);
      database = (await meanwhile?.()) ?? database;
      running = await start();
    },
    async close() {
      await running.stop();
      // A worker that is stopped in the middle of a write doesn't wait for a slow disk.
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
