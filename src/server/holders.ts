import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyRequest } from "fastify";
import type { Holders } from "./held-bytes.ts";

/** The decorator of a request that tells its session apart (`Access.holder`). Empty where there is none. */
export const sessionHolder = "sessionHolder";

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
