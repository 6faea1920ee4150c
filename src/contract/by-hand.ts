import { documentedRoute } from "./documented-routes.ts";

/**
 * Requests that a person writes wholly by hand: any method, path below the service's `/v1/`, and header fields. The
 * page sends them to the playground's server, below a path of its own, since a browser lets no page choose all of that.
 */
export const byHandPath = "/playground/by-hand";

/** The fields in which the page tells the server which fields and which key a request is to have. */
export const byHandFields = { fields: "x-by-hand-fields", key: "x-by-hand-key" } as const;

export const byHandMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
export type ByHandMethod = (typeof byHandMethods)[number];

/** One header field: its name, its value. */
export type Field = readonly [name: string, value: string];

const [longestName, longestValue] = [100, 4_000];
export const mostFields = 40;
/** All fields together, as JSON: the page tells them in one field, and Node takes 16 KiB of all. */
const longestFields = 8_000;

/** What a request by hand can't have: the key has a place of its own, and these belong to connections and proxies. */
const forbidden: ReadonlySet<string> = new Set([
  ...["authorization", "cookie", "cookie2", "host", "connection", "content-length", "transfer-encoding", "te"],
  ...["trailer", "upgrade", "keep-alive", "expect", "accept-encoding", "forwarded", "via", "http2-settings"],
  ...["x-real-ip", "origin", "referer", "set-cookie"],
]);
const forbiddenStart = /^(?:proxy-|sec-|x-forwarded-|x-by-hand-)/;

/** Why a field can't be sent. */
type FieldFault = "name" | "forbidden" | "value" | "twice" | "long";

/** What is wrong with the fields of a request by hand: the first one that can't be sent; undefined where all can. */
export function faultOfFields(
  fields: readonly Field[],
): { readonly name: string; readonly fault: FieldFault } | undefined {
  const seen = new Set<string>();
  let length = "[]".length;
  for (const [name, value] of fields) {
    const plain = name.toLowerCase();
    length += JSON.stringify([name, value]).length + 1;
    const fault = seen.has(plain) ? "twice" : (faultOf(plain, value) ?? (length > longestFields ? "long" : undefined));
    if (fault !== undefined) return { name, fault };
    seen.add(plain);
  }
  return undefined;
}

function faultOf(name: string, value: string): FieldFault | undefined {
  if (name.length > longestName || !/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) return "name";
  if (forbidden.has(name) || forbiddenStart.test(name)) return "forbidden";
  return isFieldValue(value) ? undefined : "value";
}

/** Whether a text can be the value of a header field. On what can't be one a browser's `fetch` throws. */
export function isFieldValue(value: string): boolean {
  return value.length <= longestValue && /^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/.test(value);
}

/**
 * Whether a target is one plain path below `/v1/` and perhaps a query, which every program reads alike: no `//`, `\`,
 * dot segments, encoded separators, second spelling or fragment, and visible ASCII alone.
 */
export function isBelowBase(target: string): boolean {
  const [, path = ""] = /^(\/v1\/[A-Za-z0-9._~%/-]*)(?:\?[\x21\x22\x24-\x5b\x5d-\x7e]*)?$/.exec(target) ?? [];
  return path !== "" && !path.includes("//") && !/\/\.{1,2}(?:\/|$)/.test(path) && !path.includes("%");
}

/** Whether a request by hand is one of the document's, so that the server's key may pay for it whoever sends it. */
export function isDocumentedByHand(method: string, target: string): boolean {
  const name = documentedRoute(method, target);
  return name !== undefined && name !== "websocket";
}
