import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { createJsonMeter, jsonBoundsRefusal } from "../http/body-bounds.ts";
import { ProxyError } from "./errors.ts";
import type { HeldBytes } from "./held-bytes.ts";
import { holdersOf } from "./holders.ts";
import type { Limits } from "./limits.ts";
import { watchPace } from "./pace.ts";

/** Reads request bodies whole, so that each goes to the service in one piece and with its length. */
export interface Bodies {
  /**
   * @throws {ProxyError} 413 for one that is too large by itself, 429 or 503 for one too many, 408 for one that comes
   *   too slowly, 400 for one that ended early or whose JSON costs too much to parse.
   */
  read(request: FastifyRequest, payload: IncomingMessage): Promise<Buffer>;
  /** The same for a body that isn't JSON. */
  readBytes(request: FastifyRequest, payload: IncomingMessage): Promise<Buffer>;
  /** Called when a request has been answered: its body is held no longer. */
  release(request: IncomingMessage): void;
}

/**
 * Each body is bounded by itself, in time and in size, and all that are held at once by the shares of their senders.
 */
export function createBodies(limits: Pick<Limits, "bodyPause">, held: HeldBytes): Bodies {
  const releases = new WeakMap<IncomingMessage, () => void>();
  const release = (request: IncomingMessage) => releases.get(request)?.();

  function read(
    request: FastifyRequest,
    payload: IncomingMessage,
    meter?: ReturnType<typeof createJsonMeter>,
  ): Promise<Buffer> {
    const { raw, routeOptions } = request;
    const chunks: Buffer[] = [];
    const hold = held.open(holdersOf(request));
    let length = 0;
    // A response that waits behind another one on its connection doesn't hear of the connection's end.
    const leave = () => release(raw);
    raw.socket.once("close", leave);
    releases.set(raw, () => {
      hold.release();
      releases.delete(raw);
      raw.socket.off("close", leave);
    });
    return new Promise((resolve, reject) => {
      const endPace = watchPace(
        () => length,
        limits.bodyPause,
        () => stop(tooSlow()),
      );
      const stop = (error: ProxyError) => {
        endPace();
        payload.off("data", take);
        chunks.length = 0;
        release(raw);
        reject(error);
      };
      const take = (chunk: Buffer) => {
        length += chunk.length;
        const refusal =
          length > routeOptions.bodyLimit
            ? tooLarge()
            : meter?.read(chunk) !== false
              ? hold.take(chunk.length)
              : tooComplex();
        if (refusal === undefined) chunks.push(chunk);
        else stop(refusal);
      };
      if (Number(raw.headers["content-length"] ?? 0) > routeOptions.bodyLimit) {
        stop(tooLarge());
        return;
      }
      payload.on("data", take);
      payload.once("end", () => {
        endPace();
        resolve(Buffer.concat(chunks));
        // The request outlives its body's pieces.
        chunks.length = 0;
      });
      payload.once("error", () => stop(endedEarly()));
      payload.once("close", () => {
        if (!payload.complete) stop(endedEarly());
      });
    });
  }

  return {
    release,
    read: (request, payload) => read(request, payload, createJsonMeter()),
    readBytes: (request, payload) => read(request, payload),
  };
}

function tooLarge(): ProxyError {
  return new ProxyError(413, "body_too_large", "The request is larger than this playground passes on.");
}

function tooComplex(): ProxyError {
  return new ProxyError(400, jsonBoundsRefusal.code, jsonBoundsRefusal.message);
}

function tooSlow(): ProxyError {
  return new ProxyError(408, "request_timeout", "The request's body came too slowly. Send it again.");
}

function endedEarly(): ProxyError {
  return new ProxyError(400, "bad_request", "The request ended before its announced length.");
}
