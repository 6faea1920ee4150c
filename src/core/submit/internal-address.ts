import ipaddr from "ipaddr.js";
import { heardAt } from "../sound/reference-sound.ts";

/** The block of IPv6 that public addresses are given out from (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Names that no resolver of the internet knows. */
const innerNames =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|lan|home|home\.arpa|test|invalid)$/i;

/**
 * Whether a host, as `URL.hostname` gives it, can be reached from elsewhere, as far as its name tells: no address with
 * a purpose of its own (loopback, private, link-local, an IPv4 address inside an IPv6 one, …) and no name of a local
 * network. What a public name resolves to isn't known here.
 */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");
  if (!ipaddr.isValid(host)) return host.includes(".") && !innerNames.test(host);
  const address = ipaddr.process(host);
  return address.range() === "unicast" && (address instanceof ipaddr.IPv4 || address.match(globalUnicast));
}

/**
 * Whether hearing the recording at `address` makes the browser ask an address on its own device or inside its network.
 * The playground itself may be there, and isn't meant: its samples are its own.
 *
 * @param recordings the address below which the service fetches them and visitors' own; undefined where it can't.
 * @param page an address of the page itself.
 */
export function isInternalAddress(address: string, recordings: string | undefined, page: string): boolean {
  const heard = heardAt(address, recordings, page);
  if (!URL.canParse(heard)) return false;
  const { protocol, hostname, origin } = new URL(heard);
  return /^https?:$/.test(protocol) && origin !== new URL(page).origin && !isPublicHost(hostname);
}
