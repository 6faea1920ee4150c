import type { IncomingHttpHeaders } from "node:http";
import { ProxyError } from "../errors.ts";
import { echoMask, type Mask, secretMask } from "./mask.ts";
import { createSoundMask, saysSound } from "./sound.ts";

/** Whose key pays for a request: a refusal is passed on only to whom the key belongs. */
export type KeyOwner = "server" | "visitor";

/**
 * The codings that browsers undo, and lists of several; Firefox finds them among other words, too. Under anything else,
 * or nothing, a body is as it was written.
 */
const compressed = /\b(?:gzip|compress|deflate|br|zstd|dcb|dcz)\b|,/;

/** Answers of the service that are never passed on, over HTTP or in place of a WebSocket. */
export function refuseAnswer(status: number, headers: IncomingHttpHeaders, owner: KeyOwner): ProxyError | undefined {
  const readable = saysSound(status, headers) || !compressed.test(fieldOf(headers, "content-encoding", ""));
  if (status === 401 && (owner === "server" || !readable)) {
    // Replaced, because services like to repeat a part of the key.
    return refusal(401, "upstream_unauthorized", "The speech service doesn't accept the key.", status);
  }
  if (status >= 300 && status < 400 && status !== 304) {
    const message = "The speech service answered with a redirect. It wasn't followed.";
    return refusal(502, "upstream_redirected", message, status);
  }
  // Browsers send a request again that is answered 408 or 421, though it may be paid, and take 407 for no answer.
  if (status === 408) {
    const message = "The speech service gave the request up (408 Request Timeout). It may still be at work.";
    return refusal(504, "upstream_timeout", message, status);
  }
  if (status === 407 || status === 421) {
    const message = `The speech service answered ${status}, which a browser takes for no answer to its request.`;
    return refusal(502, "upstream_invalid", message, status);
  }
  if (fieldOf(headers, "transfer-encoding", "chunked") !== "chunked") {
    return refusal(502, "upstream_invalid", "The speech service's answer isn't valid HTTP.", status);
  }
  if (!readable) {
    // It was asked not to, and the key can't be masked in what can't be read.
    const message = "The speech service answered compressed, which it was asked not to.";
    return refusal(502, "upstream_invalid", message, status);
  }
  return undefined;
}

/** In lower case; of a field that came twice, both values. */
function fieldOf(headers: IncomingHttpHeaders, name: string, usual: string): string {
  return String(headers[name] ?? usual).toLowerCase();
}

/** What hides `key` in an answer's body. Who refuses a key repeats a part of it, too. */
export function maskFor(status: number, headers: IncomingHttpHeaders, key: string): Mask {
  if (saysSound(status, headers)) return createSoundMask(key);
  return (status === 401 ? echoMask(key) : secretMask(key)).begin();
}

function refusal(status: number, code: ProxyError["code"], message: string, receivedStatus: number): ProxyError {
  return new ProxyError(status, code, message, { receivedStatus });
}
