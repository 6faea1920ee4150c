import { setTimeout } from "node:timers/promises";
import rateLimit, { normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod";
import { playgroundRoutes } from "../../contract/playground.ts";
import { type Configuration, keyPattern, longestPassword } from "../configuration.ts";
import { ProxyError } from "../errors.ts";
import type { Limits } from "../limits.ts";
import { checkMediaType } from "../security/gate.ts";
import { answerPolicy } from "../security/headers.ts";
import { isProvenOwnOrigin } from "../security/origin.ts";
import { createAttempts } from "../session/attempts.ts";
import { longestSessionKey, type Sessions } from "../session/sessions.ts";

/** The largest body that opens a session, in bytes. */
const bodyLimit = 8 * 1_024;

const passwordOpener = z.strictObject({ password: z.string().min(1).max(longestPassword) });
const keyOpener = z.strictObject({ apiKey: z.string().trim().max(longestSessionKey).regex(keyPattern) });

/**
 * Puts the routes into `app` that open and end a session: 204 with a `Set-Cookie` field, 400 for a body of another
 * form, 401 for a wrong password, 403 for another site's page, 429 for too many attempts from one address.
 */
export async function addSessionRoutes(
  app: FastifyInstance,
  { publicUrl }: Pick<Configuration, "publicUrl">,
  sessions: Sessions,
  limits: Limits,
): Promise<void> {
  const attempts = createAttempts({
    delay: limits.wrongPasswordDelay,
    longestDelay: limits.longestPasswordDelay,
    wait: setTimeout,
  });
  const headers = { "cache-control": "no-store", "content-security-policy": answerPolicy };

  /** Checks what the visitor gave; returns their key where one is needed. */
  async function admit(request: FastifyRequest): Promise<string | undefined> {
    const given = parse(request.body);
    if (sessions.need === "key") return read(keyOpener, given, '{"apiKey": "…"}').apiKey;
    if (sessions.need === "none_needed") {
      throw new ProxyError(400, "session_not_needed", "This playground needs neither a password nor a key.");
    }
    const { password } = read(passwordOpener, given, '{"password": "…"}');
    const address = addressOf(request);
    await attempts.begin(address);
    if (!sessions.isPassword(password)) {
      request.log.warn({ id: request.id, address }, "wrong password");
      throw new ProxyError(401, "wrong_password", "This isn't the playground's password.");
    }
    attempts.succeed(address);
    return undefined;
  }

  await app.register(rateLimit, {
    global: false,
    keyGenerator: addressOf,
    addHeaders: { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false },
    addHeadersOnExceeding: { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false },
    errorResponseBuilder: (_request, { ttl }) =>
      new ProxyError(429, "too_many_attempts", `Too many attempts. Try again in ${Math.ceil(ttl / 1_000)} seconds.`),
  });
  app.post(
    playgroundRoutes.openSession.path,
    {
      bodyLimit,
      config: { rateLimit: { max: limits.sessionAttempts, timeWindow: 60_000 } },
      async onRequest(request) {
        checkOrigin(request, publicUrl);
        checkMediaType(request);
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
    { bodyLimit, onRequest: async (request) => checkOrigin(request, publicUrl) },
    (_request, reply) =>
      reply
        .code(204)
        .headers({ ...headers, "set-cookie": sessions.end() })
        .send(),
  );
}

/** @throws {ProxyError} 403 unless the browser says that the playground's own page asks. */
function checkOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (isProvenOwnOrigin(request.raw.headers, publicUrl)) return;
  throw new ProxyError(403, "foreign_origin", "Only the playground's own page may send this request.");
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

/** Whom an attempt counts against, as far as trusted proxies tell: an address, or the network of 2⁶⁴ IPv6 addresses that one person has. */
function addressOf(request: FastifyRequest): string {
  return normalizeIP(request.ip, 64);
}
