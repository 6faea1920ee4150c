import type { FastifyRequest } from "fastify";
import type { ServerOptions, WebSocket } from "ws";
import type { ModelDescriptor } from "../../contract/model.ts";
import { codeOf } from "../../http/errors.ts";
import { watchLiveness } from "../../http/liveness.ts";
import { hasWebSocketKey, webSocketRequired } from "../../http/request-head.ts";
import { acceptModel, offeredAt } from "../accept.ts";
import { queryOf } from "../query.ts";
import { Refusal } from "../refusal.ts";
import { type SessionTools, SocketSession } from "./socket-session.ts";

/** Times of a connection in milliseconds. */
export interface SocketTimes {
  /** Between pings; a peer that is silent from one to the next is cut. */
  readonly pingEvery: number;
  /** Until the one frame that a client sends must be here. */
  readonly requestWithin: number;
}

export interface SocketTools extends SessionTools {
  readonly sockets: OpenSockets;
  readonly socketTimes: SocketTimes | undefined;
}

const usualTimes: SocketTimes = { pingEvery: 30_000, requestWithin: 30_000 };

/** Above this, `ws` itself closes with 1009, before the message is in memory. Compressing audio only costs time. */
export const socketOptions = {
  maxPayload: 1024 * 1024,
  perMessageDeflate: false,
  clientTracking: true,
  // The document names no subprotocol, so that none can be promised; ws itself would promise the first that is offered.
  handleProtocols: () => false,
} as const satisfies ServerOptions;

/**
 * Checks a handshake (sections 4 and 5); the key was checked before.
 *
 * @throws Refusal 400 when it isn't a handshake or names no single model with this route, 403, 404 or 426.
 */
export function checkHandshake(request: FastifyRequest, speaks: (modelId: string) => boolean): ModelDescriptor {
  const { headers } = request;
  if (!request.ws) {
    throw new Refusal(426, "upgrade_required", "This route is a WebSocket: send an upgrade.", {
      headers: webSocketRequired,
    });
  }
  if (headers["sec-websocket-version"] !== "13") {
    throw new Refusal(426, "websocket_version_not_supported", "The service speaks version 13 of WebSocket.", {
      headers: webSocketRequired,
    });
  }
  if (!hasWebSocketKey(headers)) {
    throw new Refusal(400, "handshake_invalid", "Sec-WebSocket-Key is missing or is not 16 bytes in Base64.");
  }
  const model = acceptModel(queryOf(request)["model"], request.caller, speaks);
  return offeredAt(model, "websocket");
}

/** Serves an accepted connection until it ends. */
export function serveSocket(socket: WebSocket, request: FastifyRequest, tools: SocketTools): void {
  const { pingEvery, requestWithin } = tools.socketTimes ?? usualTimes;
  const model = checkHandshake(request, tools.planners.speaks);
  const session = new SocketSession(socket, { model, caller: request.caller, log: request.log }, tools);
  tools.sockets.add(session);
  watchLiveness(socket, request.raw.socket, { pingEvery, onSilent: () => socket.terminate() });
  const late = setTimeout(() => session.refuse(tooLate(), 1008), requestWithin);
  socket.on("message", (data, isBinary) => {
    clearTimeout(late);
    session.receive(Buffer.isBuffer(data) ? data : Buffer.alloc(0), isBinary);
  });
  socket.on("close", () => {
    clearTimeout(late);
    tools.sockets.delete(session);
    session.leave();
  });
}

/** The connections that are open, for the service's stop. */
export class OpenSockets extends Set<SocketSession> {
  /** Ends those that wait for a request. */
  closeIdle(): void {
    for (const session of this) if (session.isIdle) session.stop();
  }

  /** Ends those as well whose answer is under way. */
  closeAll(): void {
    for (const session of this) session.stop();
  }
}

/** Ends a connection whose peer broke the protocol, or that met a fault of our own. */
export function endBrokenSocket(error: Error, socket: WebSocket, request: FastifyRequest): void {
  const code = codeOf(error);
  if (code.startsWith("WS_ERR_")) request.log.info({ code }, "a WebSocket peer broke the protocol");
  else request.log.error({ err: error }, "a WebSocket connection failed");
  socket.terminate();
}

function tooLate(): Refusal {
  return new Refusal(408, "request_missing", "No request came; send one JSON text frame.");
}
