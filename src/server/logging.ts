import pino, { type DestinationStream, type Logger } from "pino";
import type { Configuration } from "./configuration.ts";

/**
 * Structured lines on standard error. Headers, bodies and queries are never logged; should a secret find its way into a
 * line all the same, it is masked before the line is written.
 */
export function createLogger(
  level: Configuration["logLevel"],
  secrets: readonly (string | undefined)[],
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger {
  const hidden = secrets.flatMap((secret) => (secret === undefined || secret.length < 8 ? [] : formsOf(secret)));
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      hooks: { streamWrite: (line) => hidden.reduce((text, secret) => text.replaceAll(secret, "[secret]"), line) },
    },
    destination,
  );
}

/** A secret as it stands in a line: as it is, and as JSON writes it. */
function formsOf(secret: string): readonly string[] {
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1)])];
}

interface ErrorDescription {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorDescription;
}

/** How many causes of an error are told. */
const deepestCause = 4;

/**
 * What the log says of an error: fields that are named here and no others, because the errors of HTTP parsers carry the
 * bytes that they couldn't read.
 */
function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: "" };
  const { name, message, stack, cause } = error;
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return {
    type: name,
    message,
    ...(code === undefined ? {} : { code }),
    ...(stack === undefined ? {} : { stack }),
    ...(cause === undefined || depth === deepestCause ? {} : { cause: describeError(cause, depth + 1) }),
  };
}
