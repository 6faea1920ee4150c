import type { ByHandMethod } from "../contract/by-hand.ts";
import { joinBytes } from "../contract/bytes.ts";
import { parseErrorBody } from "../contract/errors.ts";
import { readBody } from "./body-text.ts";
import {
  type HeaderList,
  keptErrorBytes,
  NotSentError,
  type Refusal,
  ServiceUnreachableError,
  SpeechRequestError,
} from "./errors.ts";
import { isLoopback, isOnLine } from "./network.ts";

/** The browser's fetch, or a test's. */
export type Fetch = (input: string, init: RequestInit) => Promise<Response>;
export interface OwnOriginRequest {
  readonly method: ByHandMethod;
  /** Begins with one slash. */
  readonly path: string;
  readonly accept: string;
  /** JSON, sent exactly as it stands; of a blob the browser says the type. */
  readonly body?: string | Blob;
  /** The part of a file that is asked for (RFC 9110, section 14.2). */
  readonly range?: string;
  /** Further header fields, in the place of those of the same name. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** What is asked for: sound, with errors as JSON; a task, or another document; whatever there is. */
export const accepts = {
  audio: "audio/*, application/octet-stream;q=0.9, application/json;q=0.8",
  json: "application/json",
  any: "*/*",
} as const;

/** The headers that the page gives a request; the browser adds its own. */
export function requestHeaders({
  accept,
  body,
  range,
}: Pick<OwnOriginRequest, "accept" | "body" | "range">): Record<string, string> {
  return {
    accept,
    ...(typeof body === "string" ? { "content-type": "application/json" } : {}),
    ...(range === undefined ? {} : { range }),
  };
}

/**
 * Sends one request to the own origin and never a second one. Throws {@link ServiceUnreachableError} when no answer
 * comes, {@link NotSentError} when it can't leave, and the signal's reason when the caller gave up: an abort is not a
 * failure.
 */
export async function send(fetch: Fetch, request: OwnOriginRequest): Promise<Response> {
  const { method, path, body, signal } = request;
  signal.throwIfAborted();
  // Without a network a request reaches nothing but this machine.
  const leaves = isOnLine() || isLoopback(location.hostname);
  try {
    return await fetch(path, {
      method,
      headers: { ...requestHeaders(request), ...request.headers },
      ...(body === undefined ? {} : { body }),
      signal,
      // The session's cookie goes to the own origin; nothing goes anywhere else, not even by a redirect.
      credentials: "same-origin",
      mode: "same-origin",
      redirect: "error",
      cache: "no-store",
      // With "no-referrer", Firefox and WebKit would say "Origin: null", and nobody could tell whose page asks.
      referrerPolicy: "same-origin",
    });
  } catch (error) {
    signal.throwIfAborted();
    throw new (leaves || isOnLine() ? ServiceUnreachableError : NotSentError)(error);
  }
}

/** The headers of `response`, as a list that can be stored. */
export function headersOf(response: Response): HeaderList {
  return [...response.headers.entries()];
}

/** The beginning of a reply's body. */
export interface KeptBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether more came than is kept, or the connection broke while it was read. */
  readonly truncated: boolean;
  /** Whether the connection broke. */
  readonly broken: boolean;
}

/** Reads up to `most` bytes behind `first`; what comes beyond is not waited for. */
export async function keepBody(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined,
  first: readonly Uint8Array[] = [],
  most = keptErrorBytes,
): Promise<KeptBody> {
  const pieces = [...first];
  let length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  let broken = false;
  while (reader !== undefined && length <= most) {
    try {
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value);
      length += value.length;
    } catch {
      broken = true;
      break;
    }
  }
  reader?.cancel().catch(() => undefined);
  const bytes = joinBytes(pieces);
  return { bytes: bytes.subarray(0, most), truncated: broken || length > most, broken };
}

/** The error that a reply is, with its body read into one shape. */
export function refusedReply(refusal: Refusal, response: Response, body: KeptBody): SpeechRequestError {
  const { text, bytes } = readBody(body.bytes, response.headers.get("content-type"));
  return new SpeechRequestError({
    refusal,
    status: response.status,
    headers: headersOf(response),
    error: { ...parseErrorBody(text), ...(bytes === undefined ? {} : { bytes }) },
    truncated: body.truncated,
  });
}
