import type { FastifyRequest } from "fastify";
import { playgroundRoutes } from "../../contract/playground.ts";
import { routes } from "../../contract/routes.ts";
import { ProxyError } from "../errors.ts";
import type { Limits } from "../limits.ts";
import { type HostRules, isHostAllowed } from "./hosts.ts";
import { isOwnOrigin } from "./origin.ts";
import { isPlainTarget } from "./target.ts";

/**
 * What every request must pass before any route sees it.
 *
 * @throws {ProxyError} 400, 421, 431 or, for anything but the page's files, 403 when another site's page asks. An offer
 *   of a WebSocket must say that the playground's page makes it, since browsers let every page make one, and is 404
 *   anywhere but on its route.
 */
export function checkRequest(request: FastifyRequest, rules: HostRules, limits: Limits): void {
  const { raw } = request;
  const target = raw.url ?? "";
  if (!isPlainTarget(target)) throw new ProxyError(400, "bad_target", "The address of the request isn't a plain path.");
  checkFraming(raw);
  if (raw.rawHeaders.length / 2 > limits.headerFields) {
    throw new ProxyError(431, "headers_too_large", `The request has more than ${limits.headerFields} header fields.`);
  }
  const path = target.split("?", 1)[0] ?? "";
  // A load balancer asks by address, and the answer tells nothing.
  if (path !== playgroundRoutes.health.path) checkHost(request, rules);
  const offersSocket = raw.headers.upgrade?.toLowerCase() === "websocket";
  const isOwn = isOwnOrigin(raw.headers, rules.publicUrl) && !(offersSocket && raw.headers.origin === undefined);
  if ((path.startsWith("/v1/") || path.startsWith("/playground/") || offersSocket) && !isOwn) {
    throw new ProxyError(403, "foreign_origin", "Only the playground's own page may send this request.");
  }
  if (offersSocket && (raw.method !== routes.websocket.method || path !== routes.websocket.path)) {
    throw new ProxyError(404, "not_found", "There is no WebSocket at this address.");
  }
}

/** Refuses what two programs in a row could read differently, and what Node's parser is lenient about. */
function checkFraming({ headers, httpVersion }: FastifyRequest["raw"]): void {
  const coding = headers["transfer-encoding"]?.toLowerCase();
  const isKnown = httpVersion === "1.1" || httpVersion === "1.0";
  if (isKnown && (coding === undefined || (coding === "chunked" && httpVersion === "1.1"))) return;
  throw new ProxyError(400, "bad_request", "The request isn't valid HTTP.", { headers: { connection: "close" } });
}

function checkHost(request: FastifyRequest, rules: HostRules): void {
  const { raw } = request;
  const sentOnce = raw.headersDistinct["host"]?.length === 1;
  if (!sentOnce || !isHostAllowed(raw.headers.host, raw.socket.localPort, rules)) {
    throw new ProxyError(
      421,
      "host_not_allowed",
      "This playground doesn't answer under this host name. Whoever runs it can add the name to ALLOWED_HOSTS.",
    );
  }
}

/** @throws {ProxyError} 415 unless the body is plain `application/json`; a form of another site can't send that. */
export function checkMediaType(request: FastifyRequest): void {
  const type = request.headers["content-type"];
  const encoding = request.headers["content-encoding"] ?? "identity";
  if (type === undefined || !/^application\/json\s*(?:;|$)/i.test(type) || encoding.toLowerCase() !== "identity") {
    throw new ProxyError(415, "unsupported_media_type", "The request must have the content type application/json.");
  }
}
