import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** What a client waits for before it sends the body that it has announced. */
const invitations = new WeakMap<IncomingMessage, () => void>();

/**
 * Lets no body be taken before its request has been judged. `Expect: 100-continue` is answered by {@link invite} and
 * not before; an expectation that isn't known may be ignored (RFC 9110, section 10.1.1), and Node's own refusal isn't
 * in our shape. A connection's end waits until its client has the last answer.
 *
 * @param lingerTime in milliseconds.
 */
export function judgeBeforeBodies(server: Server, lingerTime: number): void {
  server.on("checkContinue", (request, response) => {
    invitations.set(request, () => response.writeContinue());
    server.emit("request", request, response);
  });
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  // What Node calls when a connection's last answer has been written.
  server.on("connection", (socket) => {
    socket.destroySoon = () => closeLingering(socket, lingerTime);
  });
}

/** Says that the body may come, to a client that waits for that. */
export function invite(request: IncomingMessage): void {
  invitations.get(request)?.();
  invitations.delete(request);
}

/** Ends the connection with the answer, unless the request's body has been read to its end by then. */
export function endUnlessRead(request: IncomingMessage, response: ServerResponse): void {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  if (coding === undefined && Number(length ?? 0) === 0) return;
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = false;
  request.once("end", () => {
    response.shouldKeepAlive = shouldKeepAlive;
  });
}

/**
 * Ends a connection once what was written to it has gone out. What the client still sends is read away for a moment, or
 * the system would take the answer back with a reset. None of it becomes a request.
 */
function closeLingering(socket: Socket, lingerTime: number): void {
  // The first listener takes the connection back from Node's parser.
  socket.on("data", () => {});
  socket.removeAllListeners("data");
  socket.end(() => {
    const cut = setTimeout(() => socket.destroy(), lingerTime).unref();
    socket.once("close", () => clearTimeout(cut));
  });
  socket.resume();
}
