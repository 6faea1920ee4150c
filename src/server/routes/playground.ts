import type { FastifyInstance } from "fastify";
import type { Engines } from "../../contract/engines.ts";
import { type PlaygroundConfig, playgroundRoutes } from "../../contract/playground.ts";
import type { Configuration } from "../configuration.ts";
import { answerPolicy } from "../security/headers.ts";
import type { Sessions } from "../session/sessions.ts";

/** What the proxy says about itself: never the key, only whether one is there. */
type PlaygroundAnswer = PlaygroundConfig;

/**
 * Puts the routes into `app` that the proxy answers itself.
 *
 * @param askEngines what asks the service which engine speaks which voice; absent for a service that doesn't tell.
 */
export function addPlaygroundRoutes(
  app: FastifyInstance,
  configuration: Configuration,
  sessions: Sessions,
  version: string,
  askEngines: (() => Promise<Engines | undefined>) | undefined,
): void {
  const fixed = { service: configuration.service, version, session: sessions.need };
  const addresses = {
    baseUrl: configuration.baseUrl,
    ...foreignSockets(configuration),
    ...(configuration.contentUrl === undefined ? {} : { contentUrl: configuration.contentUrl }),
    ...(configuration.references === undefined ? {} : { references: configuration.references }),
    ...(configuration.recordings === undefined ? {} : { recordings: configuration.recordings }),
  };
  app.get(playgroundRoutes.config.path, async (request, reply): Promise<PlaygroundAnswer> => {
    reply.headers({ "cache-control": "no-store", "content-security-policy": answerPolicy });
    const hasKey = await sessions.isOpen(request.raw.headers);
    // A visitor with a key must know where it goes; a visitor without the password needn't.
    const engines = hasKey ? await askEngines?.() : undefined;
    return {
      ...{ ...fixed, hasKey },
      ...(hasKey || sessions.need === "key" ? addresses : {}),
      ...(engines === undefined ? {} : { engines }),
      ...(hasKey && configuration.addsVoices ? { addVoices: true } : {}),
    };
  });
  app.route({
    method: ["GET", "HEAD"],
    url: playgroundRoutes.health.path,
    // A load balancer asks by address, and the answer tells nothing.
    config: { openTo: "every_host" },
    handler: (_request, reply) => {
      reply.headers({ "cache-control": "no-store", "content-security-policy": answerPolicy });
      return { status: "ok" };
    },
  });
}

/** Where the service's WebSockets are, unless they are where everybody expects them: at its own host, and as safe. */
function foreignSockets({ baseUrl, webSocketBaseUrl }: Configuration): Pick<PlaygroundConfig, "webSocketBaseUrl"> {
  const expected = new URL(baseUrl.replace(/^http/, "ws")).origin;
  return new URL(webSocketBaseUrl).origin === expected ? {} : { webSocketBaseUrl };
}
