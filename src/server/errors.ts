import { STATUS_CODES } from "node:http";
import { type ProxyErrorCode, playgroundAnswerer } from "../contract/playground.ts";
import { answerPolicy } from "./security/headers.ts";

/** A refusal that goes to the page in the service's error shape. The message is for people and never holds a secret. */
export class ProxyError extends Error {
  readonly status: number;
  readonly code: ProxyErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  /** What the service had answered, where this stands in the place of its answer. */
  readonly receivedStatus: number | undefined;

  constructor(
    status: number,
    code: ProxyErrorCode,
    message: string,
    options: {
      readonly headers?: Readonly<Record<string, string>>;
      readonly receivedStatus?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "ProxyError";
    this.status = status;
    this.code = code;
    this.headers = options.headers ?? {};
    this.receivedStatus = options.receivedStatus;
  }
}

/** `{"error": {"message", "type", "param", "code"}}` as JSON text: the one shape of every error. */
export function errorBody(error: ProxyError): string {
  const { message, code, status } = error;
  return JSON.stringify({ error: { message, type: typeOf(status), param: null, code } });
}

function typeOf(status: number): string {
  if (status === 401) return "authentication_error";
  if (status === 403 || status === 421) return "permission_error";
  if (status === 429) return "rate_limit_error";
  if (status === 502 || status === 504) return "upstream_error";
  return status >= 500 ? "server_error" : "invalid_request_error";
}

/** The error types of RFC 9209, section 2.3, where they aren't told by the status alone. */
const errorTypes: Partial<Readonly<Record<ProxyErrorCode, string>>> = {
  internal_error: "proxy_internal_error",
  upstream_closed: "connection_terminated",
  upstream_invalid: "http_protocol_error",
  upstream_timeout: "http_response_timeout",
  upstream_unreachable: "destination_unavailable",
};

/** Says that this program answered, and what the service had said (RFC 9209). The service's own field is never passed on. */
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
    "content-type": "application/json; charset=utf-8",
    "content-security-policy": answerPolicy,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
  };
}

/** A whole HTTP/1.1 answer, for requests that are so broken that no request object exists. */
export function rawErrorResponse(error: ProxyError, requestId: string): string {
  const body = errorBody(error);
  const headers = Object.entries(errorHeaders(error, requestId)).map(([name, value]) => `${name}: ${value}`);
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? "Error"}`,
    ...headers,
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
    "",
    body,
  ].join("\r\n");
}
