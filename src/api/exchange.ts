import type { HeaderList } from "./errors.ts";
import { accepts, headersOf, keepBody, type OwnOriginRequest, send } from "./http.ts";
import type { AtService, SourceEnvironment } from "./speech-source.ts";

/** Any request to the own origin, as a person chose it. */
export interface ExchangeRequest extends Omit<OwnOriginRequest, "signal" | "accept">, AtService {}

/** An answer as it came. */
export interface ExchangeAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Blob;
  /** Whether `body` is only the beginning, because more came than is kept. */
  readonly truncated: boolean;
  /** Whether the connection broke before the body's end. */
  readonly broken: boolean;
  /** Milliseconds since the request was sent: to the headers, to the body's first byte if there was one, to its end. */
  readonly times: { readonly headers: number; readonly firstByte?: number; readonly end: number };
}

/** The most that is kept of an answer, in bytes. */
const longestAnswer = 128 << 20;

/**
 * Sends `request` once and keeps whatever comes; nothing is judged, an error's status is an answer too, and so is a
 * head whose body broke off. Throws
 * `ServiceUnreachableError` when no answer comes, and the signal's reason when the caller gave up.
 */
export async function exchange(
  { fetch, now }: SourceEnvironment,
  request: ExchangeRequest,
  signal: AbortSignal,
): Promise<ExchangeAnswer> {
  const sent = now();
  const response = await send(fetch, { ...request, accept: accepts.any, signal });
  const headers = now() - sent;
  const reader = response.body?.getReader();
  const first = await reader?.read().catch(() => undefined);
  const firstByte = first?.value === undefined ? undefined : now() - sent;
  const kept = await keepBody(reader, first?.value === undefined ? [] : [first.value], longestAnswer);
  signal.throwIfAborted();
  const type = response.headers.get("content-type") ?? "";
  return {
    status: response.status,
    headers: headersOf(response),
    body: new Blob([kept.bytes], { type }),
    truncated: kept.truncated && !kept.broken,
    broken: kept.broken,
    times: { headers, ...(firstByte === undefined ? {} : { firstByte }), end: now() - sent },
  };
}
