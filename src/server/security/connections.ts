import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** What is known of the connections of clients. */
export interface Connections {
  /** Whether an answer is due on a connection: one that has begun and not ended, or of a request that came whole. */
  isAnswering(connection: Socket): boolean;
  /** Makes the request that is being looked at the connection's last one. */
  end(connection: Socket): void;
  /** Whether a connection has had its last request: whatever comes behind it isn't looked at. */
  isOver(connection: Socket): boolean;
}

/**
 * Cuts connections on which more than `most` requests wait for their answers. No browser and no reverse proxy sends even
 * one ahead, and each one would open a connection to the service.
 */
export function watchConnections(server: Server, most: number): Connections {
  const waiting = new WeakMap<Socket, Set<ServerResponse>>();
  const over = new WeakSet<Socket>();
  server.prependListener("request", ({ socket }, response) => {
    const responses = waiting.get(socket) ?? new Set();
    waiting.set(socket, responses.add(response));
    response.once("close", () => responses.delete(response));
    if (responses.size > most) socket.destroy();
  });
  return {
    isAnswering: (connection) =>
      [...(waiting.get(connection) ?? [])].some(({ headersSent, req }) => headersSent || req.complete),
    end: (connection) => over.add(connection),
    isOver: (connection) => over.has(connection),
  };
}
