import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyRequest } from "fastify";

/** The decorator of a request that holds the visitor's own key; empty where there is none. */
export const visitorKey = "visitorKey";

/**
 * Whom what a request takes counts against, as far as trusted proxies tell where it comes from: its address, of IPv6 the
 * network of one person (2⁶⁴ addresses) and of one customer (2⁸⁰), and the visitor's own key.
 */
export function holdersOf(request: FastifyRequest): readonly string[] {
  const key = request.getDecorator<string>(visitorKey);
  // Otherwise than its type says: a client that has just gone has no address any more.
  const address = request.ip ?? "";
  const holders = new Set([normalizeIP(address, 64), `${normalizeIP(address, 48)}/48`]);
  if (key !== "") holders.add(`key ${key}`);
  return [...holders];
}
