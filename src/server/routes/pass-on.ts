import type { FastifyReply, FastifyRequest } from "fastify";
import type { Limits } from "../limits.ts";
import { answerPolicy } from "../security/headers.ts";
import { forwardedRequestHeaders } from "../upstream/headers.ts";
import { ClientGone, relay } from "../upstream/relay.ts";
import type { Upstream, UpstreamRequest } from "../upstream/upstream.ts";

interface PassedRequest extends Omit<UpstreamRequest, "headers"> {
  /** Whether a browser must save the answer, whatever the service says of it. */
  readonly asDownload?: boolean;
  /** What a posted body is; JSON when absent. */
  readonly mediaType?: string;
  /** Header fields that a person wrote; they take the place of those that the page's request has. */
  readonly fields?: readonly (readonly [name: string, value: string])[];
}

/** Asks the service in a visitor's place, and passes its answer on as it comes. */
export async function passOn(
  request: FastifyRequest,
  reply: FastifyReply,
  upstream: Upstream,
  limits: Limits,
  { asDownload = false, mediaType = "application/json", fields, ...asked }: PassedRequest,
): Promise<void> {
  // Without a prototype any name is one of a field, also `__proto__`.
  const headers: Record<string, string> = Object.assign(
    Object.create(null),
    forwardedRequestHeaders(request.raw.headers),
    { "x-request-id": request.id },
  );
  // What a person wrote goes out as the page shows it.
  if (asked.body !== undefined || (asked.method === "POST" && fields === undefined))
    headers["content-type"] = mediaType;
  for (const [name, value] of fields ?? []) headers[name.toLowerCase()] = value;
  try {
    await relay(upstream, { ...asked, headers }, reply.raw, {
      limits,
      asDownload,
      onHead() {
        reply.hijack();
        reply.raw.setHeader("content-security-policy", answerPolicy);
        reply.raw.setHeader("cache-control", "no-store");
      },
      onBroken: (error) => request.log.warn({ err: error }, "the service's answer broke off"),
    });
  } catch (error) {
    if (error instanceof ClientGone) {
      reply.hijack();
      return;
    }
    // A request that costs may have been begun, so no client library should send it again by itself.
    if (asked.method === "POST") reply.header("x-should-retry", "false");
    throw error;
  }
}
