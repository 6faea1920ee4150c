import { isAtEndpoint, isPathOf, type RouteName, routes } from "./routes.ts";

/** The documented routes in the order in which they are offered: what speaks first. */
export const routeNames = [
  "speech",
  "tasks",
  "websocket",
  "models",
  "task",
  "content",
  "contentHead",
  "timestamps",
  "systemone",
] as const satisfies readonly RouteName[];

/** A query as it stands in an address: visible ASCII without `#`, which would end it, and what URL parsers encode. */
const plainQuery = /^[!$-;=?-~]*$/;

/**
 * The documented route (section 4) that a request goes to; undefined for every other address, however it is spelt. Only
 * a file's address has a query of its own, a WebSocket's names one model. What came from a file, an older version or an
 * answer is asked this before it becomes an address.
 */
export function documentedRoute(method: string, path: string): RouteName | undefined {
  const [plain = "", ...rest] = path.split("?");
  const query = rest.length === 0 ? undefined : rest.join("?");
  const name = routeNames.find((each) => routes[each].method === method && isPathOf(routes[each].path, plain));
  if (name === "websocket") return isAtEndpoint({ endpoint: name, path }) ? name : undefined;
  const hasFile = name === "content" || name === "contentHead";
  return query === undefined || (hasFile && plainQuery.test(query)) ? name : undefined;
}

/**
 * A query that a person wrote, as it stands in an address: what none could hold is percent-encoded, the rest stays byte
 * for byte.
 */
export function plainQueryOf(query: string): string {
  return query.replace(/\p{Cs}/gu, "\ufffd").replace(/[^!$-;=?-~]/gu, encodeURIComponent);
}
