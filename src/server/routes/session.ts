import { setTimeout } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { parseJson } from "../../contract/json.ts";
import { keyPattern } from "../../contract/keys.ts";
import { playgroundRoutes, type SessionOpener } from "../../contract/playground.ts";
import { longestPassword } from "../configuration.ts";
import { ProxyError } from "../errors.ts";
import { checkMediaType } from "../security/gate.ts";
import { answerPolicy } from "../security/headers.ts";
import { checkProvenOrigin } from "../security/origin.ts";
import { addressOf, createAttemptLimits } from "../session/attempt-limits.ts";
import { createAttempts } from "../session/attempts.ts";
import { longestSessionKey } from "../session/sessions.ts";
import { checkKey } from "../upstream/check-key.ts";
import type { Parts } from "./parts.ts";

/** The largest body that opens a session, in bytes. */
const bodyLimit = 8 * 1_024;

const passwordOpener = z.strictObject({ password: z.string().min(1).max(longestPassword) });
const keyOpener = z.strictObject({ apiKey: z.string().trim().max(longestSessionKey).regex(keyPattern) });

/**
 * Puts the routes into `app` that open and end a session: 204 with a `Set-Cookie` field, 400 for a body of another
 * form, 401 for a wrong password or key, 403 for another site's page, 429 for too many attempts, 502 or 504 where the
 * service doesn't say whether it accepts a key.
 */
export async function addSessionRoutes(
  app: FastifyInstance,
  { configuration: { publicUrl }, services, sessions, limits, wallClock }: Parts,
): Promise<void> {
  const attempts = createAttempts({
    delay: limits.wrongPasswordDelay,
    longestDelay: limits.longestPasswordDelay,
    wait: setTimeout,
  });

  const limitAttempts = await createAttemptLimits(app, limits, (address) => attempts.knows(address), wallClock);

  /** Checks what the visitor gave; returns their key where one is needed. */
  async function admit(request: FastifyRequest): Promise<string | undefined> {
    const given = parseJson(String(request.body));
    if (given === undefined) throw new ProxyError(400, "bad_request", "The request's body isn't JSON.");
    if (sessions.need === "none_needed") {
      throw new ProxyError(400, "session_not_needed", "This playground needs neither a password nor a key.");
    }
    const opener: SessionOpener =
      sessions.need === "key"
        ? read(keyOpener, given, '{"apiKey": "…"}')
        : read(passwordOpener, given, '{"password": "…"}');
    const address = addressOf(request);
    await attempts.begin(address);
    const refusal = await refusalOf(opener, request.id);
    if (refusal !== undefined) {
      if (refusal.status === 401) request.log.warn({ id: request.id, address }, refusal.code.replace("_", " "));
      throw refusal;
    }
    attempts.succeed(address);
    return "apiKey" in opener ? opener.apiKey : undefined;
  }

  async function refusalOf(opener: SessionOpener, requestId: string): Promise<ProxyError | undefined> {
    if ("apiKey" in opener) {
      return checkKey(services.all[0].upstream, { apiKey: opener.apiKey, requestId, answerTime: limits.keyCheckTime });
    }
    if (sessions.isPassword(opener.password)) return undefined;
    return new ProxyError(401, "wrong_password", "This isn't the playground's password.");
  }

  function answer(reply: FastifyReply, cookie: string): FastifyReply {
    reply.headers({ "cache-control": "no-store", "content-security-policy": answerPolicy, "set-cookie": cookie });
    return reply.code(204).send();
  }

  app.post(
    playgroundRoutes.openSession.path,
    {
      bodyLimit,
      async onRequest(request) {
        checkProvenOrigin(request.raw.headers, publicUrl);
        checkMediaType(request);
        await limitAttempts(request);
      },
    },
    async (request, reply) => {
      return answer(reply, await sessions.open(await admit(request)));
    },
  );
  app.delete(
    playgroundRoutes.endSession.path,
    { bodyLimit, onRequest: async (request) => checkProvenOrigin(request.raw.headers, publicUrl) },
    async (request, reply) => answer(reply, await sessions.end(request.raw.headers)),
  );
}

/** What the body holds; a refusal names the form that is expected and repeats nothing of what came. */
function read<Opener>(schema: z.ZodType<Opener>, body: unknown, expected: string): Opener {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ProxyError(400, "bad_request", `The request's body must be ${expected}, and nothing else.`);
}
