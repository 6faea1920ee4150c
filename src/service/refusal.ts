import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { errorBody, errorMediaType, HttpError } from "../http/errors.ts";
import { ContentUnavailableError } from "./content/content-storage.ts";
import { isStorageFull } from "./storage/storage-full.ts";
import { isStorageUnreachable } from "./storage/unreachable.ts";

/** An answer of the service that is an error. */
export class Refusal extends HttpError {
  override readonly name = "Refusal";
}

/** Nothing is taken, or kept, that there is no room for; what was taken is given back. */
function storageFull(): Refusal {
  return new Refusal(
    507,
    "storage_full",
    "The service's disk is full. Nothing was charged; the request can be sent again once there is room.",
  );
}

/** What the service can't write down it doesn't take; what was taken stays. */
function databaseUnavailable(): Refusal {
  const message =
    "The service can't reach its database for a moment. Send the request again; with an Idempotency-Key it can't be " +
    "charged twice.";
  return new Refusal(503, "storage_unavailable", message, { headers: { "retry-after": "2" } });
}

/** Where sound is kept can't be reached. What was kept is there, and what was taken is given back. */
function contentUnavailable(): Refusal {
  const message =
    "The service's storage of sound can't be reached at present. Nothing was lost; the request can be sent again.";
  return new Refusal(503, "storage_unavailable", message, { headers: { "retry-after": "5" } });
}

/** What an error of what keeps tasks and their sound tells a client; undefined for any other error. */
export function storageRefusal(error: unknown): Refusal | undefined {
  if (isStorageFull(error)) return storageFull();
  if (error instanceof ContentUnavailableError) return contentUnavailable();
  return isStorageUnreachable(error) ? databaseUnavailable() : undefined;
}

/** What a request is told that the service's stop refuses, or cuts before its answer has begun. */
export function shuttingDown(): Refusal {
  const message = "The service is stopping. Nothing was spoken or charged; the request can be sent again.";
  return new Refusal(503, "shutting_down", message);
}

/** Sends a refusal as `{"error": {"message", "type", "param", "code"}}`. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return reply
    .code(refusal.status)
    .headers({ ...refusal.headers, ...errorMediaType })
    .send(JSON.stringify(errorBody(refusal)));
}

/**
 * Turns whatever a route or Fastify itself threw into a refusal. What is not a refusal of ours is either the
 * framework's word on a bad request, or a fault whose details belong into the log and not into the answer.
 */
export function toRefusal(error: FastifyError | Error, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  // Nobody reads the answer to a client that left: only the log tells what became of the request.
  if (error.name === "AbortError") return new Refusal(499, "client_left", "The client left before the answer.");
  const status = "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500;
  const known = frameworkRefusals[status];
  if (known !== undefined) return new Refusal(status, known.code, known.message);
  request.log.error({ err: error }, "a request failed");
  const refusal = storageRefusal(error);
  if (refusal !== undefined) return refusal;
  return new Refusal(500, "internal_error", "The service failed. Nothing was spoken; the request can be sent again.");
}

const frameworkRefusals: Readonly<Record<number, { readonly code: string; readonly message: string }>> = {
  400: { code: "body_not_json", message: "The body is not a JSON object that can be read." },
  413: { code: "body_too_large", message: "The body is larger than the service accepts." },
  415: { code: "unsupported_media_type", message: "Send the body as application/json." },
};
