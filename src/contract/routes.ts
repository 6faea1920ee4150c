/** Every route of the service (section 4). `{task_id}` stands for an id that {@link isSafeTaskId}. */
export const routes = {
  models: { method: "GET", path: "/v1/models" },
  speech: { method: "POST", path: "/v1/audio/speech" },
  tasks: { method: "POST", path: "/v1/audio/speech/tasks" },
  task: { method: "GET", path: "/v1/audio/speech/tasks/{task_id}" },
  content: { method: "GET", path: "/v1/audio/speech/tasks/{task_id}/content" },
  contentHead: { method: "HEAD", path: "/v1/audio/speech/tasks/{task_id}/content" },
  timestamps: { method: "GET", path: "/v1/audio/speech/tasks/{task_id}/timestamps" },
  websocket: { method: "GET", path: "/v1/audio/speech/websocket" },
  systemone: { method: "POST", path: "/v1/systemone" },
} as const;

export type RouteName = keyof typeof routes;

/** The routes that take a speech request: as an HTTP body, as a task, or as the first WebSocket frame. */
export const endpoints = ["speech", "tasks", "websocket"] as const;
export type Endpoint = (typeof endpoints)[number];

/** A task id as documented: `task_` and an opaque string (section 2.6), narrowed to what is safe inside a path. */
export const taskIdPattern = /^task_[A-Za-z0-9._~-]{1,200}$/;

/**
 * Whether a task of this id can be asked for: it is one step of a path and nothing else. Services give ids without the
 * documented prefix, too; what such a task says and sings is worth as much.
 */
export function isSafeTaskId(taskId: string): boolean {
  return /^[A-Za-z0-9._~-]{1,205}$/.test(taskId) && !/^\.+$/.test(taskId);
}

/** The task id in a path of one of the tasks' own routes, or below; undefined where none that is safe stands there. */
export function taskIdIn(path: string): string | undefined {
  const rest = path.startsWith(`${routes.tasks.path}/`) ? path.slice(routes.tasks.path.length + 1) : "";
  const [taskId = ""] = rest.split("/");
  return isSafeTaskId(taskId) ? taskId : undefined;
}

/** Whether a path is the one of a route, with an id or a name in the place of its parameter. */
export function isPathOf(template: string, path: string): boolean {
  const [before = "", after] = template.split(/\{\w+\}/);
  if (after === undefined) return path === template;
  const taskId = path.slice(before.length, path.length - after.length);
  return isSafeTaskId(taskId) && path === before + taskId + after;
}

/** A method at a path. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/**
 * The methods that the path of a request's target has among the `known` routes, read as routers read it; empty where
 * there is nothing, and for a task's path whose id is none.
 */
export function methodsAt(target: string, known: readonly Route[] = Object.values(routes)): readonly string[] {
  const path = pathOf(target);
  return known.flatMap((route) => (isPathOf(route.path, path) ? [route.method] : []));
}

/**
 * The path of a target in origin-form or absolute-form (RFC 9112, section 3.2), decoded but for reserved characters.
 */
function pathOf(target: string): string {
  const [path = ""] = target.replace(/^https?:\/\/[^/]*/, "").split("?", 1);
  try {
    return decodeURI(path);
  } catch {
    return "";
  }
}

/** The path of a task's route, or undefined when no path can be made of `taskId`. */
export function taskPath(route: "task" | "content" | "timestamps", taskId: string): string | undefined {
  return isSafeTaskId(taskId) ? routes[route].path.replace("{task_id}", taskId) : undefined;
}

/** A WebSocket's address names one model, as `encodeURIComponent` writes it. */
const socketPath = /^\/v1\/audio\/speech\/websocket\?model=(?:[\w.!~*'()-]|%[\dA-Fa-f]{2})*$/;

/**
 * Whether a speech request goes where its endpoint is (section 4), and not to an address that somebody else has
 * written.
 */
export function isAtEndpoint({ endpoint, path }: { readonly endpoint: Endpoint; readonly path: string }): boolean {
  return endpoint === "websocket" ? socketPath.test(path) : path === routes[endpoint].path;
}
