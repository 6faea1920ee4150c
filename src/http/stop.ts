import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    /** Ends what still runs when the time for it is over, WebSockets with 1001; what isn't open yet is refused. */
    cutAnswers(): void;
  }
}

/** One address instead of the two that the name of this machine may have, so that there is one server to stop. */
export function oneAddressOf(host: string): string {
  return host.toLowerCase() === "localhost" ? "127.0.0.1" : host;
}

/** How long an answer that was cut has for its last words, in milliseconds. */
const lastWords = 250;

/**
 * Stops a server: at once when nothing runs, else when running answers have ended, at the latest after `grace`
 * milliseconds, when what still runs is cut and WebSockets are told so by 1001.
 */
export async function stopGracefully(app: FastifyInstance, grace: number): Promise<void> {
  const { server } = app;
  let end: NodeJS.Timeout | undefined;
  const cut = setTimeout(() => {
    app.cutAnswers();
    end = setTimeout(() => server.closeAllConnections(), lastWords);
  }, grace);
  // A connection that is kept alive becomes idle when its answer ends, and nothing else would close it then.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
    clearTimeout(end);
    clearInterval(sweep);
  }
}
