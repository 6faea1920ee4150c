import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { createJsonMeter, jsonBoundsCode, jsonBoundsMessage } from "../contract/json-bounds.ts";
import { ProxyError } from "./errors.ts";
import type { Limits } from "./limits.ts";

/** Reads request bodies whole, so that each goes to the service in one piece and with its length. */
export interface Bodies {
  /**
   * @throws {ProxyError} 413 for one that is too large by itself, 503 for one too many, 400 for one that ended early or
   *   whose JSON costs too much to parse.
   */
  read(request: FastifyRequest, payload: IncomingMessage): Promise<Buffer>;
  /** Called when a request has been answered: its body is held no longer. */
  release(request: IncomingMessage): void;
}

/** All bodies that are held at once are bounded together, or a few slow clients could fill this program's memory. */
export function createBodies(limits: Limits): Bodies {
  let held = 0;
  const releases = new WeakMap<IncomingMessage, () => void>();
  const release = (request: IncomingMessage) => releases.get(request)?.();

  return {
    release,
    read(request, payload) {
      const { raw, routeOptions } = request;
      const chunks: Buffer[] = [];
      const meter = createJsonMeter();
      let length = 0;
      // A response that waits behind another one on its connection doesn't hear of the connection's end.
      const leave = () => release(raw);
      raw.socket.once("close", leave);
      releases.set(raw, () => {
        held -= length;
        releases.delete(raw);
        raw.socket.off("close", leave);
      });
      return new Promise((resolve, reject) => {
        const stop = (error: ProxyError) => {
          payload.off("data", take);
          release(raw);
          reject(error);
        };
        const take = (chunk: Buffer) => {
          length += chunk.length;
          held += chunk.length;
          chunks.push(chunk);
          if (length > routeOptions.bodyLimit) stop(tooLarge());
          else if (!meter.read(chunk)) stop(tooComplex());
          else if (held > limits.heldBytes) stop(overloaded());
        };
        if (Number(raw.headers["content-length"] ?? 0) > routeOptions.bodyLimit) {
          stop(tooLarge());
          return;
        }
        payload.on("data", take);
        payload.once("end", () => resolve(Buffer.concat(chunks)));
        payload.once("error", () => stop(endedEarly()));
        payload.once("close", () => {
          if (!payload.complete) stop(endedEarly());
        });
      });
    },
  };
}

function tooLarge(): ProxyError {
  const message = "The request is larger than this playground passes on.";
  return new ProxyError(413, "body_too_large", message, { headers: { connection: "close" } });
}

function tooComplex(): ProxyError {
  return new ProxyError(400, jsonBoundsCode, jsonBoundsMessage, { headers: { connection: "close" } });
}

function overloaded(): ProxyError {
  const message = "The playground has too many requests at once. Try again in a moment.";
  return new ProxyError(503, "overloaded", message, { headers: { connection: "close", "retry-after": "1" } });
}

function endedEarly(): ProxyError {
  return new ProxyError(400, "bad_request", "The request ended before its announced length.");
}
