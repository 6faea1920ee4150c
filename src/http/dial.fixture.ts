import { once } from "node:events";
import { connect, type Socket, type TcpNetConnectOpts } from "node:net";
import { onTestFinished } from "vitest";

/** A connection that a test writes to byte for byte, and what has come over it. */
export interface Dialled {
  readonly socket: Socket;
  readonly received: () => string;
}

/** Connects to a port of loopback for as long as the test runs. */
export async function dial(port: number, options: Partial<TcpNetConnectOpts> = {}): Promise<Dialled> {
  const socket = connect({ port, host: "127.0.0.1", ...options });
  let text = "";
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
  });
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return { socket, received: () => text };
}
