import type { FastifyInstance, FastifyRequest } from "fastify";
import { hearing, hearingLanguage, hearingMostBytes, hearingRoutes } from "../../contract/hearing.ts";
import { ProxyError } from "../errors.ts";
import { enter, keyOf } from "../holders.ts";
import { checkMediaType } from "../security/gate.ts";
import { checkProvenOrigin } from "../security/origin.ts";
import type { Service } from "../upstream/services.ts";
import type { Parts } from "./parts.ts";
import { passOn } from "./pass-on.ts";

/**
 * Puts the route into `app` by which the page has written down what is said in a sound, whichever service it came from:
 * the embedded service listens, where there is one. 401 without a session where one is needed, 403 for other sites'
 * pages.
 */
export function addHearingRoute(
  app: FastifyInstance,
  { configuration: { publicUrl }, embedded, sessions, limits }: Parts,
): void {
  function listener(): Service {
    if (embedded !== undefined) return embedded;
    throw new ProxyError(404, "not_found", "Nothing here recognises speech: this playground has no embedded service.");
  }

  app.post(
    hearingRoutes.playground.path,
    {
      bodyLimit: hearingMostBytes,
      // Before the body is read.
      async onRequest(request) {
        checkProvenOrigin(request.raw.headers, publicUrl);
        checkMediaType(request, hearing.mediaType);
        enter(request, await sessions.accessFor(request.raw.headers, listener()));
      },
    },
    (request, reply) =>
      passOn(request, reply, listener().upstream, limits, {
        method: "POST",
        target: hearingRoutes.service.path + languageIn(request),
        mediaType: hearing.mediaType,
        apiKey: keyOf(request),
        keyOwner: sessions.keyOwner,
        body: Buffer.isBuffer(request.body) ? request.body : undefined,
        // As much work as speaking.
        answerTime: limits.speechAnswerTime,
      }),
  );
}

/** @throws {ProxyError} 400 for a language that can't be one. */
function languageIn({ raw }: FastifyRequest): string {
  const language = new URLSearchParams((raw.url ?? "").split("?")[1]).get("language");
  if (language === null) return "";
  if (hearingLanguage.test(language)) return `?language=${language}`;
  throw new ProxyError(400, "bad_request", "language must be two or three small letters, such as en.");
}
