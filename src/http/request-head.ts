import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/**
 * The id of a request: the caller's own `x-request-id` where it is harmless to repeat in headers and logs, so that the
 * logs of both sides can be joined, else a new one.
 */
export function requestIdOf(sent?: string | readonly string[]): string {
  return typeof sent === "string" && /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : randomUUID();
}

/** Whether a request offers to go on as a WebSocket. */
export function offersWebSocket({ upgrade }: IncomingHttpHeaders): boolean {
  return upgrade?.toLowerCase() === "websocket";
}

/**
 * What a 426 says beside its words: the protocol, which is a matter of this connection alone (RFC 9110, sections 7.8
 * and 15.5.22), and its version (RFC 6455, section 4.4). Naming `Connection` takes its end out of Node's hands, so it
 * is said here.
 */
export const webSocketRequired = {
  connection: "upgrade, close",
  upgrade: "websocket",
  "sec-websocket-version": "13",
} as const;

/** Whether an offer of a WebSocket holds its 16 bytes in Base64 (RFC 6455, section 4.1). */
export function hasWebSocketKey(headers: IncomingHttpHeaders): boolean {
  return /^[+/0-9a-z]{22}==$/i.test(headers["sec-websocket-key"] ?? "");
}

/**
 * Fields that a request may have once; of two, Node's parser drops the second, and another program may drop the first.
 */
const onceOnly = ["authorization", "content-length", "content-type", "host", "transfer-encoding"];

/**
 * What could be read in two ways in the head of an HTTP/1 request, in one sentence; undefined where nothing could. It
 * looks at what Node's parser lets pass (RFC 9112, sections 2.5, 3.2 and 6.1); the parser itself refuses the rest, such
 * as folded lines and a length beside a coding.
 *
 * @param rawHeaders names and values in turn, as Node gives them.
 */
export function framingProblem(httpVersion: string, rawHeaders: readonly string[]): string | undefined {
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return "The request must be HTTP/1.1 or HTTP/1.0.";
  const fields = new Map<string, string>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? "";
    if (fields.has(name) && onceOnly.includes(name))
      return `The request has more than one field ${name}. Send it once.`;
    fields.set(name, rawHeaders[index + 1]?.toLowerCase() ?? "");
  }
  const coding = fields.get("transfer-encoding");
  const length = fields.get("content-length");
  if (httpVersion === "1.1" && !fields.has("host")) return "The request has no field Host, which HTTP/1.1 needs.";
  if (coding !== undefined && httpVersion === "1.0") return "HTTP/1.0 has no Transfer-Encoding. Send Content-Length.";
  if (coding !== undefined && coding !== "chunked") return "The only Transfer-Encoding that is understood is chunked.";
  if (coding !== undefined && length !== undefined) return "The request has Content-Length and Transfer-Encoding.";
  const offersSocket = fields.get("upgrade") === "websocket";
  if (offersSocket && (coding ?? length ?? "0") !== "0") return "The handshake of a WebSocket has no body.";
  return undefined;
}

/** So many fields a head may have. Node drops those beyond 2,000 without a word. */
const mostFields = 100;

/** Whether a head has so many fields that it is refused unread. */
export function hasTooManyFields(rawHeaders: readonly string[]): boolean {
  return rawHeaders.length / 2 > mostFields;
}

/** What a program says to such a head. */
export const tooManyFieldsRefusal = {
  code: "headers_too_large",
  message: `The request has more than ${mostFields} header fields.`,
} as const;

/** Whether a body is sent as it is: no `Content-Encoding`, or `identity` alone. */
export function isUncompressed(contentEncoding: string | undefined): boolean {
  return (contentEncoding ?? "").split(",").every((coding) => /^(?:identity)?$/i.test(coding.trim()));
}

/** What a program says to a body in a content coding that it doesn't read (RFC 9110, section 12.5.3). */
export const compressedRefusal = {
  message: "The body has a Content-Encoding that isn't understood. Send it as it is, without that field.",
  headers: { "accept-encoding": "identity" },
} as const;
