import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { type ClientOptions, WebSocket, WebSocketServer } from "ws";
import { listen, type RunningProxy } from "../proxy.fixture.ts";

export const path = "/v1/audio/speech/websocket";
export const query = "?model=streamspeech-v8";

/** A speech service that speaks WebSocket as a test says. */
export interface SocketService {
  readonly url: string;
  /** Every handshake that came, accepted or not. */
  readonly seen: IncomingMessage[];
  readonly server: WebSocketServer;
  /** What it does with an accepted connection. */
  serve: (socket: WebSocket, request: IncomingMessage) => void;
  /** Answers a handshake itself and returns true, instead of accepting it. */
  refuse: (request: IncomingMessage, socket: Socket) => boolean;
  close(): Promise<void>;
}

export async function startSocketService(): Promise<SocketService> {
  const seen: IncomingMessage[] = [];
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: true, maxPayload: 0 });
  const http = createServer((_request, response) => response.end("{}"));
  http.on("upgrade", (request, socket: Socket, head) => {
    socket.on("error", () => socket.destroy());
    seen.push(request);
    if (service.refuse(request, socket)) {
      // Read on, so that the end of the connection is heard of.
      socket.resume().once("end", () => socket.end());
      return;
    }
    server.handleUpgrade(request, socket, head, (accepted) => {
      accepted.on("error", () => {});
      service.serve(accepted, request);
    });
  });
  const port = await listen(http);
  const service: SocketService = {
    url: `http://127.0.0.1:${port}`,
    seen,
    server,
    serve: () => {},
    refuse: () => false,
    async close() {
      for (const socket of server.clients) socket.terminate();
      http.closeAllConnections();
      http.close();
      await once(http, "close");
    },
  };
  return service;
}

/** A connection as the playground's page makes it. */
export function openSocket(proxy: RunningProxy, options: ClientOptions = {}, target = path + query): WebSocket {
  const headers = { origin: `http://${proxy.host}`, ...options.headers };
  const socket = new WebSocket(`ws://${proxy.host}${target}`, { ...options, headers });
  socket.on("error", () => {});
  return socket;
}

/** What came of a connection until its end. */
export interface Heard {
  readonly messages: { readonly data: Buffer; readonly isBinary: boolean }[];
  readonly code: number;
  readonly reason: string;
}

/** Listens until the connection ends. Call it in the same turn in which the connection is opened. */
export async function hear(socket: WebSocket): Promise<Heard> {
  const messages: Heard["messages"] = [];
  socket.on("message", (data, isBinary) => {
    if (Buffer.isBuffer(data)) messages.push({ data, isBinary });
  });
  return new Promise((resolve) => {
    socket.once("close", (code, reason) => resolve({ messages, code, reason: reason.toString() }));
  });
}

type Fields = Readonly<Record<string, string | undefined>>;

/** The bytes of an offer as a browser would send it, but for what is given; undefined leaves a field out. */
export function offer(proxy: RunningProxy, fields: Fields = {}, target = path + query, method = "GET"): string {
  const all: Fields = {
    Host: proxy.host,
    Origin: `http://${proxy.host}`,
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    ...fields,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return [`${method} ${target} HTTP/1.1`, ...lines, "", ""].join("\r\n");
}

/** Sends an offer that is to be refused, and resolves with the status and the code of the answer. */
export async function refusal(proxy: RunningProxy, bytes: string): Promise<readonly [number, string | undefined]> {
  const answer = await proxy.raw(bytes);
  return [Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]), /"code":"([a-z_]+)"/.exec(answer)?.[1]];
}

/** A plain connection to the proxy. */
export async function dial(proxy: RunningProxy): Promise<Socket> {
  const socket = connect(proxy.port, "127.0.0.1");
  socket.on("error", () => socket.destroy());
  await once(socket, "connect");
  return socket;
}
