import { setImmediate } from "node:timers/promises";
import cors from "@fastify/cors";
import rateLimit from "@fastify/rate-limit";
import websocket from "@fastify/websocket";
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { engineField } from "../contract/engines.ts";
import { noteField } from "../contract/spoken-note.ts";
import { largestBody } from "../http/body-bounds.ts";
import { watchConnections } from "../http/connections.ts";
import { errorMediaType, rawErrorAnswer } from "../http/errors.ts";
import { ownRateLimits } from "../http/rate-limits.ts";
import { requestIdOf } from "../http/request-head.ts";
import { authenticate } from "./authentication.ts";
import { giveBack } from "./billing/give-back.ts";
import { Ledger } from "./billing/ledger.ts";
import { checkFraming, checkRoute, notFound } from "./check-head.ts";
import type { ContentStorage } from "./content/content-storage.ts";
import { FirstAnswers } from "./first-answers.ts";
import { readJsonBodies } from "./json-body.ts";
import type { Keyring } from "./keys.ts";
import { type Metrics, measureRequests } from "./metrics.ts";
import type { SpeechPlanners } from "./plans/index.ts";
import { sharedRateLimits } from "./rate-limits.ts";
import { Refusal, sendRefusal, shuttingDown, toRefusal } from "./refusal.ts";
import type { EngineTools } from "./routes/engines.ts";
import { type RouteTools, registerRoutes } from "./routes/index.ts";
import { passOtherUpgrades } from "./routes/other-upgrades.ts";
import { endBrokenSocket, OpenSockets, type SocketTimes, socketOptions } from "./routes/websocket.ts";
import { SharedWrongKeys } from "./shared-wrong-keys.ts";
import type { Storage } from "./storage/storage.ts";
import type { Synthesizer } from "./synthesis/synthesizer.ts";
import { ContentSigner } from "./tasks/content-signature.ts";
import { removeExpired, removeLeftovers } from "./tasks/expiry.ts";
import { SegmentStore } from "./tasks/segment-store.ts";
import { leftoverAge, TaskFiles } from "./tasks/task-files.ts";
import { enqueueTask } from "./tasks/task-jobs.ts";
import { TaskRunner } from "./tasks/task-runner.ts";
import { TaskStore } from "./tasks/task-store.ts";
import { endUndeliverable } from "./tasks/undeliverable.ts";
import type { ModelLibrary } from "./voices/model-library.ts";
import { WrongKeys } from "./wrong-keys.ts";

/** How long a client may take to send a whole request, in milliseconds. */
const requestTimeout = 300_000;
/** How long a connection is read on after its last answer, in milliseconds. */
const lingerTime = 10_000;
const sweepEvery = 60_000;

export interface ServiceOptions {
  readonly keys: Keyring;
  readonly planners: SpeechPlanners;
  readonly synthesizer: Synthesizer;
  readonly storage: Storage;
  /** Where the sound of tasks is kept. */
  readonly content: ContentStorage;
  /** What content addresses are signed with. */
  readonly signingSecret: string;
  /** How long finished content is kept. */
  readonly contentHours: number;
  /** The address under which clients reach the service; the one that they used when absent. */
  readonly publicUrl?: string;
  /** Origins of other sites whose pages may call the service; none when absent. */
  readonly allowedOrigins?: readonly string[];
  /** Requests that a key may send in a minute; unlimited when absent. */
  readonly requestsPerMinute?: number;
  readonly logger: FastifyBaseLogger;
  /** The time in milliseconds. */
  readonly now?: () => number;
  readonly socketTimes?: SocketTimes;
  /** Brings and removes natural voices for callers; they may not when absent. */
  readonly library?: ModelLibrary;
  /** What recognises speech now; nothing does when absent. */
  readonly recogniser?: EngineTools["recogniser"];
  /** Where the service counts what it does; nowhere when absent. */
  readonly metrics?: Metrics;
}

/** The embedded speech service as a Fastify app; it listens to nothing yet. Tasks run from `ready` to `close`. */
export async function createService(options: ServiceOptions): Promise<FastifyInstance> {
  const { keys, logger, storage, now = Date.now } = options;
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: largestBody,
    requestTimeout,
    // Our own refusal is in our own shape.
    http: { requireHostHeader: false },
    // Not logged: what came may hold a key.
    clientErrorHandler: (error, socket) =>
      connections.refuse(socket, error, ({ status, code, message }) =>
        rawErrorAnswer(new Refusal(status, code, message), { ...errorMediaType, "x-request-id": requestIdOf() }),
      ),
    requestIdHeader: false,
    genReqId: (request) => requestIdOf(request.headers["x-request-id"]),
    // Longer than any task id, so that every wrong one gets the same answer.
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 1_000 },
    exposeHeadRoutes: false,
    // Our own refusal, in our own shape, is in the first hook.
    return503OnClosing: false,
    // An address that can't be decoded is an address of nothing.
    frameworkErrors: (_error, request, reply) => {
      connections.endAfter(reply.raw);
      sendRefusal(reply.header("x-request-id", request.id), notFound());
    },
  });
  const cut = new AbortController();
  const tools = createTools(options, now, cut.signal);
  const credentials = {
    keys,
    signer: tools.signer,
    wrongKeys: storage.isShared ? new SharedWrongKeys(storage) : new WrongKeys(),
  };
  app.decorateRequest("caller");
  // The document's bodies are JSON and nothing else; to all others Fastify answers 415 by itself.
  readJsonBodies(app);
  await app.register(websocket, {
    options: socketOptions,
    preClose(done) {
      tools.sockets.closeIdle();
      app.websocketServer.close();
      done();
    },
    errorHandler: endBrokenSocket,
  });
  app.decorate("cutAnswers", () => {
    cut.abort(shuttingDown());
    tools.sockets.closeAll();
  });
  const connections = watchConnections(app.server, { lingerTime });
  passOtherUpgrades(app.server, connections);
  if (options.allowedOrigins !== undefined) await allowOrigins(app, options.allowedOrigins);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    checkFraming(request, reply, connections);
    if (!app.server.listening) {
      connections.endAfter(reply.raw);
      throw shuttingDown();
    }
    request.caller = await authenticate(request, credentials, now());
    checkRoute(request);
  });
  app.addHook("onSend", async (request, reply) => {
    // What came with the head is still being read.
    if (!request.raw.complete) await setImmediate();
    if (request.ws || !request.raw.complete) connections.endAfter(reply.raw);
  });
  if (options.requestsPerMinute !== undefined) await limitRequests(app, options.requestsPerMinute, options, now);
  if (options.metrics !== undefined) measureRequests(app, options.metrics);
  app.setErrorHandler((error: Error, request, reply) => sendRefusal(reply, toRefusal(error, request)));
  registerRoutes(app, tools);
  runTasks(app, tools, logger);
  return app;
}

