import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import pino from "pino";
import * as z from "zod";
import { routes } from "../contract/routes.ts";
import { stopGracefully } from "../http/stop.ts";
import { createService, type ServiceOptions } from "./app.ts";
import { FolderContent } from "./content/folder-content.ts";
import { parseKeys } from "./keys.ts";
import { planners as realPlanners, speechPlanners } from "./plans/index.ts";
import type { Planner } from "./plans/plan.ts";
import { textOf } from "./plans/values.ts";
import { Refusal } from "./refusal.ts";
import { openDataFolder } from "./storage/data-folder.ts";
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
  query(sql: string, ...values: unknown[]): readonly Readonly<Record<string, unknown>>[];
  /** Moves the service's clock. */
  advance(milliseconds: number): void;
  /** Ends the process's part and starts it again on the same data. @param grace as SIGTERM does, in milliseconds */
  restart(grace?: number): Promise<void>;
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
  check: () => undefined,
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
      spokenLanguage: "en",
      textParam: "input",
    };
  },
};

/** Starts the service on a free port and real sockets, with tones in place of the voice and with data of its own. */
export async function startToneService(
  options: Partial<
    Pick<
      ServiceOptions,
      "contentHours" | "requestsPerMinute" | "storage" | "socketTimes" | "publicUrl" | "allowedOrigins" | "metrics"
    >
  > = {},
): Promise<ToneService> {
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
    const data = openDataFolder(folder);
    const tones = createToneSynthesizer();
    const app = await createService({
      keys: parseKeys(`${keys.all},${keys.other},${keys.none}=`),
      planners,
      synthesizer: tones,
      folder: data,
      storage: new FolderContent(data.audio),
      signingSecret: "a secret of a test, long enough to be one",
      contentHours: 24,
      logger: pino({ level: "trace", base: null }, sink),
      now: () => Date.now() + later,
      ...options,
    });
    const address = await app.listen({ host: "127.0.0.1", port: 0 });
    const stop = async (grace?: number): Promise<void> => {
      if (grace === undefined) app.server.closeAllConnections();
      await (grace === undefined ? app.close() : stopGracefully(app, grace));
      data.close();
    };
    return { data, tones, address, stop };
  };
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
    query: (sql, ...values) =>
      running.data.database
        .prepare(sql)
        .all(...values)
        .map((row) => z.record(z.string(), z.unknown()).parse(row)),
    advance(milliseconds) {
      later += milliseconds;
    },
    async restart(grace) {
      await running.stop(grace);
      running = await start();
    },
    async close() {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
