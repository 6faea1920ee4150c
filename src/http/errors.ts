import { STATUS_CODES } from "node:http";

/** What an error may say beside its status, code and message. */
export interface HttpErrorOptions {
  /** The field of the request that is wrong. */
  readonly param?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** For the log: no caller is told. */
  readonly cause?: unknown;
}

/** An answer that is an error, in the one shape of all errors. The message is for people and never holds a secret. */
export class HttpError<Code extends string = string> extends Error {
  readonly status: number;
  readonly code: Code;
  readonly param: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: Code, message: string, { param, headers, cause }: HttpErrorOptions = {}) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.param = param ?? null;
    this.headers = headers ?? {};
  }
}

/** `{"error": {"message", "type", "param", "code"}}`: the one shape of every error. */
export function errorBody({ message, status, param, code }: HttpError) {
  return { error: { message, type: typeOf(status), param, code } };
}

function typeOf(status: number): string {
  if (status === 401) return "authentication_error";
  if (status === 403 || status === 421) return "permission_error";
  if (status === 429) return "rate_limit_error";
  if (status === 502 || status === 504) return "upstream_error";
  return status >= 500 ? "server_error" : "invalid_request_error";
}

/** The code that Node, a library or the system gave an error, such as `ENOENT`; empty where there is none. */
export function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

/** The same where a program couldn't listen; empty for every other error, such as one of a file. */
export function listenCodeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "syscall" in error && error.syscall === "listen"
    ? codeOf(error)
    : "";
}

/** The header field that tells what an error's body is. */
export const errorMediaType = { "content-type": "application/json; charset=utf-8" } as const;

/**
 * A whole HTTP/1.1 answer, for a request that is so broken that no object of it exists; its connection ends behind it.
 */
export function rawErrorAnswer(error: HttpError, headers: Readonly<Record<string, string>>): string {
  const body = JSON.stringify(errorBody(error));
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? "Error"}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
    "",
    body,
  ].join("\r\n");
}
