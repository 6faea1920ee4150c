import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { Connections } from "../../http/connections.ts";
import { ignoreUpgrade } from "../../http/other-upgrades.ts";
import { offersWebSocket } from "../../http/request-head.ts";

/**
 * Keeps offers of other protocols than WebSocket from who listens to `upgrade`, who would refuse them, and ends a
 * connection on which any offer comes before an answer that is due.
 */
export function passOtherUpgrades(server: Server, connections: Connections): void {
  const listeners = server.listeners("upgrade");
  server.removeAllListeners("upgrade");
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (connections.owesAnswer(socket)) socket.destroy();
    else if (!offersWebSocket(request.headers)) ignoreUpgrade(server, request, socket, head);
    else for (const listener of listeners) listener.call(server, request, socket, head);
  });
}
