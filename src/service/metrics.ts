import { createServer } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { isJsonObject } from "../contract/json.ts";
import { findModel, models } from "../contract/models/index.ts";
import type { RouteName } from "../contract/routes.ts";
import { codeOf } from "../http/errors.ts";
import { ConfigurationError } from "../http/program.ts";
import { queryOf } from "./query.ts";
import type { QueueDepth } from "./queue/jobs.ts";
import { type UnendedTasks, unended } from "./tasks/task-reader.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route's name in the contract; routes without one are counted as `other`. */
    name?: RouteName;
  }
}

/** Bounds of the first byte's histogram, in seconds: from what short texts take to what whole jobs do. */
const firstByteBounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** What the service counts of itself, for Prometheus. Names no key, no caller and no text. Beyond the document. */
export interface Metrics {
  /** @param status the answer's status; of a WebSocket the status that an error would have over HTTP, or 200 */
  readonly countRequest: (route: RouteName | "other", model: string, status: number) => void;
  /** @param seconds from the request's head, or a WebSocket's message, to the first byte of its audio */
  readonly observeFirstByte: (route: RouteName, model: string, seconds: number) => void;
  /** A segment of a long task has been spoken, and is kept. */
  readonly countSegment: (model: string) => void;
  /** @param error its code, where the task failed */
  readonly countTask: (model: string, error?: string) => void;
  /** Tells from now on what waits in the queue that workers share. */
  readonly watchJobs: (count: () => Promise<readonly QueueDepth[]>) => void;
  /** Tells how many tasks of each model wait and run from now on. */
  readonly watchTasks: (count: () => Promise<readonly UnendedTasks[]>) => void;
  /** All of it as a page in Prometheus' text format, with its media type. */
  readonly read: () => Promise<{ readonly mediaType: string; readonly text: string }>;
}

/** Counts from zero, and measures this process: processor, memory, event loop. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "speech_requests_total",
    help: "Requests that were answered, by route of the document, model and status.",
    labelNames: ["route", "model", "status"],
    registers,
  });
  const firstByte = new Histogram({
    name: "speech_first_byte_seconds",
    help: "Time from a request for speech to the first byte of its audio.",
    labelNames: ["route", "model"],
    buckets: firstByteBounds,
    registers,
  });
  const ended = new Counter({
    name: "speech_tasks_ended_total",
    help: "Tasks and synchronous jobs that ended; error is empty for those that completed.",
    labelNames: ["model", "error"],
    registers,
  });
  const segments = new Counter({
    name: "speech_segments_total",
    help: "Segments of long tasks that were spoken and kept.",
    labelNames: ["model"],
    registers,
  });
  return {
    countSegment: (model) => segments.inc({ model }),
    countRequest: (route, model, status) => requests.inc({ route, model, status }),
    observeFirstByte: (route, model, seconds) => firstByte.observe({ route, model }, seconds),
    countTask: (model, error = "") => ended.inc({ model, error }),
    watchTasks(count) {
      new Gauge({
        name: "speech_tasks",
        help: "Tasks and synchronous jobs that have not ended.",
        labelNames: ["model", "status"],
        registers,
        async collect() {
          const counted = await count();
          this.reset();
          // An empty queue is told, too.
          for (const { id: model } of models) for (const status of unended) this.set({ model, status }, 0);
          for (const { model, status, count } of counted) this.set({ model, status }, count);
        },
      });
    },
    watchJobs(count) {
      new Gauge({
        name: "speech_jobs",
        help: "Steps of tasks in the queue: speak_task, speak_segment and join_segments.",
        labelNames: ["step", "status"],
        registers,
        async collect() {
          const counted = await count();
          this.reset();
          for (const { task: step, waiting, running, failed } of counted) {
            this.set({ step, status: "waiting" }, waiting);
            this.set({ step, status: "running" }, running);
            this.set({ step, status: "failed" }, failed);
          }
        },
      });
    },
    async read() {
      return { mediaType: registry.contentType, text: await registry.metrics() };
    },
  };
}

/** Counts what `app` answers over HTTP; connections of WebSockets count themselves. */
export function measureRequests(app: FastifyInstance, { countRequest, observeFirstByte }: Metrics): void {
  app.addHook("onSend", async (request, reply) => {
    // Audio is handed over when its first byte is there.
    const isSpeech = request.routeOptions.config.name === "speech" && reply.statusCode === 200;
    if (isSpeech) observeFirstByte("speech", modelOf(request), reply.elapsedTime / 1000);
  });
  app.addHook("onResponse", async (request, reply) =>
    countRequest(request.routeOptions.config.name ?? "other", modelOf(request), reply.statusCode),
  );
}

/** The model that a request names; `none` where it names none, or one that doesn't exist. */
function modelOf(request: FastifyRequest): string {
  const named = isJsonObject(request.body) ? request.body["model"] : queryOf(request)["model"];
  return (typeof named === "string" ? findModel(named)?.id : undefined) ?? "none";
}

/**
 * Serves `GET /metrics` at a port of its own, without a key: whoever reaches that port may read it.
 *
 * @returns the port that it listens on, and what ends it
 * @throws ConfigurationError where the port can't be opened; what the system says where the address is wrong
 */
export async function serveMetrics(
  { read }: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ readonly port: number; readonly close: () => void }> {
  const server = createServer((request, response) => {
    request.resume();
    const path = request.url?.split("?", 1)[0];
    if (path !== "/metrics" || request.method !== "GET") {
      response.writeHead(path === "/metrics" ? 405 : 404, { allow: "GET" }).end();
      return;
    }
    read().then(
      ({ mediaType, text }) => response.writeHead(200, { "content-type": mediaType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => {
      const isPorts = ["EADDRINUSE", "EACCES"].includes(codeOf(error));
      const remedy = `SERVICE_METRICS_PORT can't be opened: choose another port (${error.message})`;
      reject(isPorts ? new ConfigurationError(remedy) : error);
    });
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
