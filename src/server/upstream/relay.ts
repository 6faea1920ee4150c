import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { Dispatcher } from "undici";
import { ProxyError } from "../errors.ts";
import type { Limits } from "../limits.ts";
import { upstreamFailure } from "./failure.ts";
import { forwardedAnswerHeaders } from "./headers.ts";
import { createMask, type Mask } from "./mask.ts";
import type { Upstream, UpstreamRequest } from "./upstream.ts";

export interface RelayOptions {
  readonly limits: Limits;
  /** Called at the moment when the answer's head is about to be written: from then on the response is the relay's. */
  readonly onHead: () => void;
  /** Called when a body breaks off after its head has gone out. */
  readonly onBroken: (error: unknown) => void;
}

/** The page has gone; nobody waits for an answer. */
export class ClientGone extends Error {
  override name = "ClientGone";
}

/**
 * Sends one request to the service and passes its answer to `response` as it comes: first byte at once, no buffering,
 * at the pace of the slower side. When the page leaves, the service's request ends; when the service breaks off, the page's
 * connection breaks off, so that a truncated body never looks complete.
 *
 * Resolves when the answer has ended, whole or not. Rejects with a {@link ProxyError}, or {@link ClientGone}, while
 * nothing has been written yet.
 */
export function relay(
  upstream: Upstream,
  request: UpstreamRequest,
  response: ServerResponse,
  options: RelayOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const { socket } = response.req;
    let controller: Dispatcher.DispatchController | undefined;
    let mask: Mask | undefined;
    let headWritten = false;
    let bodyBegun = false;
    let over = false;
    let readerTimer: NodeJS.Timeout | undefined;

    const finish = () => {
      over = true;
      clearTimeout(readerTimer);
      response.off("drain", resume);
      response.off("close", leave);
      socket.off("close", leave);
      resolve();
    };
    const fail = (error: unknown) => {
      if (over) return;
      if (headWritten) {
        options.onBroken(error);
        breakOff(response);
      } else {
        reject(error);
      }
      finish();
    };
    const leave = () => {
      const gone = new ClientGone("The client closed the connection.");
      if (!headWritten) reject(gone);
      finish();
      controller?.abort(gone);
    };
    const resume = () => {
      clearTimeout(readerTimer);
      controller?.resume();
    };
    const write = (bytes: Buffer) => {
      if (bytes.length === 0) return;
      bodyBegun = true;
      response.write(bytes);
      // Not what write() returns: that is false for every piece above the mark, even when the system has taken it already,
      // and pausing and resuming a connection for each piece costs more than the piece.
      if (response.writableLength < response.writableHighWaterMark) return;
      controller?.pause();
      clearTimeout(readerTimer);
      readerTimer = setTimeout(() => response.destroy(), options.limits.readerSilence);
    };

    response.on("drain", resume);
    response.once("close", leave);
    // A response that waits behind another on its connection doesn't hear of the connection's end; and a client may
    // send any number of requests ahead.
    socket.setMaxListeners(0);
    socket.once("close", leave);
    if (socket.destroyed) {
      leave();
      return;
    }
    upstream.dispatch(request, {
      onRequestStart(started) {
        controller = started;
        if (over) started.abort(new ClientGone("The client closed the connection."));
      },
      onResponseStart(_controller, status, headers) {
        if (over || status < 200) return;
        const refusal = refuseAnswer(status, headers);
        if (refusal !== undefined) {
          fail(refusal);
          controller?.abort(refusal);
          return;
        }
        if (!isAudio(status, headers)) mask = createMask(request.apiKey);
        options.onHead();
        headWritten = true;
        response.writeHead(status, forwardedAnswerHeaders(headers, request.apiKey));
        // A body that came in the same packet goes out in the same packet; a head without one doesn't wait for it.
        setImmediate(() => {
          if (!over && !bodyBegun) response.flushHeaders();
        });
      },
      onResponseData(_controller, chunk) {
        if (!over) write(mask === undefined ? chunk : mask.push(chunk));
      },
      onResponseEnd() {
        if (over) return;
        response.end(mask?.end());
        finish();
      },
      onResponseError(_controller, error) {
        fail(headWritten ? error : upstreamFailure(error));
      },
    });
  });
}

/** Answers of the service that are never passed on, over HTTP or in place of a WebSocket. */
export function refuseAnswer(status: number, headers: IncomingHttpHeaders): ProxyError | undefined {
  if (status === 401) {
    // Replaced, because services like to repeat a part of the key.
    return new ProxyError(401, "upstream_unauthorized", "The speech service doesn't accept the key.");
  }
  if (status >= 300 && status < 400 && status !== 304) {
    return new ProxyError(
      502,
      "upstream_redirected",
      "The speech service answered with a redirect. It wasn't followed.",
    );
  }
  if ((headers["transfer-encoding"] ?? "chunked").toLowerCase() !== "chunked") {
    return new ProxyError(502, "upstream_invalid", "The speech service's answer isn't valid HTTP.");
  }
  if (!isAudio(status, headers) && (headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
    // It was asked not to, and the key can't be masked in what can't be read.
    return new ProxyError(
      502,
      "upstream_invalid",
      "The speech service answered compressed, which it was asked not to.",
    );
  }
  return undefined;
}

/** Whether a body says that it is sound. One that says nothing may be text as well, so the key is looked for in it. */
function isAudio(status: number, headers: IncomingHttpHeaders): boolean {
  return status < 300 && /^(?:audio\/|application\/octet-stream)/i.test(headers["content-type"] ?? "");
}

/**
 * Ends a connection in the middle of a body, after what came has gone out. An HTTP/1.0 client knows the end of a body only by the end of
 * the connection, so there the connection is reset.
 */
function breakOff(response: ServerResponse): void {
  const { socket } = response;
  if (socket === null) response.destroy();
  else if (response.req.httpVersion === "1.0") socket.resetAndDestroy();
  else socket.destroySoon();
}
