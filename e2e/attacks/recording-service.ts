import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { listen } from "../../src/server/proxy.fixture.ts";

/** What reached the service. */
export interface Seen {
  /** The request line and its fields, one a line. */
  readonly head: string;
  readonly body: Buffer;
}

export interface Misbehaviour {
  /** Answers a request in the place of what the service would say. */
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => void;
  /** Answers a request by bytes of its own. */
  readonly bytes?: string;
  /** What it does with a WebSocket. */
  readonly socket?: (socket: WebSocket) => void;
  /** Answers the offer of a WebSocket by bytes of its own. */
  readonly refuse?: string;
}

/** A speech service that remembers everything that reaches it, and misbehaves as a row says. */
export interface RecordingService {
  readonly address: string;
  /** Since the last call of `forget`, requests and offers of WebSockets alike. */
  readonly seen: readonly Seen[];
  /** WebSockets that are open. */
  readonly open: ReadonlySet<WebSocket>;
  misbehave(how: Misbehaviour): void;
  /** Behaves again, and has seen nothing. */
  forget(): void;
  stop(): Promise<void>;
}

/** Starts one on loopback that accepts `keys`, and repeats every other one in its refusal as services like to do. */
export async function startRecordingService(keys: readonly string[]): Promise<RecordingService> {
  let seen: Seen[] = [];
  let how: Misbehaviour = {};
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 0 });
  const server = createServer(async (request, response) => {
    request.on("error", () => {});
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    await new Promise((done) => request.once("close", done).once("end", done));
    seen.push({ head: headOf(request), body: Buffer.concat(chunks) });
    if (how.bytes !== undefined) request.socket.end(how.bytes, "latin1");
    else (how.answer ?? answer)(request, response);
  });
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const key = /^Bearer (.*)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    response.setHeader("content-type", "application/json");
    if (!keys.includes(key)) {
      const message = `Incorrect API key provided: ${key.slice(0, 8)}***${key.slice(-4)}.`;
      response.writeHead(401).end(JSON.stringify({ error: { message, code: "invalid_api_key" } }));
    } else if (request.url === "/v1/models") {
      response.end(JSON.stringify({ object: "list", data: [{ id: "streamspeech-v8", object: "model" }] }));
    } else if (request.method === "POST" && request.url === "/v1/audio/speech") {
      response.setHeader("content-type", "audio/mpeg").end(Buffer.alloc(4_096, 0xff));
    } else response.end("{}");
  };
  const speak = (socket: WebSocket): void => {
    socket.once("message", () => {
      socket.send('{"type":"complete"}');
      socket.close(1000);
    });
  };
  server.on("upgrade", (request, socket: Socket, head) => {
    socket.on("error", () => {});
    seen.push({ head: headOf(request), body: head });
    if (how.refuse !== undefined) socket.end(how.refuse, "latin1");
    else {
      sockets.handleUpgrade(request, socket, head, (accepted) => {
        accepted.on("error", () => {});
        (how.socket ?? speak)(accepted);
      });
    }
  });
  const port = await listen(server);
  return {
    address: `http://127.0.0.1:${port}`,
    get seen() {
      return seen;
    },
    open: sockets.clients,
    misbehave(given) {
      how = given;
    },
    forget() {
      seen = [];
      how = {};
      for (const socket of sockets.clients) socket.terminate();
    },
    async stop() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url}`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return lines.join("\n");
}
