import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Holders } from "./held-bytes.ts";
import type { Access } from "./session/sessions.ts";

/** The decorators of a request by what its session gives it, an {@link Access}; empty where there is none. */
const [sessionKey, sessionHolder] = ["sessionKey", "sessionHolder"];

export function decorateRequests(app: FastifyInstance): void {
  for (const each of [sessionKey, sessionHolder]) app.decorateRequest(each, "");
}

/** Lets a request in by what its session gives it. */
export function enter(request: FastifyRequest, { key, holder }: Pick<Access, "key" | "holder">): void {
  request.setDecorator(sessionKey, key);
  request.setDecorator(sessionHolder, holder ?? "");
}

/** The key that a request is paid with. */
export function keyOf(request: FastifyRequest): string {
  return request.getDecorator(sessionKey);
}

/**
 * Whom what a request takes counts against, as far as trusted proxies tell where it comes from: its address, of IPv6
 * the network of one person (2⁶⁴ addresses) and of one customer (2⁸⁰), and its session.
 */
export function holdersOf(request: FastifyRequest): Holders {
  const session = request.getDecorator<string>(sessionHolder);
  // Otherwise than its type says: a client that has just gone has no address any more.
  const address = request.ip ?? "";
  const networks = [normalizeIP(address, 64), `${normalizeIP(address, 48)}/48`];
  return { networks, session: session === "" ? undefined : `session ${session}` };
}
