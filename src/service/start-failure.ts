import { codeOf, listenCodeOf } from "../http/errors.ts";
import { ConfigurationError } from "../http/program.ts";
import { DataFolderError } from "./storage/data-folder.ts";

/**
 * One line that says what keeps a program of the service from its work and what to do.
 *
 * @param what what can't be done, as a clause.
 */
export function startFailure(error: unknown, what = "The speech service cannot start"): string {
  const isExplained = error instanceof ConfigurationError || error instanceof DataFolderError;
  if (isExplained || (error instanceof Error && error.name === "SharedStorageError")) return error.message;
  const code = codeOf(error);
  if (code === "EADDRINUSE") return "SERVICE_PORT is taken by another program: stop it or choose another port";
  if (listenCodeOf(error) === "EACCES") return "SERVICE_PORT may not be opened by this user: choose a port above 1023";
  // What the service itself connects to has said so above.
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return "SERVICE_HOST isn't an address of this machine: set it to one that is, such as 127.0.0.1";
  }
  if (code === "ERR_MODULE_NOT_FOUND") {
    return "The speech engine is not installed: run npm ci without --omit=optional, or set SPEECH_BASE_URL";
  }
  return `${what}: ${error instanceof Error ? error.message : String(error)}`;
}
