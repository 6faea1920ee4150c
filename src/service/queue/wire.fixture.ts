import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A network between a program and a port of loopback. */
export interface Wire {
  readonly port: number;
  /** Lets nothing through any more, and ends no connection: neither side hears of it. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function startWire(target: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => {});
      from.on("data", (chunk) => {
        if (!isCut) to.write(chunk);
      });
      from.on("close", () => {
        sockets.delete(from);
        if (!isCut) to.destroy();
      });
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
    },
    mend() {
      // What was connected has lost bytes.
      for (const socket of sockets) socket.destroy();
      isCut = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
