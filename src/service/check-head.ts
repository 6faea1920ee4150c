import type { FastifyReply, FastifyRequest } from "fastify";
import { engineRoutes } from "../contract/engines.ts";
import { hearingRoutes } from "../contract/hearing.ts";
import { methodsAt, routes } from "../contract/routes.ts";
import type { Connections } from "../http/connections.ts";
import {
  compressedRefusal,
  framingProblem,
  hasTooManyFields,
  isUncompressed,
  tooManyFieldsRefusal,
} from "../http/request-head.ts";
import { Refusal } from "./refusal.ts";

/**
 * Refuses a request that two programs in a row could read differently. Nothing that follows it on its connection is
 * acted upon, since nobody knows where it ends.
 *
 * @throws Refusal 400 `bad_request`, 431 `headers_too_large`.
 */
export function checkFraming({ raw }: FastifyRequest, reply: FastifyReply, connections: Connections): void {
  if (hasTooManyFields(raw.rawHeaders)) {
    connections.endAfter(reply.raw);
    throw new Refusal(431, tooManyFieldsRefusal.code, tooManyFieldsRefusal.message);
  }
  const problem = connections.isOver(raw.socket)
    ? "The connection ends with the answer to an earlier request."
    : (framingProblem(raw.httpVersion, raw.rawHeaders) ?? hostProblem(raw.headers.host));
  if (problem === undefined) return;
  connections.endAfter(reply.raw);
  throw new Refusal(400, "bad_request", problem);
}

/** Routes that the document doesn't have; a model's id is as safe in a path as a task's. */
const ownRoutes = [
  ...Object.values(engineRoutes),
  hearingRoutes.service,
  { method: "HEAD", path: routes.models.path },
  { method: "GET", path: `${routes.models.path}/{task_id}` },
  { method: "HEAD", path: `${routes.models.path}/{task_id}` },
  { method: "GET", path: routes.tasks.path },
] as const;

/** RFC 9112, section 3.2: a Host that is none is refused. */
function hostProblem(host: string | undefined): string | undefined {
  const isHost = host === undefined || /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d*)?$/i.test(host);
  return isHost ? undefined : "The field Host must be a name or an address, with a port or without.";
}

/**
 * Refuses what no route takes, before anybody reads a body.
 *
 * @throws Refusal 404 `not_found`, 405 `method_not_allowed`, 415 `unsupported_content_coding`.
 */
export function checkRoute(request: FastifyRequest): void {
  if (request.ws && request.routeOptions.url !== routes.websocket.path) throw notFound();
  if (request.is404) throw unknownRoute(request);
  if (isUncompressed(request.headers["content-encoding"])) return;
  const { message, headers } = compressedRefusal;
  throw new Refusal(415, "unsupported_content_coding", message, { headers });
}

function unknownRoute({ method, url }: FastifyRequest): Refusal {
  const allow = [...methodsAt(url), ...methodsAt(url, ownRoutes)].join(", ");
  if (allow === "") return notFound();
  return new Refusal(405, "method_not_allowed", `${method} isn't possible here.`, { headers: { allow } });
}

export function notFound(): Refusal {
  return new Refusal(404, "not_found", "This service has no such route.");
}
