import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Server, Socket } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/** A request, or an offer of a WebSocket, as it came. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly rawHeaders: readonly string[];
  /** What came of it; of an offer, what stood behind it. */
  readonly body: Buffer;
}

/** What a service does. */
export interface Behaviour {
  /** Answers a request of which everything has come. */
  answer: (request: SeenRequest, response: ServerResponse) => unknown;
  /** Ends an offer of a WebSocket by itself and resolves with true, instead of accepting it. */
  refuse: (request: SeenRequest, socket: Socket) => boolean | Promise<boolean>;
  /** What it does with a WebSocket that it has accepted. */
  serve: (socket: WebSocket, request: SeenRequest) => unknown;
}

/** A service on loopback for tests, which does what it is told; that may be changed at any time. */
export interface FakeService extends Behaviour {
  /** Without a path, and without a slash at the end. */
  readonly url: string;
  /** Every request and every offer, in the order in which they came. */
  readonly seen: SeenRequest[];
  /** The WebSockets that are open. */
  readonly sockets: ReadonlySet<WebSocket>;
  close(): Promise<void>;
}

/** Starts one that answers `{}` and keeps WebSockets open in silence, but for what is given; port 0 is a free one. */
export async function startFakeService(behaviour: Partial<Behaviour> = {}, port = 0): Promise<FakeService> {
  const seen: SeenRequest[] = [];
  const note = ({ method = "", url = "", headers, rawHeaders }: IncomingMessage, body: Buffer): SeenRequest => {
    const request = { method, url, headers, rawHeaders, body };
    seen.push(request);
    return request;
  };
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: true, maxPayload: 0 });
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("error", () => {});
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.once("close", () => {
      if (!incoming.readableEnded) note(incoming, Buffer.concat(chunks));
    });
    incoming.once("end", () => service.answer(note(incoming, Buffer.concat(chunks)), response));
  });
  server.on("upgrade", async (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    const request = note(incoming, head);
    if (await service.refuse(request, socket)) {
      // Read on, so that the end of the connection is heard of.
      socket.resume().once("end", () => socket.end());
      return;
    }
    sockets.handleUpgrade(incoming, socket, head, (accepted) => {
      accepted.on("error", () => {});
      service.serve(accepted, request);
    });
  });
  const service: FakeService = {
    url: `http://127.0.0.1:${await listen(server, port)}`,
    seen,
    sockets: sockets.clients,
    answer: (_request, response) => response.end("{}"),
    refuse: () => false,
    serve: () => {},
    ...behaviour,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return service;
}

/** Lets a server listen on a port of loopback, 0 for a free one, and returns the port. */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server listens on no port.");
  return address.port;
}
