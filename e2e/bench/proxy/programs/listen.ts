import type { Server } from "node:http";

/** Lets a program of the bench listen on a free port of loopback, says which, and ends with whoever started it. */
export function listen(server: Server): void {
  server.listen({ host: "127.0.0.1", port: 0, backlog: 4_096 }, () => {
    const address = server.address();
    if (typeof address === "object" && address !== null) process.send?.({ type: "listening", port: address.port });
  });
  process.once("disconnect", () => process.exit(0));
}
