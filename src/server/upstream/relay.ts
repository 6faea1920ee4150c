import type { ServerResponse } from "node:http";
import type { Dispatcher } from "undici";
import type { Limits } from "../limits.ts";
import { upstreamFailure } from "./failure.ts";
import { forwardedAnswerHeaders, noteOfAddedFields, noteOfWithheldFields } from "./headers.ts";
import type { Mask } from "./mask.ts";
import { maskFor, refuseAnswer } from "./refusal.ts";
import type { Upstream, UpstreamRequest } from "./upstream.ts";

interface RelayOptions {
  readonly limits: Limits;
  /** Whether a browser must save the answer, whatever the service says of it. */
  readonly asDownload: boolean;
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
 * at the pace of the slower side. When the page leaves, the service's request ends; when the service breaks off, the
 * page's connection breaks off, so that a truncated body never looks complete.
 *
 * Resolves when the answer has ended, whole or not. Rejects with a `ProxyError`, or {@link ClientGone}, while
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
      if (headWritten && !response.writableFinished && !socket.destroyed)
        endAtSilence(response, options.limits.readerSilence);
      resolve();
    };
    const fail = (error: unknown) => {
      if (over) return;
      if (headWritten) {
        options.onBroken(error);
        if (mask !== undefined) write(mask.end());
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
      // Not what write() returns: that is false for every piece above the mark, even when the system has taken it
      // already, and pausing and resuming a connection for each piece costs more than the piece.
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
        const refusal = refuseAnswer(status, headers, request.keyOwner);
        if (refusal !== undefined) {
          fail(refusal);
          controller?.abort(refusal);
          return;
        }
        mask = maskFor(status, headers, request.apiKey);
        options.onHead();
        headWritten = true;
        const picked = forwardedAnswerHeaders(headers, request.apiKey);
        if (options.asDownload) picked["content-disposition"] = asAttachment(picked["content-disposition"]);
        response.writeHead(status, {
          ...picked,
          ...noteOfAddedFields(picked),
          ...noteOfWithheldFields(headers, picked, request.apiKey),
        });
        // A body that came in the same packet goes out in the same packet; a head without one doesn't wait for it.
        setImmediate(() => {
          if (!over && !bodyBegun) response.flushHeaders();
        });
      },
      onResponseData(_controller, chunk) {
        if (!over) write(mask?.push(chunk) ?? chunk);
      },
      onResponseEnd() {
        if (over) return;
        response.end(mask?.end());
        finish();
      },
      onResponseError(_controller, error) {
        // Told at the moment when the request began to go out: before that, only the connection was tried.
        fail(headWritten ? error : upstreamFailure(error, controller !== undefined));
      },
    });
  });
}

/** A `Content-Disposition` (RFC 6266) that keeps the file's name and makes it a download. */
function asAttachment(disposition = ""): string {
  return disposition.replace(/^[^;]*/, "attachment");
}

/**
 * Ends the connection of a reader who takes none of an answer's last bytes for so many milliseconds, or for up to twice
 * as many. One who has another answer in front of it can't take any.
 */
function endAtSilence(response: ServerResponse, silence: number): void {
  const { socket } = response.req;
  let waiting = Number.POSITIVE_INFINITY;
  const timer = setInterval(() => {
    if (response.socket === null) return;
    if (response.writableLength >= waiting) socket.destroy();
    waiting = response.writableLength;
  }, silence);
  const stop = () => {
    clearInterval(timer);
    response.off("close", stop);
    socket.off("close", stop);
  };
  response.once("close", stop);
  socket.once("close", stop);
}

/**
 * Ends a connection in the middle of a body, after what came has gone out. An HTTP/1.0 client knows the end of a body
 * only by the end of the connection, so there the connection is reset.
 */
function breakOff(response: ServerResponse): void {
  const { socket } = response;
  if (socket === null) response.destroy();
  else if (response.req.httpVersion === "1.0") socket.resetAndDestroy();
  else socket.destroySoon();
}
