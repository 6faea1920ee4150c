import { isLoopback } from "../../api/network.ts";
import type { Messages } from "../messages/index.ts";
import type { Trouble } from "./connection.ts";

/**
 * Whether who looks at the page is likely who started its server: it came from this machine. Everybody else can neither
 * start it again nor change its settings, and is told what they can do.
 */
export function isOwner(hostname: string = location.hostname): boolean {
  return isLoopback(hostname);
}

/** That the service refuses the key, and what whoever reads it can do. */
export function refusedKeyText({ models, failure, between }: Messages, owner = isOwner()): string {
  const { unauthorised: remedy } = owner ? failure.remedies : failure.othersRemedies;
  return models.unauthorised + between.sentences + remedy;
}

/** What is wrong with the connection, and what whoever reads it can do. */
export function troubleText({ connection }: Messages, trouble: Trouble, owner = isOwner()): string {
  const forOthers =
    owner || trouble === "offline" || trouble === "embedded_gone" ? undefined : connection.othersTroubles[trouble];
  return forOthers ?? connection.troubles[trouble];
}
