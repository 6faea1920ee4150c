import { isIP } from "node:net";

const hostPattern = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::(\d{1,5}))?$/;

/** Whether an address or name means this machine alone; an IPv6 address with brackets or without. */
export function isLoopback(host: string): boolean {
  const name = withoutBrackets(host.toLowerCase());
  return name === "localhost" || name === "::1" || (isIP(name) === 4 && name.startsWith("127."));
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}

/**
 * Whether browsers take a page under this `Host` header for trustworthy (W3C Secure Contexts, section 3.1): on this
 * machine, or by https, which is known of the public address alone.
 */
export function isTrustworthy(header: string | undefined, publicUrl: string | undefined): boolean {
  const host = header?.toLowerCase() ?? "";
  const address = `https://${host}`;
  if (publicUrl?.startsWith("https:") && URL.canParse(address)) {
    if (new URL(address).host === new URL(publicUrl).host) return true;
  }
  return isLoopback(hostPattern.exec(host)?.[1] ?? "");
}

/** Whether `entry` can stand in ALLOWED_HOSTS: a name or address, with a port or without. */
export function isHostEntry(entry: string): boolean {
  return hostPattern.test(entry);
}

export interface HostRules {
  /** `name` (any port) or `name:port`. */
  readonly allowedHosts: readonly string[];
  /** Whether the program listens beyond loopback. */
  readonly open: boolean;
  /** The origin under which browsers reach the playground, where it is known. */
  readonly publicUrl: string | undefined;
}

/**
 * Decides whether a `Host` header means this playground. A name that isn't known could be an attacker's that has been
 * made to resolve to this machine (DNS rebinding). An address can't, so any address will do once the program listens to
 * the network at all.
 */
export function isHostAllowed(header: string | undefined, localPort: number | undefined, rules: HostRules): boolean {
  const match = hostPattern.exec(header?.toLowerCase() ?? "");
  const name = match?.[1];
  const port = Number(match?.[2] ?? 80);
  if (name === undefined || port > 65_535) return false;
  if (isLoopback(name) && port === localPort) return true;
  if (rules.open && isIP(withoutBrackets(name)) !== 0) return true;
  return rules.allowedHosts.includes(name) || (match !== null && rules.allowedHosts.includes(match[0]));
}
