import type { ServerResponse } from "node:http";
import type { Difference } from "./differences.ts";

/** What a service answers to one request. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Says whether a difference holds. */
export type Differs = (difference: Difference) => boolean;

/** An answer of JSON. */
export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(value) };
}

/** An error in this service's words; what the request got wrong stands in `where`. */
export function refusal(status: number, message: string, differs: Differs, where?: string): Answer {
  if (!differs("unusual_errors")) return json(status, { error: { message, type: "error", param: where ?? null } });
  if (status === 422) return json(422, { detail: [{ loc: ["body", where], msg: message, type: "value_error" }] });
  if (status >= 500) {
    const head = `<head><title>${message}</title></head>`;
    const body = `<!doctype html><html>${head}<body><script>alert(1)</script></body></html>`;
    return { status, headers: { "content-type": "text/html" }, body };
  }
  return { status, headers: { "content-type": "text/plain" }, body: message };
}

/** A refusal to be asked so often; how long to wait is said in this service's way. */
export function tooMany(seconds: number, differs: Differs): Answer {
  const retryAfter = differs("retry_after_date")
    ? new Date(Date.now() + seconds * 1_000).toUTCString()
    : String(seconds);
  const { headers, ...others } = refusal(429, "Slow down, please.", differs);
  return { ...others, headers: { ...headers, "retry-after": retryAfter } };
}

/** Sound as this service sends it, with ranges of one part (RFC 9110, section 14). */
export function sound(bytes: Uint8Array, mediaType: string, range: string | undefined, differs: Differs): Answer {
  const headers = {
    "content-type": differs("untyped_audio") ? "application/octet-stream" : mediaType,
    "accept-ranges": "bytes",
  };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? "") ?? [];
  if (first === undefined) return { status: 200, headers, body: bytes };
  const [start, end] = [Number(first), Math.min(Number(last || bytes.length - 1), bytes.length - 1)];
  if (start > end) return { status: 416, headers: { "content-range": `bytes */${bytes.length}` } };
  const contentRange = `bytes ${start}-${end}/${bytes.length}`;
  return { status: 206, headers: { ...headers, "content-range": contentRange }, body: bytes.subarray(start, end + 1) };
}

/** Writes `answer` as the differences say. */
export async function write(
  method: string,
  response: ServerResponse,
  { status, headers = {}, body = "" }: Answer,
  differs: Differs,
): Promise<void> {
  const named = differs("shouted_headers")
    ? { ...shouted(headers), "X-TRACE": "of no use", VIA: "1.1 letter" }
    : { ...headers };
  const bytes = Buffer.from(body);
  if (!differs("unannounced_length")) {
    response.writeHead(status, { ...named, "content-length": bytes.length }).end(bytes);
    return;
  }
  response.writeHead(status, named);
  if (method === "HEAD") {
    response.end();
    return;
  }
  for (let at = 0; at < bytes.length && !response.destroyed; at += oddPiece) {
    await new Promise<void>((written) => response.write(bytes.subarray(at, at + oddPiece), () => written()));
  }
  response.end();
}

/** Parts frames and samples in their middle. */
export const oddPiece = 1_021;

function shouted(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
}
