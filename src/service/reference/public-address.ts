import ipaddr from "ipaddr.js";

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
