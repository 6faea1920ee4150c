import type { IncomingMessage, ServerResponse } from "node:http";

/** Ends the connection with the answer, unless the request's body has been read to its end by then. */
export function endUnlessRead(request: IncomingMessage, response: ServerResponse): void {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  if (coding === undefined && Number(length ?? 0) === 0) return;
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = false;
  request.once("end", () => {
    response.shouldKeepAlive = shouldKeepAlive;
  });
}
