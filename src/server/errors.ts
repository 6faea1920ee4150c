import { type ProxyErrorCode, playgroundAnswerer } from "../contract/playground.ts";
import { errorMediaType, HttpError, type HttpErrorOptions } from "../http/errors.ts";
import { answerPolicy } from "./security/headers.ts";

/** A refusal of the proxy's own, which goes to the page in the service's error shape. */
export class ProxyError extends HttpError<ProxyErrorCode> {
  override readonly name = "ProxyError";
  /** What the service had answered, where this stands in the place of its answer. */
  readonly receivedStatus: number | undefined;

  constructor(
    status: number,
    code: ProxyErrorCode,
    message: string,
    { receivedStatus, ...options }: HttpErrorOptions & { readonly receivedStatus?: number } = {},
  ) {
    super(status, code, message, options);
    this.receivedStatus = receivedStatus;
  }
}

/** The error types of RFC 9209, section 2.3, where they aren't told by the status alone. */
const errorTypes: Partial<Readonly<Record<ProxyErrorCode, string>>> = {
  internal_error: "proxy_internal_error",
  upstream_closed: "connection_terminated",
  upstream_invalid: "http_protocol_error",
  upstream_timeout: "http_response_timeout",
  upstream_unreachable: "destination_unavailable",
};

/**
 * Says that this program answered, and what the service had said (RFC 9209). The service's own field is never passed
 * on.
 */
function proxyStatus({ status, code, receivedStatus }: ProxyError): string {
  const type = errorTypes[code] ?? (status < 500 ? "http_request_error" : "proxy_internal_response");
  const received = receivedStatus === undefined ? "" : `; received-status=${receivedStatus}`;
  return `${playgroundAnswerer}; error=${type}${received}`;
}

/** The header of every error answer. */
export function errorHeaders(error: ProxyError, requestId: string): Record<string, string> {
  return {
    ...error.headers,
    "proxy-status": proxyStatus(error),
    ...errorMediaType,
    "content-security-policy": answerPolicy,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
  };
}
