import type { IncomingHttpHeaders } from "node:http";
import { hasWebSocketKey, webSocketRequired } from "../../http/request-head.ts";
import { ProxyError } from "../errors.ts";

/**
 * Checks what makes an offer a WebSocket's handshake (RFC 6455, section 4.2.1) before anyone is bothered with it.
 *
 * @throws {ProxyError} 400, or 426 when it speaks another version.
 */
export function checkHandshake(headers: IncomingHttpHeaders): void {
  if (headers["sec-websocket-version"] !== "13") {
    throw upgradeRequired("The playground speaks version 13 of WebSocket.");
  }
  if (!hasWebSocketKey(headers)) {
    throw new ProxyError(400, "bad_request", "Sec-WebSocket-Key is missing or isn't 16 bytes in Base64.");
  }
}

/** What an ordinary request to a WebSocket's address is told. */
export function upgradeRequired(message = "This address is a WebSocket."): ProxyError {
  return new ProxyError(426, "upgrade_required", message, { headers: webSocketRequired });
}

/**
 * The query that goes to the service, built anew from the one value of `model`; nothing else of the query is passed on.
 *
 * @param target the request's path and query
 * @throws {ProxyError} 400 unless there is exactly one model.
 */
export function modelQuery(target: string): string {
  const start = target.indexOf("?");
  const models = new URLSearchParams(start === -1 ? "" : target.slice(start)).getAll("model");
  const [model = ""] = models;
  const isReadable = /^[^\p{Cc}\ufffd]{1,200}$/u.test(model);
  if (models.length !== 1 || !isReadable) {
    throw new ProxyError(400, "bad_request", "The address must name exactly one model.");
  }
  return `?model=${encodeURIComponent(model)}`;
}
