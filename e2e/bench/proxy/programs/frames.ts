import { once } from "node:events";
import { createServer } from "node:http";
import { promisify } from "node:util";
import { type WebSocket, WebSocketServer } from "ws";
import { frameCount, frameLength, framesBytes } from "../sockets.ts";
import { listen } from "./listen.ts";

/** A service whose WebSocket answers one message with ten thousand binary frames and closes. */
const bytes = framesBytes();
const mostWaiting = 1_000_000;
const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });

async function answer(socket: WebSocket): Promise<void> {
  await once(socket, "message");
  const send = promisify<Buffer, void>((frame, done) => socket.send(frame, done));
  for (let frame = 0; frame < frameCount; frame++) {
    const sent = send(bytes.subarray(frame * frameLength, (frame + 1) * frameLength));
    if (socket.bufferedAmount > mostWaiting) await sent;
    else sent.catch(() => socket.terminate());
  }
  socket.close(1000);
}

sockets.on("connection", (socket) => {
  answer(socket).catch(() => socket.terminate());
});
listen(server);
