import { type IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Connections } from "../../http/connections.ts";
import { ignoreUpgrade } from "../../http/other-upgrades.ts";
import { offersWebSocket } from "../../http/request-head.ts";
import { ClientGone } from "../upstream/relay.ts";

/** A client's offer of a WebSocket, until it is accepted or refused. */
export interface Upgrade {
  /** Aborts when the client has gone, with {@link ClientGone}, or with what {@link refuse} was given. */
  readonly signal: AbortSignal;
  /** Ends what is still tried for this offer. */
  refuse(reason: Error): void;
  /** Takes the connection out of HTTP, with the bytes that came behind the request, in their order. */
  take(): { readonly socket: Socket; readonly head: Buffer };
}

/** How many bytes behind a request are read before it is answered; more than that wait in the system. */
const mostBytesAhead = 64 * 1024;

const upgrades = new WeakMap<IncomingMessage, Upgrade>();

/** The offer that came with a request; undefined for an ordinary request. */
export function upgradeOf(request: IncomingMessage): Upgrade | undefined {
  return upgrades.get(request);
}

/** Lets offers of a WebSocket pass the same hooks, routes and errors as every request. */
export function routeUpgrades(app: FastifyInstance, connections: Connections): void {
  app.server.on("upgrade", (request: IncomingMessage, duplex: Duplex, head: Buffer) => {
    // Node takes its own listener away before it hands the connection over.
    duplex.on("error", destroyed);
    if (!(duplex instanceof Socket) || connections.owesAnswer(duplex)) {
      duplex.destroy();
    } else if (offersWebSocket(request.headers)) {
      const response = new ServerResponse(request);
      response.shouldKeepAlive = false;
      response.assignSocket(duplex);
      upgrades.set(request, holdConnection(duplex, head, response));
      app.routing(request, response);
    } else {
      duplex.off("error", destroyed);
      ignoreUpgrade(app.server, request, duplex, head);
    }
  });
}

function holdConnection(socket: Socket, head: Buffer, response: ServerResponse): Upgrade {
  const ahead = [head];
  let length = head.length;
  const left = new AbortController();
  // Read meanwhile, because a client's leaving is heard of only by who reads.
  const collect = (chunk: Buffer) => {
    ahead.push(chunk);
    length += chunk.length;
    if (length >= mostBytesAhead) socket.pause();
  };
  const leave = () => left.abort(new ClientGone("The client closed the connection."));
  const release = () => {
    socket.off("data", collect);
    socket.off("end", leave);
    socket.off("close", leave);
  };
  socket.on("data", collect);
  socket.once("end", leave);
  socket.once("close", leave);
  response.once("finish", () => {
    release();
    socket.destroySoon();
  });
  return {
    signal: left.signal,
    refuse: (reason) => left.abort(reason),
    take() {
      release();
      socket.pause();
      response.detachSocket(socket);
      socket.off("error", destroyed);
      return { socket, head: Buffer.concat(ahead) };
    },
  };
}

function destroyed(this: Duplex): void {
  this.destroy();
}
