/** Every route of the service (section 4). `{task_id}` stands for an id that matches {@link taskIdPattern}. */
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

/** The name of a documented route. */
export type RouteName = keyof typeof routes;

/** The routes that take a speech request: as an HTTP body, as a task, or as the first WebSocket frame. */
export const endpoints = ["speech", "tasks", "websocket"] as const;
export type Endpoint = (typeof endpoints)[number];

/** A task id: `task_` and an opaque string (section 2.6), narrowed to what is safe inside a path. */
export const taskIdPattern = /^task_[A-Za-z0-9._~-]{1,200}$/;

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
  const named = pathOf(target).replace(/\/task_[^/]*/, (part) =>
    taskIdPattern.test(part.slice(1)) ? "/{task_id}" : part,
  );
  return known.flatMap((route) => (route.path === named ? [route.method] : []));
}

/** The path of a target in origin-form or absolute-form (RFC 9112, section 3.2), decoded but for reserved characters. */
function pathOf(target: string): string {
  const [path = ""] = target.replace(/^https?:\/\/[^/]*/, "").split("?", 1);
  try {
    return decodeURI(path);
  } catch {
    return "";
  }
}

/** The path of a task's route, or undefined when `taskId` is not a task id. */
export function taskPath(route: "task" | "content" | "timestamps", taskId: string): string | undefined {
  return taskIdPattern.test(taskId) ? routes[route].path.replace("{task_id}", taskId) : undefined;
}

/** A WebSocket's address names one model, as `encodeURIComponent` writes it. */
const socketPath = /^\/v1\/audio\/speech\/websocket\?model=(?:[\w.!~*'()-]|%[\dA-Fa-f]{2})*$/;

/** Whether a speech request goes where its endpoint is (section 4), and not to an address that somebody else has written. */
export function isAtEndpoint({ endpoint, path }: { readonly endpoint: Endpoint; readonly path: string }): boolean {
  return endpoint === "websocket" ? socketPath.test(path) : path === routes[endpoint].path;
}
