import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply } from "fastify";
import { largestBody } from "../contract/programs.ts";

/**
 * How much is read on behind an answer, and for how long, in bytes and milliseconds. Most clients look for an answer only
 * when they have sent everything; a connection that closes before resets theirs, and the answer is lost.
 */
const lingering = { bytes: 4 * largestBody, time: 10_000 };

const ending = new WeakSet<Socket>();
const answering = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Lets clients ask before they send a body (RFC 9110, section 10.1.1): what is decided from the head alone is decided
 * first, and 100 goes out when somebody begins to read. An expectation that isn't known is ignored, as that section allows.
 */
export function decideBeforeBodies(server: Server): void {
  server.on("checkContinue", (request, response) => {
    request.once("resume", () => {
      if (!response.headersSent) response.writeContinue();
    });
    server.emit("request", request, response);
  });
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.prependListener("request", ({ socket }, response) => {
    const responses = answering.get(socket) ?? new Set();
    answering.set(socket, responses.add(response));
    response.once("close", () => responses.delete(response));
  });
}

/** The answers that are due on a connection, in their order: those that have begun, and those of requests that came whole. */
export function dueAnswers(connection: Socket): readonly ServerResponse[] {
  return [...(answering.get(connection) ?? [])].filter(({ headersSent, req }) => headersSent || req.complete);
}

/** Whether a connection ends behind the answer to an earlier request, so that nothing that follows may be acted upon. */
export function isEnding(connection: Socket): boolean {
  return ending.has(connection);
}

/** Ends the connection behind an answer that is about to be sent, and says so in it. */
export function endAfter({ request, raw }: FastifyReply): void {
  const { socket } = request.raw;
  ending.add(socket);
  raw.setHeader("connection", "close");
  // Node calls this when the answer is out.
  socket.destroySoon = () => linger(socket);
}

/** Ends our side of a connection, and throws away what still comes, for a bounded while. */
export function linger(connection: Socket): void {
  ending.add(connection);
  const timer = setTimeout(() => connection.destroy(), lingering.time);
  connection.once("close", () => clearTimeout(timer));
  connection.resume();
  connection.end();
  // Node begins to read again only while its parser is there, and in a later turn.
  setImmediate(() => throwAway(connection));
}

function throwAway(connection: Socket): void {
  // The parser is one of these: no further request comes of what is read.
  connection.removeAllListeners("data");
  let left = lingering.bytes;
  connection.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) connection.destroy();
  });
}
