import { HandshakeError, ServiceUnreachableError } from "./errors.ts";
import { type Fetch, keepBody, refusedReply, send } from "./http.ts";

/** The status of an ordinary request to a WebSocket's address where a WebSocket would be taken. */
const upgradeRequired = 426;

/**
 * Finds out why a WebSocket was refused, since a browser keeps that to itself: an ordinary request to the same address
 * is answered by the playground's server with what the service would say. It asks for nothing and so costs nothing.
 */
export async function explainHandshake(fetch: Fetch, path: string, signal: AbortSignal): Promise<HandshakeError> {
  try {
    const response = await send(fetch, { method: "GET", path, accept: "application/json", signal });
    const body = await keepBody(response.body?.getReader());
    return new HandshakeError(
      response.status >= 400 && response.status !== upgradeRequired
        ? refusedReply("status", response, body)
        : undefined,
    );
  } catch (error) {
    signal.throwIfAborted();
    return new HandshakeError(error instanceof ServiceUnreachableError ? error : undefined);
  }
}
