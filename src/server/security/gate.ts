import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import { routes } from "../../contract/routes.ts";
import {
  compressedRefusal,
  framingProblem,
  hasTooManyFields,
  isUncompressed,
  offersWebSocket,
  tooManyFieldsRefusal,
} from "../../http/request-head.ts";
import { ProxyError } from "../errors.ts";
import { type HostRules, isHostAllowed } from "./hosts.ts";
import { foreignOrigin, isOwnOrigin } from "./origin.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who may ask beside the playground's own page: pages of other sites, or those and anybody under any host name. */
    openTo?: "every_site" | "every_host";
    /** What a browser may want the answer for (`Sec-Fetch-Dest`), where it isn't data and sound. */
    destinations?: ReadonlySet<string>;
    /** Whether an address of the route that carries a signature is a capability by itself (section 5). */
    opensBySignature?: boolean;
  }
}

/**
 * What every request must pass before the route sees it that the router has found for it. Where nothing was found, the
 * rules are those of a route that is open to nobody else.
 *
 * @throws {ProxyError} 400, 421, 431 or, where the route isn't open to them, 403 when another site's page asks, or a
 *   browser that would run or show the answer. An offer of a WebSocket must say that the playground's page makes it,
 *   since browsers let every page make one, and is 404 anywhere but on its route.
 */
export function checkRequest(request: FastifyRequest, rules: HostRules): void {
  const { raw } = request;
  const target = raw.url ?? "";
  if (!isPlainTarget(target)) throw new ProxyError(400, "bad_target", "The address of the request isn't a plain path.");
  checkFraming(raw);
  if (hasTooManyFields(raw.rawHeaders)) {
    throw new ProxyError(431, tooManyFieldsRefusal.code, tooManyFieldsRefusal.message);
  }
  const { config, url } = request.routeOptions;
  if (config.openTo !== "every_host") checkHost(request, rules);
  const offersSocket = offersWebSocket(raw.headers);
  const isOwn = isOwnOrigin(raw.headers, rules.publicUrl) && !(offersSocket && raw.headers.origin === undefined);
  const isLink = isSignedLink(request);
  if ((config.openTo === undefined || offersSocket) && !isOwn && !isLink) throw foreignOrigin();
  if (config.openTo === undefined && !request.is404) {
    checkDestination(raw.headers, isLink ? linkDestinations : config.destinations);
  }
  if (offersSocket && url !== routes.websocket.path) {
    throw new ProxyError(404, "not_found", "There is no WebSocket at this address.");
  }
}

/**
 * Whether a request target is one plain absolute path and perhaps a query, with nothing that two programs could read
 * differently: no absolute form, `//`, `\`, dot segments, parameters (`;`), encoded separators or dots, double
 * encoding, second spelling of a character, fragment, or anything but visible ASCII.
 */
export function isPlainTarget(target: string): boolean {
  const end = target.indexOf("?");
  const path = end === -1 ? target : target.slice(0, end);
  const query = end === -1 ? "" : target.slice(end + 1);
  return (
    /^\/[A-Za-z0-9._~%/-]*$/.test(path) &&
    !path.includes("//") &&
    !/(?:^|\/)\.{1,2}(?:\/|$)/.test(path) &&
    !/%(?:2f|5c|25|[01][0-9a-f]|7f)/i.test(path) &&
    isSpelledOnce(path) &&
    /^[\x21\x22\x24-\x5b\x5d-\x7e]*$/.test(query)
  );
}

/**
 * Whether only what must be encoded is, in the one spelling that RFC 3986, section 6.2.2, prefers. Of a character that
 * needn't be encoded, `decodeURI` takes the encoding away and `encodeURI` doesn't bring it back; of `:` and its like,
 * `decodeURI` leaves the encoding and `encodeURI` doubles it.
 */
function isSpelledOnce(path: string): boolean {
  try {
    return encodeURI(decodeURI(path)) === path;
  } catch {
    return false;
  }
}

/**
 * Whether a request's address carries an access signature: whoever has it may open it, from anywhere and without a key,
 * and the service judges the signature.
 */
export function isSignedLink({ raw, routeOptions }: FastifyRequest): boolean {
  const query = (raw.url ?? "").split("?")[1];
  return routeOptions.config.opensBySignature === true && new URLSearchParams(query).has("signature");
}

/** What the page asks for: nothing that runs or is shown. Of Firefox, an offer of a WebSocket says `empty`. */
const dataDestinations: ReadonlySet<string> = new Set(["empty", "audio", "video", "websocket"]);

/** A link may be opened as a page, too: it is answered as a download. */
const linkDestinations: ReadonlySet<string> = new Set([...dataDestinations, "document"]);

/**
 * Refuses browsers that would take an answer for a script, a style, a document or the like. Programs and old browsers
 * say nothing of it, and neither does any over plain http from another machine.
 */
function checkDestination(headers: IncomingHttpHeaders, allowed: ReadonlySet<string> = dataDestinations): void {
  const destination = headers["sec-fetch-dest"] ?? "empty";
  if (allowed.has(String(destination)) && headers["service-worker"] === undefined) return;
  throw new ProxyError(
    403,
    "destination_not_allowed",
    "This address gives data and sound to the playground's page. " +
      "A browser can't run it as a script or open it as a page.",
  );
}

/** Refuses what two programs in a row could read differently, and what Node's parser is lenient about. */
function checkFraming({ httpVersion, rawHeaders }: FastifyRequest["raw"]): void {
  const problem = framingProblem(httpVersion, rawHeaders);
  if (problem === undefined) return;
  throw new ProxyError(400, "bad_request", problem, { headers: { connection: "close" } });
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

/** @throws {ProxyError} 415 unless the body is plain and of the type `wanted`, which no form of another site sends. */
export function checkMediaType(request: FastifyRequest, wanted = "application/json"): void {
  const [type = ""] = request.headers["content-type"]?.split(";", 1) ?? [];
  if (!isUncompressed(request.headers["content-encoding"])) {
    throw new ProxyError(415, "unsupported_media_type", compressedRefusal.message, {
      headers: compressedRefusal.headers,
    });
  }
  if (type.trimEnd().toLowerCase() !== wanted) {
    throw new ProxyError(415, "unsupported_media_type", `The request must have the content type ${wanted}.`);
  }
}
