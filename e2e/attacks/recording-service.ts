import type { ServerResponse } from "node:http";
import type { WebSocket } from "ws";
import { type Behaviour, type SeenRequest, startFakeService } from "../../src/http/fake-service.fixture.ts";
import { listOf } from "../fake-upstream.ts";

export interface Misbehaviour {
  /** Answers a request in the place of what the service would say. */
  readonly answer?: Behaviour["answer"];
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
  /**
   * What has reached it since the last call of `forget`, requests and offers of WebSockets alike: the request line and
   * its fields, one a line.
   */
  readonly heads: readonly string[];
  misbehave(how: Misbehaviour): void;
  /** Behaves again, and has seen nothing. */
  forget(): void;
  stop(): Promise<void>;
}

/** Starts one on loopback that accepts `keys`, and repeats every other one in its refusal as services like to do. */
export async function startRecordingService(keys: readonly string[]): Promise<RecordingService> {
  const behave = ({ bytes, answer, socket, refuse }: Misbehaviour): void => {
    service.answer = (request, response) => {
      if (bytes === undefined) (answer ?? usual)(request, response);
      else response.req.socket.end(bytes, "latin1");
    };
    service.refuse = (_request, connection) => {
      if (refuse !== undefined) connection.end(refuse, "latin1");
      return refuse !== undefined;
    };
    service.serve = socket ?? speak;
  };
  const usual = ({ method, url, headers }: SeenRequest, response: ServerResponse): void => {
    const key = /^Bearer (.*)$/.exec(headers.authorization ?? "")?.[1] ?? "";
    response.setHeader("content-type", "application/json");
    if (!keys.includes(key)) {
      const message = `Incorrect API key provided: ${key.slice(0, 8)}***${key.slice(-4)}.`;
      response.writeHead(401).end(JSON.stringify({ error: { message, code: "invalid_api_key" } }));
    } else if (url === "/v1/models") {
      response.end(JSON.stringify(listOf("streamspeech-v8").body));
    } else if (method === "POST" && url === "/v1/audio/speech") {
      response.setHeader("content-type", "audio/mpeg").end(Buffer.alloc(4_096, 0xff));
    } else response.end("{}");
  };
  const service = await startFakeService();
  behave({});
  return {
    address: service.url,
    get heads() {
      return service.seen.map(headOf);
    },
    misbehave: behave,
    forget() {
      service.seen.length = 0;
      behave({});
      for (const socket of service.sockets) socket.terminate();
    },
    stop: service.close,
  };
}

function speak(socket: WebSocket): void {
  socket.once("message", () => {
    socket.send('{"type":"complete"}');
    socket.close(1000);
  });
}

function headOf({ method, url, rawHeaders }: SeenRequest): string {
  const lines = [`${method} ${url}`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return lines.join("\n");
}
