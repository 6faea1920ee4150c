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

/** A configuration that a program can't start with: one line that names the variable and the remedy, and never a secret. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}
