import { plainQueryOf, routeNames } from "../../contract/documented-routes.ts";
import type { SpeechRequest } from "../../contract/request.ts";
import { type Endpoint, endpoints, isSafeTaskId, type RouteName, routes, taskIdIn } from "../../contract/routes.ts";

/** What a person chose for a request by hand; every part as it was typed. */
export interface RouteForm {
  readonly route: RouteName;
  readonly taskId: string;
  /** Of a file's address: an access signature, byte for byte (section 5). Without its question mark. */
  readonly query: string;
  /** `Range`, such as `bytes=0-1023`; empty for the whole file. */
  readonly range: string;
  /** The model in a WebSocket's address. */
  readonly model: string;
  readonly body: string;
}

export function partsOf(route: RouteName): {
  readonly taskId: boolean;
  readonly query: boolean;
  readonly range: boolean;
  readonly model: boolean;
  readonly body: boolean;
} {
  const { method, path } = routes[route];
  const file = route === "content" || route === "contentHead";
  return {
    taskId: path.includes("{task_id}"),
    query: file,
    range: file,
    model: route === "websocket",
    body: method === "POST" || route === "websocket",
  };
}

/** A request by hand, ready to be sent. `endpoint` is there for what speaks, and so becomes a take. */
export interface RouteRequest {
  readonly method: "GET" | "HEAD" | "POST";
  readonly path: string;
  readonly endpoint?: Endpoint;
  readonly body?: string;
  readonly range?: string;
  /** Which of several services it went to, by its name. */
  readonly service?: string;
}

/** The request of a form; undefined while its task id is none, since no path could be made of it (section 2.6). */
export function routeRequest(form: RouteForm): RouteRequest | undefined {
  const { route } = form;
  const { method } = routes[route];
  const parts = partsOf(route);
  if (parts.taskId && !isSafeTaskId(form.taskId)) return undefined;
  const endpoint = endpoints.find((name) => name === route);
  const query = parts.model ? `model=${encodeURIComponent(form.model)}` : parts.query ? plainQueryOf(form.query) : "";
  return {
    method,
    path: routes[route].path.replace("{task_id}", form.taskId) + (query === "" ? "" : `?${query}`),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(parts.body ? { body: form.body } : {}),
    ...(parts.range && form.range !== "" ? { range: form.range } : {}),
  };
}

/** The form of a request that was sent, so that one like it can be sent by hand. */
export function routeFormOf({ method, path, endpoint, body = "", range = "" }: RouteRequest): RouteForm {
  const [plain = "", ...queries] = path.split("?");
  const query = queries.join("?");
  const taskId = taskIdIn(plain) ?? "";
  const template = taskId === "" ? plain : plain.replace(taskId, "{task_id}");
  const named = routeNames.find((name) => routes[name].path === template && routes[name].method === method);
  const route = endpoint ?? named ?? "speech";
  const model = route === "websocket" ? (new URLSearchParams(query).get("model") ?? "") : "";
  return { route, taskId, query: partsOf(route).query ? query : "", range, model, body };
}

/** A speech request as one that could have been sent by hand. */
export function routeOfSpeech(request: SpeechRequest): RouteRequest {
  return { method: routes[request.endpoint].method, ...request };
}
