import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { ignoreUpgrade } from "../../http/other-upgrades.ts";
import { offersWebSocket } from "../../http/request-head.ts";

/** Keeps offers of other protocols than WebSocket from who listens to `upgrade`, who would refuse them. */
export function passOtherUpgrades(server: Server): void {
  const listeners = server.listeners("upgrade");
  server.removeAllListeners("upgrade");
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!offersWebSocket(request.headers)) ignoreUpgrade(server, request, socket, head);
    else for (const listener of listeners) listener.call(server, request, socket, head);
  });
}
