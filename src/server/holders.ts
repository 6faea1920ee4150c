import { isIP } from "node:net";
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
  const networks = [networkOf(request, 64), `${networkOf(request, 48)}/48`];
  return { networks, session: session === "" ? undefined : `session ${session}` };
}

/**
 * Where a request comes from, as far as trusted proxies tell: an IPv4 address, or of IPv6 the network whose addresses
 * have so many first bits in common. Empty where no address is told: all of those count as one.
 */
export function networkOf({ ip }: FastifyRequest, bits: 48 | 64): string {
  // Otherwise than its type says: a client that has just gone has no address any more.
  const told = ip ?? "";
  // Some balancers tell the port, too, which is another one for each connection.
  const [, inBrackets, beforePort] = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(told) ?? [];
  const address = inBrackets ?? beforePort ?? told;
  return isIP(address) === 0 ? "" : normalizeIP(address, bits);
}
