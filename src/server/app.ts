import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { downloadRoute } from "../contract/download.ts";
import { hearingRoutes } from "../contract/hearing.ts";
import { ownRecording } from "../contract/own-recordings.ts";
import { playgroundRoutes } from "../contract/playground.ts";
import { methodsAt, routes } from "../contract/routes.ts";
import { share } from "../contract/shares.ts";
import { watchConnections } from "../http/connections.ts";
import { errorBody, rawErrorAnswer } from "../http/errors.ts";
import { requestIdOf } from "../http/request-head.ts";
import { createBodies } from "./body.ts";
import type { Configuration } from "./configuration.ts";
import { errorHeaders, ProxyError } from "./errors.ts";
import { createHeldBytes } from "./held-bytes.ts";
import { decorateRequests } from "./holders.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { addByHandRoute } from "./routes/by-hand.ts";
import { addHearingRoute } from "./routes/hearing.ts";
import { addPage } from "./routes/page.ts";
import type { Parts } from "./routes/parts.ts";
import { addPlaygroundRoutes } from "./routes/playground.ts";
import { addRecordingRoutes } from "./routes/recordings.ts";
import { addServiceRoutes } from "./routes/service.ts";
import { addSessionRoutes } from "./routes/session.ts";
import { addShareRoutes } from "./routes/shares.ts";
import { addVoiceRoutes } from "./routes/voices.ts";
import { addWebSocketRoute } from "./routes/websocket.ts";
import { checkRequest } from "./security/gate.ts";
import { pageHeaders } from "./security/headers.ts";
import { isLoopback } from "./security/hosts.ts";
import { endUnlessRead } from "./security/unread-body.ts";
import { createSessions } from "./session/sessions.ts";
import { routeUpgrades } from "./sockets/upgrades.ts";
import { createEngineQuestion } from "./upstream/ask-engines.ts";
import { createServices } from "./upstream/services.ts";

interface AppOptions {
  readonly configuration: Configuration;
  /** The absolute path of the built page; without it only the routes for the page's requests are there. */
  readonly pageDirectory?: string;
  readonly version: string;
  readonly logger: FastifyBaseLogger;
  readonly limits?: Partial<Limits>;
  /** Unix milliseconds; the machine's when absent. */
  readonly wallClock?: () => number;
}

