import type { FastifyInstance } from "fastify";

/**
 * Stops the server: at once when nothing runs, else when running answers have ended, at the latest after `grace`
 * milliseconds, when what still runs is cut and WebSockets are told so by 1001.
 */
export async function stopGracefully(app: FastifyInstance, grace: number): Promise<void> {
  const { server } = app;
  const cut = setTimeout(() => {
    app.stopSockets();
    server.closeAllConnections();
  }, grace);
  // A connection that is kept alive becomes idle when its answer ends, and nothing else would close it then.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
    clearInterval(sweep);
  }
}
