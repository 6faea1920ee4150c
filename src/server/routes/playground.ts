import type { FastifyInstance } from "fastify";
import { defined } from "../../contract/defined.ts";
import type { Engines } from "../../contract/engines.ts";
import { type PlaygroundConfig, type PlaygroundService, playgroundRoutes } from "../../contract/playground.ts";
import { webSocketsAt } from "../addresses.ts";
import { answerPolicy } from "../security/headers.ts";
import type { ServiceConfiguration } from "../services-file.ts";
import type { Parts } from "./parts.ts";

/**
 * Puts the routes into `app` that the proxy answers itself: never with the key, only whether one is there.
 *
 * @param askEngines what asks the service which engine speaks which voice; absent for a service that doesn't tell.
 */
export function addPlaygroundRoutes(
  app: FastifyInstance,
  { configuration, services, sessions }: Parts,
  version: string,
  askEngines: (() => Promise<Engines | undefined>) | undefined,
): void {
  const fixed = { service: configuration.service, version, session: sessions.need };
  const [usual] = services.all;

  /** What visitors who may speak are told of a service. */
  function tell(
    service: ServiceConfiguration,
    engines: Engines | undefined,
  ): Omit<PlaygroundService, "name" | "colour"> {
    const isEmbedded = service.service === "embedded";
    return {
      service: service.service,
      ...addressesOf(service),
      ...(engines === undefined || !isEmbedded ? {} : { engines }),
      ...(configuration.addsVoices && isEmbedded ? { addVoices: true } : {}),
    };
  }

  app.get(playgroundRoutes.config.path, async (request, reply): Promise<PlaygroundConfig> => {
    reply.headers({ "cache-control": "no-store", "content-security-policy": answerPolicy });
    // A visitor with a key must know where it goes; a visitor without the password needn't.
    if (!(await sessions.isOpen(request.raw.headers))) {
      return { ...fixed, hasKey: false, ...(sessions.need === "key" ? addressesOf(usual) : {}) };
    }
    const engines = await askEngines?.();
    const named = services.all.flatMap((service) => {
      const { name, colour } = service;
      return name === undefined ? [] : [{ name, ...(colour && { colour }), ...tell(service, engines) }];
    });
    return {
      ...{ ...fixed, hasKey: true, ...tell(usual, engines), ...defined({ shareHours: configuration.shareHours }) },
      // One alone is as if it had no name.
      ...(named.length < 2 ? {} : { services: named }),
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

function addressesOf(service: ServiceConfiguration): Pick<PlaygroundConfig, AddressName> {
  const { baseUrl, contentUrl, references, recordings } = service;
  return { baseUrl, ...foreignSockets(service), ...defined({ contentUrl, references, recordings }) };
}

type AddressName = "baseUrl" | "webSocketBaseUrl" | "contentUrl" | "references" | "recordings";

/** Where the service's WebSockets are, unless they are where everybody expects them: at its own host, and as safe. */
function foreignSockets({
  baseUrl,
  webSocketBaseUrl,
}: ServiceConfiguration): Pick<PlaygroundConfig, "webSocketBaseUrl"> {
  const expected = new URL(webSocketsAt(baseUrl)).origin;
  return new URL(webSocketBaseUrl).origin === expected ? {} : { webSocketBaseUrl };
}
