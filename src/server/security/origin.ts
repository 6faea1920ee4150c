import type { IncomingHttpHeaders } from "node:http";
import { ProxyError } from "../errors.ts";

/**
 * Whether a request comes from the playground's own page, or from no page at all (an address typed by hand, a
 * program). Browsers tell by `Sec-Fetch-Site`; older ones, and every cross-origin POST, by `Origin`. The scheme counts
 * where `publicUrl` tells it; elsewhere it is left out of the comparison, because TLS may end in front of this program.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (host === undefined || !/^https?:\/\/[^/?#@\\]+$/i.test(origin) || !URL.canParse(origin)) return false;
  const sent = new URL(origin);
  const own = `${sent.protocol}//${host}`;
  if (!URL.canParse(own) || new URL(own).host !== sent.host) return false;
  return publicUrl === undefined || sent.host !== new URL(publicUrl).host || sent.origin === publicUrl;
}

/**
 * @throws {ProxyError} 403 unless the browser itself says that the playground's own page asks; what says nothing about
 *   it doesn't do.
 */
export function checkProvenOrigin(headers: IncomingHttpHeaders, publicUrl: string | undefined): void {
  const isProven = headers.origin !== undefined || headers["sec-fetch-site"] === "same-origin";
  if (!isProven || !isOwnOrigin(headers, publicUrl)) throw foreignOrigin();
}

export function foreignOrigin(): ProxyError {
  return new ProxyError(403, "foreign_origin", "Only the playground's own page may send this request.");
}
