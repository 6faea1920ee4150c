import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { downloadRoute } from "../../contract/download.ts";
import { routes, taskPath } from "../../contract/routes.ts";
import { ProxyError } from "../errors.ts";
import { enter, keyOf } from "../holders.ts";
import type { Limits } from "../limits.ts";
import { checkMediaType, isSignedLink } from "../security/gate.ts";
import { isOwnOrigin } from "../security/origin.ts";
import type { Access, Sessions } from "../session/sessions.ts";
import { speechPatience } from "../upstream/patience.ts";
import type { Service } from "../upstream/services.ts";
import type { Parts } from "./parts.ts";
import { passOn } from "./pass-on.ts";

interface ForwardedRoute {
  readonly method: "GET" | "HEAD" | "POST";
  /** The path as the service's interface names it; `{task_id}` is checked before anything is sent. */
  readonly path: string;
  /** The path at the service. */
  readonly target: (taskId: string) => string | undefined;
  /** Whether the answer is a download, which a browser may ask for as for a page. */
  readonly asDownload?: boolean;
  /** Whether the query is passed on, byte for byte; everywhere else it is dropped. */
  readonly query?: boolean;
  /**
   * How long the service may take to begin its answer, in milliseconds, 0 for no limit; {@link Limits.answerTime} when
   * absent.
   */
  readonly patience?: (body: Buffer | undefined, limits: Limits) => number;
}

type TaskRoute = Parameters<typeof taskPath>[0];

/** What stands in the path; without an id on the routes that have none. */
interface TaskParameters {
  readonly Params: { readonly taskId?: string };
}

const fixed = (name: "models" | "speech" | "tasks" | "systemone"): ForwardedRoute => {
  const { method, path } = routes[name];
  return { method, path, target: () => path };
};
const task = (name: TaskRoute, method: "GET" | "HEAD" = "GET"): ForwardedRoute => ({
  method,
  path: routes[name].path,
  target: (taskId) => taskPath(name, taskId),
});

/** Everything that is forwarded. A route that isn't here doesn't exist. */
const forwardedRoutes: readonly ForwardedRoute[] = [
  fixed("models"),
  { ...fixed("speech"), patience: speechPatience },
  fixed("tasks"),
  { ...fixed("systemone"), patience: (_body, limits) => limits.unknownAnswerTime },
  task("task"),
  { ...task("content"), query: true },
  { ...task("content", "HEAD"), query: true },
  task("timestamps"),
  { ...task("content"), query: true, path: downloadRoute.path, asDownload: true },
];

const downloadDestinations: ReadonlySet<string> = new Set(["empty", "document"]);

/** Puts the service's routes into `app`. */
export function addServiceRoutes(
  app: FastifyInstance,
  { configuration: { publicUrl }, services, sessions, limits }: Parts,
): void {
  for (const route of forwardedRoutes) {
    app.route<TaskParameters>({
      method: route.method,
      url: route.path.replace("{task_id}", ":taskId"),
      config: {
        opensBySignature: route.path === routes.content.path,
        ...(route.asDownload === true ? { destinations: downloadDestinations } : {}),
      },
      // Before the body is read, so that nobody without a session can make this program hold one.
      async onRequest(request) {
        if (route.method === "POST") checkMediaType(request);
        enter(request, await accessFor(request, services.of(request.raw), sessions, publicUrl));
      },
      handler: (request, reply) => {
        const { upstream } = services.of(request.raw);
        return forward(route, request, reply, { upstream, limits, keyOwner: sessions.keyOwner });
      },
    });
  }
}

/** A link that is its own capability, opened by somebody without a session. */
const linkHolder = { key: "", holder: undefined } as const;

/**
 * Whose key a request is sent with. A signed link is passed on without one where no session is, and always where
 * another site has led to it, so that nobody spends a visitor's key.
 *
 * @throws {ProxyError} 401 without a session.
 */
async function accessFor(
  request: FastifyRequest,
  service: Service,
  sessions: Sessions,
  publicUrl: string | undefined,
): Promise<Pick<Access, "key" | "holder">> {
  const { headers } = request.raw;
  if (!isSignedLink(request)) return sessions.accessFor(headers, service);
  if (!isOwnOrigin(headers, publicUrl) || !(await sessions.isOpen(headers))) return linkHolder;
  return sessions.accessFor(headers, service);
}

/** How requests reach the service, and with whose key. */
interface Way extends Pick<Sessions, "keyOwner">, Pick<Service, "upstream"> {
  readonly limits: Limits;
}

async function forward(
  route: ForwardedRoute,
  request: FastifyRequest<TaskParameters>,
  reply: FastifyReply,
  { upstream, limits, keyOwner }: Way,
): Promise<void> {
  const target = route.target(request.params.taskId ?? "");
  if (target === undefined) throw new ProxyError(404, "not_found", "This isn't the id of a task.");
  const apiKey = keyOf(request);
  const body = Buffer.isBuffer(request.body) ? request.body : undefined;
  await passOn(request, reply, upstream, limits, {
    method: route.method,
    target: route.query === true ? target + queryOf(request.raw.url ?? "") : target,
    apiKey,
    // Without a key, nobody's is refused.
    keyOwner: apiKey === "" ? "visitor" : keyOwner,
    body,
    answerTime: route.patience?.(body, limits) ?? limits.answerTime,
    asDownload: route.asDownload === true || request.raw.headers["sec-fetch-dest"] === "document",
  });
}

/** The query with its question mark, byte for byte as it came; empty when there is none. */
function queryOf(target: string): string {
  const start = target.indexOf("?");
  return start === -1 ? "" : target.slice(start);
}
