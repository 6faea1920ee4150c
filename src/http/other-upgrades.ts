import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

/**
 * Answers a request that offers another protocol as if it had not, as RFC 9110, section 7.8, allows: some clients offer
 * HTTP/2 with each request, and Node hands all of these over once anyone listens to `upgrade`.
 */
export function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  let text = `${method} ${url} HTTP/${httpVersion}\r\n`;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() !== "upgrade") text += `${rawHeaders[index]}: ${rawHeaders[index + 1]}\r\n`;
  }
  // The server adds its own again.
  socket.removeAllListeners("timeout");
  socket.unshift(Buffer.concat([Buffer.from(`${text}\r\n`, "latin1"), head]));
  server.emit("connection", socket);
}
