import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type WebSocket, WebSocketServer } from "ws";
import { routes } from "../../contract/routes.ts";
import { ProxyError } from "../errors.ts";
import { enter, holdersOf } from "../holders.ts";
import { answerPolicy } from "../security/headers.ts";
import { checkHandshake, modelQuery, upgradeRequired } from "../sockets/handshake.ts";
import { bridgeSockets, type Side, type SocketBridge } from "../sockets/socket-bridge.ts";
import { type Upgrade, upgradeOf } from "../sockets/upgrades.ts";
import { connectSocket, type Refusal, type SocketRequest } from "../upstream/connect.ts";
import { ClientGone } from "../upstream/relay.ts";
import type { Parts } from "./parts.ts";

/**
 * Puts the WebSocket's route into `app`, where offers pass the same hooks as every request. Returns what ends all of
 * them, and refuses those that come.
 */
export function addWebSocketRoute(app: FastifyInstance, { services, sessions, limits, held }: Parts): () => void {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.clientMessageBytes,
  });
  const bridges = new Set<SocketBridge>();
  const offers = new Set<Upgrade>();
  const { keyOwner } = sessions;
  let stopped: ProxyError | undefined;

  app.get(routes.websocket.path, async (request, reply) => {
    const upgrade = upgradeOf(request.raw);
    if (upgrade === undefined) return explain(request, reply);
    checkHandshake(request.raw.headers);
    if (stopped !== undefined) throw stopped;
    const address = addressFor(request);
    const { key, holder, onEnd } = await sessions.accessFor(request.raw.headers, services.of(request.raw));
    let bridge: SocketBridge | undefined;
    const forget = onEnd(() => {
      upgrade.refuse(sessionEnded());
      bridge?.stop("session_ended", 1008, "The session has ended. Sign in again.");
    });
    request.raw.socket.once("close", forget);
    enter(request, { key, holder });
    const holders = holdersOf(request);
    const service = await connect(upgrade, { address, key, keyOwner, requestId: request.id }, reply);
    if (service === undefined) return reply;
    reply.hijack();
    const { socket: connection, head } = upgrade.take();
    const begun = performance.now();
    // A client that leaves in this very moment is never handed over.
    const gone = () => service.socket.terminate();
    connection.once("close", gone);
    // The service is offered no subprotocol, so none can be promised, and no offer of one can be wrong.
    delete request.raw.headers["sec-websocket-protocol"];
    server.handleUpgrade(request.raw, connection, head, (socket: WebSocket) => {
      connection.off("close", gone);
      const opened = bridgeSockets({ socket, connection }, service, {
        limits,
        openHold: () => held.open(holders),
        secret: key,
        onBroken: (side, error) => request.log.info({ id: request.id, side, err: error }, "a WebSocket broke off"),
        onEnd(code) {
          bridges.delete(opened);
          const milliseconds = Math.round(performance.now() - begun);
          request.log.info({
            id: request.id,
            method: "GET",
            route: routes.websocket.path,
            service: services.nameOf(request.raw),
            status: 101,
            code,
            milliseconds,
          });
        },
      });
      bridges.add(opened);
      bridge = opened;
    });
    return reply;
  });
  return () => {
    stopped = new ProxyError(503, "shutting_down", "The playground is stopping.");
    for (const upgrade of offers) upgrade.refuse(stopped);
    for (const bridge of bridges) bridge.stop("shutting_down", 1001, "The playground is stopping.");
  };

  /**
   * Answers an ordinary request with what an offer would be told: the service's or the playground's refusal, or 426
   * where a WebSocket would be taken. A page asks this way, because browsers hide why an offer failed. Nothing is asked
   * of the service beyond the handshake, so nothing is charged.
   */
  async function explain(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const address = addressFor(request);
    const { key } = await sessions.accessFor(request.raw.headers, services.of(request.raw));
    const left = new AbortController();
    reply.raw.once("close", () => left.abort(new ClientGone("The client closed the connection.")));
    const given = { address, key, keyOwner, requestId: request.id, signal: left.signal };
    const answer = await connectSocket(given, limits).catch((error: unknown) => {
      if (!(error instanceof ClientGone)) throw error;
      reply.hijack();
      return undefined;
    });
    if (answer === undefined) return reply;
    if ("status" in answer) return refuse(reply, answer);
    // Taken, and left again without a word.
    answer.socket.resume();
    answer.socket.close(1000);
    throw upgradeRequired();
  }

  function refuse(reply: FastifyReply, { status, headers, body }: Refusal): FastifyReply {
    reply.headers({ ...headers, "content-security-policy": answerPolicy, "cache-control": "no-store" });
    return reply.code(status).send(body);
  }

  function addressFor(request: FastifyRequest): string {
    return services.of(request.raw).webSocketBaseUrl + routes.websocket.path + modelQuery(request.raw.url ?? "");
  }

  /** Connects to the service first; resolves with nothing when the answer has been given. */
  async function connect(
    upgrade: Upgrade,
    request: Omit<SocketRequest, "signal">,
    reply: FastifyReply,
  ): Promise<Side | undefined> {
    const { signal } = upgrade;
    offers.add(upgrade);
    try {
      const answer = await connectSocket({ ...request, signal }, limits);
      if (!("status" in answer)) {
        if (!signal.aborted) return answer;
        answer.socket.terminate();
        throw signal.reason;
      }
      refuse(reply, answer);
    } catch (error) {
      if (!(error instanceof ClientGone)) throw error;
      reply.hijack();
      upgrade.take().socket.destroy();
    } finally {
      offers.delete(upgrade);
    }
    return undefined;
  }
}

/** What an offer is told whose session ends before it is taken. */
function sessionEnded(): ProxyError {
  return new ProxyError(401, "session_required", "The session has ended. Sign in again.");
}
