import { once } from "node:events";
import { type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import { connect, createServer as createTcpServer, type Server, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { listen } from "../http/fake-service.fixture.ts";
import { createApp } from "./app.ts";
import { type Configuration, readConfiguration } from "./configuration.ts";
import type { Limits } from "./limits.ts";
import { createLogger } from "./logging.ts";

/** The key that must never be seen by a client. */
export const canary = "sk-canary-7f3a9d21c4";

/** A service that speaks bytes instead of HTTP. */
export async function startRawUpstream(onSocket: (socket: Socket) => void): Promise<{ url: string; server: Server }> {
  const server = createTcpServer((socket) => {
    socket.on("error", () => socket.destroy());
    onSocket(socket);
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, server };
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
  readonly text: string;
  /** Whether the body came to its proper end. */
  readonly complete: boolean;
  /** The code of an error in our shape. */
  readonly code: string | undefined;
}

export interface RunningProxy {
  readonly app: FastifyInstance;
  readonly port: number;
  readonly host: string;
  readonly log: () => string;
  send(method: string, path: string, options?: SendOptions): Promise<Reply>;
  /** Posts a body as the page would. */
  post(path: string, body?: string | Buffer, headers?: SendOptions["headers"]): Promise<Reply>;
  /** Sends bytes as they are and resolves with everything that came until the connection ended. */
  raw(bytes: string): Promise<string>;
  close(): Promise<void>;
}

export interface SendOptions {
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

export interface ProxyOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly limits?: Partial<Limits>;
  readonly pageDirectory?: string;
  readonly configuration?: Partial<Configuration>;
  readonly wallClock?: () => number;
}

/** Starts the proxy on a free port in front of the service at `baseUrl`. */
export async function startProxy(baseUrl: string, options: ProxyOptions = {}): Promise<RunningProxy> {
  const lines: string[] = [];
  const configuration = {
    ...readConfiguration({
      ...{ SPEECH_BASE_URL: baseUrl, SPEECH_API_KEY: canary, ALLOW_OPEN_BINDING: "yes" },
      ...options.environment,
    }),
    ...options.configuration,
  };
  const app = await createApp({
    configuration,
    version: "1.2.3",
    logger: createLogger("trace", [canary], { write: (line) => lines.push(line) }),
    ...(options.wallClock === undefined ? {} : { wallClock: options.wallClock }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(options.pageDirectory === undefined ? {} : { pageDirectory: options.pageDirectory }),
  });
  const port = Number(new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port);
  const send: RunningProxy["send"] = (method, path, { headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const outgoing = request({ host: "127.0.0.1", port, method, path, agent: false, headers });
      outgoing.once("error", reject);
      outgoing.once("response", (incoming) => readReply(incoming).then(resolve, reject));
      outgoing.end(body);
    });
  return {
    app,
    port,
    host: `127.0.0.1:${port}`,
    log: () => lines.join(""),
    send,
    post: (path, body = "{}", headers = {}) =>
      send("POST", path, { headers: { "content-type": "application/json", ...headers }, body }),
    async raw(bytes) {
      const socket = connect(port, "127.0.0.1");
      const chunks: Buffer[] = [];
      socket.on("data", (chunk: Buffer) => chunks.push(chunk));
      socket.on("error", () => socket.destroy());
      socket.write(bytes);
      await once(socket, "close");
      return Buffer.concat(chunks).toString("latin1");
    },
    async close() {
      app.cutAnswers();
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

async function readReply(incoming: IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = [];
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
  // A body that breaks off is what some tests are about.
  incoming.on("error", () => {});
  await new Promise((resolve) => incoming.once("close", resolve));
  const body = Buffer.concat(chunks);
  const text = body.toString("utf8");
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    body,
    text,
    complete: incoming.complete,
    code: /"code":"([a-z_]+)"/.exec(text)?.[1],
  };
}
