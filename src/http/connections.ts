import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { largestBody } from "./body-bounds.ts";

/**
 * How much a client may still send behind its last answer, in bytes. Most clients look for an answer only when they
 * have sent everything; a connection that closes before resets theirs, and the answer is lost.
 */
const mostBytesBehind = 4 * largestBody;

interface ConnectionLimits {
  /** The most requests of one connection that wait for their answers; beyond it the connection is cut. */
  readonly requestsAhead?: number;
  /** How long a connection is read on after its last answer, in milliseconds. */
  readonly lingerTime: number;
}

/** What is known of the connections of clients. */
export interface Connections {
  /** Makes an answer that hasn't begun its connection's last one. */
  endAfter(response: ServerResponse): void;
  /** Whether a connection has had its last request: whatever comes behind it may not be acted upon. */
  isOver(connection: Socket): boolean;
  /** Whether an answer is still due: nothing that comes behind its request may be given a connection of its own. */
  owesAnswer(connection: Duplex): boolean;
  /**
   * Ends a connection on which something came that no request could be made of.
   *
   * @param answer makes the whole answer, where there is no answer that it could be taken for.
   */
  refuse(connection: Socket, error: NodeJS.ErrnoException, answer: (problem: BrokenRequest) => string): void;
}

/**
 * Watches the connections of a server, and lets no body be taken before its request has been judged: `Expect:
 * 100-continue` is answered when somebody begins to read. An expectation that isn't known is ignored (RFC 9110, section
 * 10.1.1), since Node's own refusal isn't in our shape. A connection's end waits until its client has the last answer.
 */
export function watchConnections(
  server: Server,
  { requestsAhead = Infinity, lingerTime }: ConnectionLimits,
): Connections {
  const waiting = new WeakMap<Duplex, Set<ServerResponse>>();
  const over = new WeakSet<Socket>();
  server.on("checkContinue", (request, response) => {
    request.once("resume", () => {
      if (!response.headersSent) response.writeContinue();
    });
    server.emit("request", request, response);
  });
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("connection", (socket) => {
    // What Node calls when a connection's last answer has been written.
    socket.destroySoon = () => {
      over.add(socket);
      closeLingering(socket, lingerTime);
    };
  });
  server.prependListener("request", ({ socket }, response) => {
    const responses = waiting.get(socket) ?? new Set();
    waiting.set(socket, responses.add(response));
    response.once("close", () => responses.delete(response));
    if (responses.size > requestsAhead) socket.destroy();
  });
  return {
    endAfter(response) {
      response.shouldKeepAlive = false;
      over.add(response.req.socket);
    },
    isOver: (connection) => over.has(connection),
    owesAnswer: (connection) => (waiting.get(connection)?.size ?? 0) > 0,
    refuse(connection, error, answer) {
      // The answers that are due: those that have begun, and those of requests that came whole.
      const due = [...(waiting.get(connection) ?? [])].filter(({ headersSent, req }) => headersSent || req.complete);
      const last = due.at(-1);
      // Behind the beginning of another answer, a refusal would be read as a part of it.
      if (error.code === "ECONNRESET" || !connection.writable || due.some(({ headersSent }) => headersSent)) {
        connection.destroy();
      } else if (last === undefined) {
        connection.write(answer(brokenRequest(error.code)));
        connection.destroySoon();
      } else {
        // What is broken stands behind whole requests: they are answered, and then the connection ends.
        last.shouldKeepAlive = false;
      }
    },
  };
}

/** Why no request could be made of what came. */
type BrokenRequest = ReturnType<typeof brokenRequest>;

function brokenRequest(code: string | undefined) {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return { status: 431, code: "headers_too_large", message: "The request's header is too large." } as const;
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { status: 408, code: "request_timeout", message: "The request didn't arrive in time." } as const;
    default:
      return { status: 400, code: "bad_request", message: "The request isn't valid HTTP." } as const;
  }
}

/**
 * Ends a connection once what was written to it has gone out. What the client still sends is read away for a while, or
 * the system would take the answer back with a reset.
 */
function closeLingering(socket: Socket, lingerTime: number): void {
  socket.end(() => {
    const cut = setTimeout(() => socket.destroy(), lingerTime).unref();
    socket.once("close", () => clearTimeout(cut));
  });
  socket.resume();
  // Node begins to read again only while its parser is there, and in a later turn.
  setImmediate(() => readAway(socket));
}

function readAway(socket: Socket): void {
  // The parser is one of these: no further request comes of what is read.
  socket.removeAllListeners("data");
  let left = mostBytesBehind;
  socket.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
}
