import type { Socket } from "node:net";
import type { WebSocket } from "ws";

/**
 * Pings a peer and cuts the connection when, from one ping to the next, it neither answered nor took a byte. A peer
 * that reads slowly takes bytes, so it is left alone; its answers may be stuck behind the audio.
 *
 * @param pingEvery milliseconds.
 */
export function keepAlive(socket: WebSocket, connection: Socket, pingEvery: number): void {
  let isAlive = true;
  let taken = 0;
  const signOfLife = (): void => {
    isAlive = true;
  };
  socket.on("pong", signOfLife);
  socket.on("message", signOfLife);
  const timer = setInterval(() => {
    const takenNow = connection.bytesWritten - connection.writableLength;
    if (!isAlive && takenNow === taken) {
      socket.terminate();
      return;
    }
    isAlive = false;
    taken = takenNow;
    // A ping that can't leave is no question that anyone could answer.
    if (connection.writableLength === 0) {
      socket.ping();
      taken = connection.bytesWritten;
    }
  }, pingEvery);
  socket.on("close", () => clearInterval(timer));
}
