import type { IncomingMessage } from "node:http";
import { WebSocket } from "ws";
import type { OpenSocket } from "../api/socket.ts";

/** What services answered to WebSockets that they didn't take, by path. */
export type Refusals = Map<string, Response>;

/** The most that is kept of such an answer, in bytes. */
const longestRefusal = 64 * 1024;

/**
 * Opens WebSockets below `baseUrl` with `headers` as they are then. A browser doesn't tell with which answer a
 * WebSocket was refused, so that the client asks once more over HTTP; here that answer is known, and waits for it.
 */
export function createSocketOpener(
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
  refusals: Refusals,
): OpenSocket {
  return (path) => {
    const socket = new WebSocket(baseUrl + path, { headers, maxPayload: 0, followRedirects: false });
    socket.on("unexpected-response", async (request, incoming) => {
      const response = await responseOf(incoming).catch(() => undefined);
      if (response !== undefined) refusals.set(path, response);
      request.destroy();
      socket.terminate();
    });
    // Its end is told as well.
    socket.on("error", () => {});
    return socket as unknown as ReturnType<OpenSocket>;
  };
}

async function responseOf(incoming: IncomingMessage): Promise<Response> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of incoming) {
    pieces.push(piece);
    length += piece.length;
    if (length > longestRefusal) break;
  }
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  );
  return new Response(new Blob(pieces as BlobPart[]).slice(0, longestRefusal), {
    status: incoming.statusCode ?? 500,
    headers,
  });
}
