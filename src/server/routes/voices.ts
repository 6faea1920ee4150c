import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { engineRoutes } from "../../contract/engines.ts";
import { isJsonObject } from "../../contract/json.ts";
import { playgroundRoutes } from "../../contract/playground.ts";
import { ProxyError } from "../errors.ts";
import { enter, keyOf } from "../holders.ts";
import { checkMediaType } from "../security/gate.ts";
import { checkProvenOrigin } from "../security/origin.ts";
import type { Service } from "../upstream/services.ts";
import type { Parts } from "./parts.ts";
import { passOn } from "./pass-on.ts";

/** The largest body that asks for a change, in bytes. */
const bodyLimit = 1_024;

/**
 * Puts the routes into `app` by which the page brings natural voices to the machine of the embedded service: 401
 * without a session where one is needed, 403 for other sites' pages and where whoever runs the playground doesn't let
 * visitors do it.
 */
export function addVoiceRoutes(
  app: FastifyInstance,
  { configuration: { addsVoices, publicUrl }, embedded, sessions, limits }: Parts,
): void {
  function allowed(): Service {
    if (addsVoices && embedded !== undefined) return embedded;
    throw new ProxyError(
      403,
      "voices_not_allowed",
      "Natural voices can't be added from this page. Whoever runs the playground can, by npm run voices, or let " +
        "its visitors do it by PLAYGROUND_ADD_VOICES=yes.",
    );
  }

  const admit = async (request: FastifyRequest): Promise<void> =>
    enter(request, await sessions.accessFor(request.raw.headers, allowed()));

  const pass = (request: FastifyRequest, reply: FastifyReply, method: "GET" | "POST", target: string) =>
    passOn(request, reply, allowed().upstream, limits, {
      method,
      target,
      apiKey: keyOf(request),
      keyOwner: sessions.keyOwner,
      body: Buffer.isBuffer(request.body) ? request.body : undefined,
      answerTime: limits.answerTime,
    });

  app.get(playgroundRoutes.voiceModels.path, { onRequest: admit }, (request, reply) =>
    pass(request, reply, "GET", engineRoutes.voiceModels.path),
  );
  app.get(playgroundRoutes.voiceSample.path.replace("{name}", ":name"), { onRequest: admit }, (request, reply) =>
    pass(request, reply, "GET", engineRoutes.voiceSample.path.replace("{name}", nameIn(request))),
  );
  app.post(
    playgroundRoutes.changeVoiceModels.path,
    {
      bodyLimit,
      // Before the body is read.
      async onRequest(request) {
        checkProvenOrigin(request.raw.headers, publicUrl);
        checkMediaType(request);
        await admit(request);
      },
    },
    (request, reply) => pass(request, reply, "POST", engineRoutes.changeVoiceModels.path),
  );
}

/** @throws {ProxyError} 404 for what can't be a model's name. */
function nameIn({ params }: FastifyRequest): string {
  const name = isJsonObject(params) ? String(params["name"]) : "";
  if (/^\w[\w.-]{0,99}$/.test(name)) return name;
  throw new ProxyError(404, "not_found", "There is no such model.");
}