/**
 * Builds the same-origin proxy. It keeps which sessions were ended, visitors' recordings for an hour,
 * takes that they share for as long as whoever runs it says, and no more.
 */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { configuration, logger } = options;
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const services = createServices(configuration, limits);
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.bodyBytes,
    // Asked for nothing but whose attempts to sign in are counted together; hosts and schemes are never taken from it.
    trustProxy: [...configuration.trustedProxies],
    requestTimeout: limits.requestTime,
    // Node takes the longer of the two times for the body, so both must be set.
    http: {
      // Our own refusal is in our own shape.
      requireHostHeader: false,
      headersTimeout: Math.min(60_000, limits.requestTime),
      requestTimeout: limits.requestTime,
      connectionsCheckingInterval: Math.min(5_000, limits.requestTime / 2),
    },
    forceCloseConnections: "idle",
    // Our own refusal, in our own shape, is in the first hook.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 700 },
    rewriteUrl: (request) => services.takeName(request),
    genReqId: (request) => requestIdOf(request.headers["x-request-id"]),
    frameworkErrors(error, request, reply) {
      const known = toProxyError(error);
      reply.hijack();
      // No hook sees it: what of its body comes still is read by nobody.
      connections.endAfter(reply.raw);
      const body = JSON.stringify(errorBody(known));
      const headers = { ...errorHeaders(known, request.id), "content-length": Buffer.byteLength(body) };
      reply.raw.writeHead(known.status, headers).end(body);
    },
    clientErrorHandler(error, socket) {
      connections.refuse(socket, error, ({ status, code, message }) => {
        const refusal = new ProxyError(status, code, message);
        return rawErrorAnswer(refusal, errorHeaders(refusal, requestIdOf()));
      });
    },
  });
  // Unlimited by count, so that no field is dropped unseen; the bytes are bounded, and checkRequest counts.
  app.server.maxHeadersCount = 0;
  const connections = watchConnections(app.server, limits);

  const held = createHeldBytes(limits.heldBytes);
  const bodies = createBodies(limits, held);
  decorateRequests(app);
  const { allowedHosts, publicUrl, host } = configuration;
  const rules = { allowedHosts, publicUrl, open: !isLoopback(host) };
  app.addHook("onRequest", async (request, reply) => {
    if (connections.isOver(request.raw.socket)) {
      reply.hijack();
      return;
    }
    endUnlessRead(request.raw, reply.raw);
    for (const [name, value] of pageHeaders) reply.raw.setHeader(name, value);
    reply.raw.setHeader("x-request-id", request.id);
    // Fastify's own onResponse hook doesn't hear of answers that break off.
    reply.raw.once("close", () => end(request, reply));
    if (!app.server.listening) {
      reply.header("connection", "close");
      throw new ProxyError(503, "shutting_down", "The playground is stopping.");
    }
    try {
      checkRequest(request, rules);
      services.of(request.raw);
    } catch (error) {
      // At once, because what stands behind such a request may have come with it, and be its body to somebody else.
      connections.endAfter(reply.raw);
      throw error;
    }
    // Before its body is read, which nobody wants.
    if (request.is404) throw unknownRoute(request.method, request.url);
  });
  function end(request: FastifyRequest, reply: FastifyReply): void {
    bodies.release(request.raw);
    const { id, method, log } = request;
    const { statusCode: status, elapsedTime, raw } = reply;
    const whole = raw.writableFinished;
    const [service, milliseconds] = [services.nameOf(request.raw), Math.round(elapsedTime)];
    log.info({ id, method, route: request.routeOptions.url, service, status, whole, milliseconds });
  }

  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", bodies.read);
  app.addContentTypeParser([ownRecording.mediaType, share.mediaType], bodies.readBytes);
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const known = toProxyError(error);
    if (known.status >= 500) request.log.error({ err: known.cause ?? known }, known.message);
    return sendError(known, request.id, reply);
  });
  app.setNotFoundHandler((request, reply) => sendError(unknownRoute(request.method, request.url), request.id, reply));

  // Not in Fastify's own onClose, which runs while answers still come.
  app.server.once("close", () => services.close());
  const sessions = createSessions(configuration);
  if (sessions.need !== "none_needed" && configuration.sessionSecret === undefined) {
    logger.warn("SESSION_SECRET isn't set: sessions end with this program, and no other program knows them");
  }
  const embedded = services.all.find(({ service }) => service === "embedded");
  const wallClock = options.wallClock ?? Date.now;
  const parts: Parts = { configuration, services, embedded, sessions, limits, held, bodies, wallClock };
  addServiceRoutes(app, parts);
  routeUpgrades(app, connections);
  const stopSockets = addWebSocketRoute(app, parts);
  app.decorate("cutAnswers", () => {
    stopSockets();
    // A browser would send a request whose connection ends without an answer again, to whoever listens then.
    const message = "The playground is stopping. The speech service may still be at work.";
    services.close(new ProxyError(502, "upstream_closed", message));
  });
  // Another service isn't asked what the document doesn't have.
  const askEngines =
    embedded?.apiKey === undefined
      ? undefined
      : createEngineQuestion(embedded.upstream, embedded.apiKey, limits.enginesTime);
  addPlaygroundRoutes(app, parts, options.version, askEngines);
  addVoiceRoutes(app, parts);
  addHearingRoute(app, parts);
  addByHandRoute(app, parts);
  await addSessionRoutes(app, parts);
  addRecordingRoutes(app, parts);
  await addShareRoutes(app, parts);
  if (options.pageDirectory !== undefined) await addPage(app, configuration, options.pageDirectory);
  return app;
}

function sendError(error: ProxyError, requestId: string, reply: FastifyReply): FastifyReply {
  return reply
    .code(error.status)
    .headers(errorHeaders(error, requestId))
    .send(JSON.stringify(errorBody(error)));
}

/** What the framework refused, in our words. */
function toProxyError(
  error: Error & {
    readonly code?: string;
    readonly statusCode?: number;
    readonly headers?: Readonly<Record<string, string>>;
  },
): ProxyError {
  if (error instanceof ProxyError) return error;
  switch (error.code) {
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return new ProxyError(415, "unsupported_media_type", "The request must have the content type application/json.");
    case "FST_ERR_BAD_URL":
    case "FST_ERR_MAX_PARAM_LENGTH":
      return new ProxyError(400, "bad_target", "The address of the request isn't a plain path.");
    default:
      if (error.statusCode === 412 || error.statusCode === 416) {
        const message = "The file can't be had in the way that was asked for.";
        return new ProxyError(error.statusCode, "bad_request", message, { headers: error.headers ?? {} });
      }
      if (error.code?.startsWith("FST_") && error.statusCode !== undefined && error.statusCode < 500) {
        return new ProxyError(400, "bad_request", "The request isn't one that this playground understands.");
      }
      return new ProxyError(500, "internal_error", "The playground's server made a mistake.", { cause: error });
  }
}

/** 405 for every path of the service and of the playground itself, 404 for every other. */
function unknownRoute(method: string, target: string): ProxyError {
  const allow = methodsAt(target, [
    ...Object.values(routes),
    ...Object.values(playgroundRoutes),
    hearingRoutes.playground,
    downloadRoute,
  ]).join(", ");
  if (allow === "") return new ProxyError(404, "not_found", "There is nothing at this address.");
  return new ProxyError(405, "method_not_allowed", `${method} isn't possible here.`, { headers: { allow } });
}
