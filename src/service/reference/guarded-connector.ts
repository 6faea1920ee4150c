import { type LookupAddress, type LookupOptions, lookup as systemLookup } from "node:dns";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { buildConnector } from "undici";
import { connectorOf } from "../../http/connector.ts";
import { ReferenceUnusableError } from "./unusable.ts";

type AddressesCallback = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;
/** Resolves a host name to all of its addresses; Node's own `lookup` by default. */
type ResolveHost = (hostname: string, options: { readonly all: true }, callback: AddressesCallback) => void;

/** Where connections may go; for tests, whose servers are all on loopback. */
export interface AddressRules {
  readonly resolveHost?: ResolveHost;
  readonly isPublic?: (address: string) => boolean;
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number | undefined,
) => void;

/**
 * A connector for undici that opens connections to public addresses only. The addresses that are checked are those that
 * the socket is given, so that a name can't resolve to one thing for the check and to another for the connection. One
 * address that isn't public refuses the whole name.
 */
export function guardedConnector(
  timeout: number,
  { resolveHost = systemLookup, isPublic = isPublicAddress }: AddressRules = {},
): buildConnector.connector {
  const connect = connectorOf({
    timeout,
    lookup: (hostname: string, options: LookupOptions, callback: LookupCallback) => {
      resolveHost(hostname, { all: true }, (error, addresses) => {
        const [first] = addresses ?? [];
        if (error !== null) callback(error, []);
        else if (first === undefined || !addresses.every(({ address }) => isPublic(address))) {
          callback(new ReferenceUnusableError("address"), []);
        } else if (options.all === true) callback(null, addresses);
        else callback(null, first.address, first.family);
      });
    },
  });
  return (options, callback) => {
    // A socket looks nothing up for a host that is an address already.
    const host = options.hostname.replace(/^\[(.*)\]$/, "$1");
    if (isIP(host) !== 0 && !isPublic(host)) callback(new ReferenceUnusableError("address"), null);
    else connect(options, callback);
  };
}

/** The block of IPv6 that public addresses are given out from (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Public by their number, but answered by the cloud platform itself on its own machines. */
const platformAddresses: ReadonlySet<string> = new Set(["168.63.129.16"]);

/**
 * Whether an IP address, as a resolver or a URL gives it, belongs to the public internet. Everything with a purpose of
 * its own is refused: loopback, private, link-local with the metadata services, shared (CGNAT), multicast, reserved and
 * unspecified addresses, and the IPv6 forms that carry an IPv4 address (mapped, compatible, 6to4, NAT64, Teredo), whose
 * traffic may end at any of those. What isn't an address in its usual spelling is refused, too.
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) {
    return ipaddr.IPv4.parse(address).range() === "unicast" && !platformAddresses.has(address);
  }
  if (!ipaddr.IPv6.isValid(address) || address.includes("%")) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.range() === "unicast" && parsed.match(globalUnicast);
}
