import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

/** Headers that speak about the connection and not about the request. */
const connectionHeaders = ["connection", "upgrade", "http2-settings"];

/**
 * Answers requests that offer another protocol than WebSocket as if they had not offered it, as RFC 9110, section 7.8,
 * allows. Java's own client, for one, offers HTTP/2 with each request; Node hands all of these to `upgrade`, whatever
 * they offer, once anyone listens to it.
 */
export function passOtherUpgrades(server: Server): void {
  const listeners = server.listeners("upgrade");
  server.removeAllListeners("upgrade");
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() === "websocket") {
      for (const listener of listeners) listener.call(server, request, socket, head);
      return;
    }
    socket.unshift(Buffer.concat([Buffer.from(headOf(request), "latin1"), head]));
    server.emit("connection", socket);
  });
}

/** The head of a request without its offer. */
function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  let head = `${method} ${url} HTTP/${httpVersion}\r\n`;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (!connectionHeaders.includes(name.toLowerCase())) head += `${name}: ${rawHeaders[index + 1]}\r\n`;
  }
  return `${head}\r\n`;
}
