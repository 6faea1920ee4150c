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

/** The documented routes in the order in which they are offered: what speaks first. */
export const routeNames = [
  "speech",
  "tasks",
  "websocket",
  "models",
  "task",
  "content",
  "contentHead",
  "timestamps",
  "systemone",
] as const satisfies readonly RouteName[];

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

/** A query as it stands in an address: visible ASCII without `#`, which would end it, and what URL parsers encode. */
const plainQuery = /^[!$-;=?-~]*$/;
/** One model, as `encodeURIComponent` writes it. */
const modelQuery = /^model=(?:[\w.!~*'()-]|%[\dA-Fa-f]{2})*$/;

/**
 * The documented route (section 4) that a request goes to; undefined for every other address, however it is spelt. Only a
 * file's address has a query of its own, a WebSocket's names one model. What came from a file, an older version or an answer
 * is asked this before it becomes an address.
 */
export function documentedRoute(method: string, path: string): RouteName | undefined {
  const [plain = "", ...rest] = path.split("?");
  const query = rest.length === 0 ? undefined : rest.join("?");
  const below = `${routes.tasks.path}/`;
  const [id = "", ...after] = plain.startsWith(below) ? plain.slice(below.length).split("/") : [];
  const template = taskIdPattern.test(id) ? below + ["{task_id}", ...after].join("/") : id === "" ? plain : "";
  const name = routeNames.find((each) => routes[each].method === method && routes[each].path === template);
  if (name === "websocket") return query !== undefined && modelQuery.test(query) ? name : undefined;
  const hasFile = name === "content" || name === "contentHead";
  return query === undefined || (hasFile && plainQuery.test(query)) ? name : undefined;
}

/** Whether a speech request goes where its endpoint is (section 4). */
export function isAtEndpoint({ endpoint, path }: { readonly endpoint: Endpoint; readonly path: string }): boolean {
  return documentedRoute(routes[endpoint].method, path) === endpoint;
}

/** A query that a person wrote, as it stands in an address: what none could hold is percent-encoded, the rest stays byte for byte. */
export function plainQueryOf(query: string): string {
  return query.replace(/\p{Cs}/gu, "\ufffd").replace(/[^!$-;=?-~]/gu, encodeURIComponent);
}
