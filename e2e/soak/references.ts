import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { basename, join, resolve } from "node:path";

const folder = resolve(import.meta.dirname, "../../public/references");

/** The project's own reference recordings, served as the playground serves them. */
export interface References {
  /** Ends with a slash; the names of the recordings follow. */
  readonly prefix: string;
  close(): Promise<void>;
}

/** Serves them on a free port of loopback. */
export async function serveReferences(): Promise<References> {
  const server = createServer((request, response) => {
    readFile(join(folder, basename(request.url ?? ""))).then(
      (bytes) => response.writeHead(200, { "content-type": "audio/mpeg", "content-length": bytes.length }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port on loopback.");
  return {
    prefix: `http://127.0.0.1:${address.port}/references/`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
