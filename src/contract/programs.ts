/** What the two programs have in common beside the interface, since neither may import the other. */

/** The levels of a program's log, from few lines to many. */
export const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** The largest request body in bytes: 500,000 characters (section 8) that are each escaped as `\ud83d\ude00` are 6 MB. */
export const largestBody = 8 * 1024 * 1024;

/** The `x-request-id` that a client sent, where it is harmless to repeat in headers and logs; undefined elsewhere. */
export function harmlessRequestId(sent: string | readonly string[] | undefined): string | undefined {
  return typeof sent === "string" && /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : undefined;
}

/** Fields that a request may have once; of two, Node's parser drops the second, and another program may drop the first. */
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

/** Whether a body is sent as it is: no `Content-Encoding`, or `identity` alone. */
export function isUncompressed(contentEncoding: string | undefined): boolean {
  return (contentEncoding ?? "").split(",").every((coding) => /^(?:identity)?$/i.test(coding.trim()));
}

/** What a program says to a body in a content coding that it doesn't read (RFC 9110, section 12.5.3). */
export const compressedRefusal = {
  message: "The body has a Content-Encoding that isn't understood. Send it as it is, without that field.",
  headers: { "accept-encoding": "identity" },
} as const;

/** A configuration that a program can't start with: one line that names the variable and the remedy, and never a secret. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}
