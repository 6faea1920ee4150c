import {
  type ByHandMethod,
  type Field,
  faultOfFields,
  isBelowBase,
  isFieldValue,
  mostFields,
} from "../../contract/by-hand.ts";
import { plainQueryOf, routeNames } from "../../contract/documented-routes.ts";
import { keyPattern } from "../../contract/keys.ts";
import type { SpeechRequest } from "../../contract/request.ts";
import {
  type Endpoint,
  endpoints,
  isPathOf,
  isSafeTaskId,
  type RouteName,
  routes,
  taskIdIn,
} from "../../contract/routes.ts";

/** What a person chose for a request by hand; every part as it was typed. */
export interface RouteForm {
  readonly route: RouteName | "any";
  /** What a request is that goes to no documented route, or has header fields of its own. */
  readonly own?: OwnParts;
  readonly taskId: string;
  /** Of a file's address: an access signature, byte for byte (section 5). Without its question mark. */
  readonly query: string;
  /** `Range`, such as `bytes=0-1023`; empty for the whole file. */
  readonly range: string;
  /** The model in a WebSocket's address. */
  readonly model: string;
  readonly body: string;
}

export interface OwnParts {
  readonly method: ByHandMethod;
  /** Below the base, with its query. */
  readonly path: string;
  /** A header field a line: its name, a colon, its value. */
  readonly fields: string;
}

/** What isn't documented begins as this. */
export const firstOwnParts: OwnParts = { method: "GET", path: "/v1/models", fields: "" };

export function partsOf(
  route: RouteForm["route"],
  { method: ownMethod } = firstOwnParts,
): {
  readonly taskId: boolean;
  readonly query: boolean;
  readonly range: boolean;
  readonly model: boolean;
  readonly body: boolean;
} {
  if (route === "any") {
    const body = ownMethod !== "GET" && ownMethod !== "HEAD" && ownMethod !== "OPTIONS";
    return { taskId: false, query: false, range: !body, model: false, body };
  }
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
  readonly method: ByHandMethod;
  readonly path: string;
  readonly endpoint?: Endpoint;
  readonly body?: string;
  readonly range?: string;
  /** Which of several services it went to, by its name. */
  readonly service?: string;
  /** There where a person wrote all of it: header fields, and whether another key paid, which is kept nowhere. */
  readonly own?: { readonly fields: readonly Field[]; readonly otherKey?: true };
}

/** What is wrong with the parts of a request that goes anywhere below the base; undefined where nothing is. */
export function faultOfOwn({ path, fields }: OwnParts): "path" | "many" | ReturnType<typeof faultOfFields> {
  const read = fieldsOf(fields);
  if (!isBelowBase(path)) return "path";
  return read.length > mostFields ? "many" : faultOfFields(read);
}

/** Header fields out of lines. */
function fieldsOf(lines: string): readonly Field[] {
  return lines
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const at = line.indexOf(":");
      return at < 0 ? [line.trim(), ""] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    });
}

/** The request of a form; undefined while its task id is none, since no path could be made of it (section 2.6). */
export function routeRequest(form: RouteForm): RouteRequest | undefined {
  const { route, own = firstOwnParts } = form;
  if (route === "any") {
    if (faultOfOwn(own) !== undefined) return undefined;
    const { body, range } = partsOf(route, own);
    return {
      method: own.method,
      path: own.path,
      ...(body && form.body !== "" ? { body: form.body } : {}),
      ...(range && form.range !== "" ? { range: form.range } : {}),
      own: { fields: fieldsOf(own.fields) },
    };
  }
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

/** Whether a range can stand in a header. */
export function isRange(range: string): boolean {
  return isFieldValue(range.trim());
}

/** Whether a key, where one is given, can be one by the rule of the playground's server. */
export function isKeyOrNone(key: string): boolean {
  return key === "" || keyPattern.test(key);
}

/** The form of a request that was sent, so that one like it can be sent by hand. */
export function routeFormOf({ method, path, endpoint, body = "", range = "", own }: RouteRequest): RouteForm {
  if (own !== undefined) {
    const fields = own.fields.map(([name, value]) => `${name}: ${value}`).join("\n");
    return { route: "any", own: { method, path, fields }, taskId: "", query: "", range, model: "", body };
  }
  const [plain = "", ...queries] = path.split("?");
  const query = queries.join("?");
  const taskId = taskIdIn(plain) ?? "";
  const named = routeNames.find((name) => isPathOf(routes[name].path, plain) && routes[name].method === method);
  const route = endpoint ?? named ?? "speech";
  const model = route === "websocket" ? (new URLSearchParams(query).get("model") ?? "") : "";
  return { route, taskId, query: partsOf(route).query ? query : "", range, model, body };
}

/** A speech request as one that could have been sent by hand. */
export function routeOfSpeech(request: SpeechRequest): RouteRequest {
  return { method: routes[request.endpoint].method, ...request };
}