function createTools(options: ServiceOptions, now: () => number, cut: AbortSignal): RouteTools {
  const { planners, synthesizer, storage, content, signingSecret, contentHours, publicUrl, logger } = options;
  const { socketTimes, metrics, library, recogniser } = options;
  const ledger = new Ledger(storage, now);
  const store = new TaskStore(storage, ledger, now, storage.isShared ? enqueueTask : undefined);
  const files = new TaskFiles(content);
  const segments = new SegmentStore(storage);
  const { isShared } = storage;
  const giveBackOwn = (id: string) => giveBack({ storage, ledger, log: logger }, id, storage.owner);
  const running = { store, segments, files, planners, synthesizer, logger, isShared, metrics };
  const runner = new TaskRunner({ ...running, giveBack: giveBackOwn });
  metrics?.watchTasks(() => store.countUnended());
  const signer = new ContentSigner(signingSecret);
  const sockets = new OpenSockets();
  const answers = new FirstAnswers(storage, now);
  const shared = { planners, synthesizer, ledger, storage, store, files, runner, signer, contentHours, publicUrl, now };
  return { ...shared, answers, socketTimes, sockets, cut, ends: new Set(), metrics, library, recogniser };
}

function runTasks(app: FastifyInstance, tools: RouteTools, logger: FastifyBaseLogger): void {
  const { runner, store, storage, files, ledger, contentHours, ends, now } = tools;
  const undeliverable = { store, files, ledger, storage, log: logger };
  const sweep = async (): Promise<void> => {
    await removeExpired(store, files, { now: now(), contentHours, logger });
    await endUndeliverable(undeliverable, (owner) => storage.hasEnded(owner));
    if (storage.isShared) await warnOfWaiting(store, logger, now());
    runner.wake();
  };
  let cleaning: Promise<void> | undefined;
  const clean = (): void => {
    cleaning = removeLeftovers(store, files, { now: now(), logger });
  };
  const timers: NodeJS.Timeout[] = [];
  app.addHook("onReady", async () => {
    await sweep();
    clean();
    // In a folder of its own nothing runs before; a shared storage has much to list, and is swept every day.
    if (!files.isShared) await cleaning;
    await runner.start();
    timers.push(setInterval(sweep, sweepEvery));
    if (files.isShared) timers.push(setInterval(clean, leftoverAge));
  });
  app.addHook("onClose", async () => {
    for (const timer of timers) clearInterval(timer);
    await runner.stop();
    await Promise.all(ends);
    await cleaning;
    await endUndeliverable(undeliverable, async (owner) => owner === storage.owner);
  });
}

/** Who starts services and no workers waits for ever, and should know why. */
async function warnOfWaiting(store: TaskStore, logger: FastifyBaseLogger, now: number): Promise<void> {
  const waiting = await store.waitingSince(now - sweepEvery).catch(() => 0);
  if (waiting > 0) logger.warn({ waiting }, "tasks have waited for a minute: start workers, or more of them");
}

/** Lets pages of other sites call the service (CORS): ours, since the document names no browser but the playground. */
async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: [...origins],
    methods: ["GET", "HEAD", "POST"],
    // They may send any field: clients of other services have some of their own.
    exposedHeaders: [
      "accept-ranges",
      "content-disposition",
      "content-language",
      "content-range",
      "etag",
      "retry-after",
      "x-ratelimit-limit",
      "x-ratelimit-remaining",
      "x-ratelimit-reset",
      "x-request-id",
      "x-should-retry",
      engineField,
      noteField,
    ],
    maxAge: 600,
  });
}

async function limitRequests(
  app: FastifyInstance,
  perMinute: number,
  { storage }: ServiceOptions,
  now: () => number,
): Promise<void> {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    store: storage.isShared ? sharedRateLimits(storage, now) : ownRateLimits(now),
    keyGenerator: ({ caller }) => caller.id,
    errorResponseBuilder: (_request, { ttl }) =>
      new Refusal(429, "rate_limited", `Too many requests with this key; try again in ${Math.ceil(ttl / 1000)} s.`),
  });
}
