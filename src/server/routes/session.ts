import { setTimeout } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod";
import { keyPattern } from "../../contract/keys.ts";
import { playgroundRoutes, type SessionOpener } from "../../contract/playground.ts";
import { type Configuration, longestPassword } from "../configuration.ts";
import { ProxyError } from "../errors.ts";
import type { Limits } from "../limits.ts";
import { checkMediaType } from "../security/gate.ts";
import { answerPolicy } from "../security/headers.ts";
import { checkProvenOrigin } from "../security/origin.ts";
import { addressOf, createAttemptLimits } from "../session/attempt-limits.ts";
import { createAttempts } from "../session/attempts.ts";
import { longestSessionKey, type Sessions } from "../session/sessions.ts";
import { checkKey } from "../upstream/check-key.ts";
import type { Upstream } from "../upstream/upstream.ts";

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
  { publicUrl }: Pick<Configuration, "publicUrl">,
  upstream: Upstream,
  sessions: Sessions,
  limits: Limits,
): Promise<void> {
  const attempts = createAttempts({
    delay: limits.wrongPasswordDelay,
    longestDelay: limits.longestPasswordDelay,
    wait: setTimeout,
  });
  const headers = { "cache-control": "no-store", "content-security-policy": answerPolicy };

  const limitAttempts = await createAttemptLimits(app, limits, (address) => attempts.knows(address));

  /** Checks what the visitor gave; returns their key where one is needed. */
  async function admit(request: FastifyRequest): Promise<string | undefined> {
    const given = parse(request.body);
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
      return checkKey(upstream, { apiKey: opener.apiKey, requestId, answerTime: limits.keyCheckTime });
    }
    if (sessions.isPassword(opener.password)) return undefined;
    return new ProxyError(401, "wrong_password", "This isn't the playground's password.");
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
      const cookie = await sessions.open(await admit(request));
      return reply
        .code(204)
        .headers({ ...headers, "set-cookie": cookie })
        .send();
    },
  );
  app.delete(
    playgroundRoutes.endSession.path,
    { bodyLimit, onRequest: async (request) => checkProvenOrigin(request.raw.headers, publicUrl) },
    async (request, reply) => {
      const cookie = await sessions.end(request.raw.headers);
      return reply
        .code(204)
        .headers({ ...headers, "set-cookie": cookie })
        .send();
    },
  );
}

function parse(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    throw new ProxyError(400, "bad_request", "The request's body isn't JSON.");
  }
}

/** What the body holds; a refusal names the form that is expected and repeats nothing of what came. */
function read<Opener>(schema: z.ZodType<Opener>, body: unknown, expected: string): Opener {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ProxyError(400, "bad_request", `The request's body must be ${expected}, and nothing else.`);
}
