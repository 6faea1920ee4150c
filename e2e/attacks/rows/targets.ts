import { get, lines, offer, post, request, socketPath } from "../actions.ts";
import { embedded, guarded, type Row, service } from "../row.ts";

const tasks = "/v1/audio/speech/tasks";

/** Addresses that two programs in a row could read differently. */
const oddTargets = [
  "//evil.example/v1/models",
  "/\\evil.example/v1/models",
  "/v1//models",
  "/v1/../v1/models",
  "/v1/./models",
  "/v1/%2e%2e/models",
  "/v1/%2E./models",
  "/..%2fv1/models",
  "/..%5cv1/models",
  "/..;/v1/models",
  "/v1/models;a=b",
  "/v1%2fmodels",
  "/v1/%252e%252e/models",
  "/v1/models#x",
  "/v1/models%00",
  "/v1/models%0d%0aX-Injected:%20yes",
  "/v1/models%",
  "/v1/models%zz",
  "/v1/models\x7f",
  "/v1/mod\xe9ls",
  "http://evil.example/v1/models",
  "http://{host}/v1/models",
  "https://evil.example:443/v1/models",
  "evil.example:443",
  "*",
  "?model=x",
];

/** Ids that aren't a task's, decoded or not. */
const oddIds = ["..", "%2e%2e", "task_a%2fb", "task_a%20b", "task_%E4%B8%AD", "task_a:b", "task_a@b", "...", "%61"];

/** Ids that services give without the documented form: each is one plain step of a path, and goes on as it is. */
const otherIds = ["task_", "TASK_a", "_task_a", "12345", "a.b~c"];

export const targets: readonly Row[] = [
  ...oddTargets.map((target) => guarded(`the address ${target}`, get(target), "400 bad_target | 400 bad_request")),
  ...oddIds.map((id) => guarded(`the task ${id}`, get(`${tasks}/${id}/content`), "400 bad_target | 404 not_found")),
  ...otherIds.map((id) =>
    guarded(`the task ${id} of a service that names them otherwise`, get(`${tasks}/${id}`), "200", {
      asks: 1,
      asksWith: new RegExp(`^GET ${tasks}/${id.replaceAll(".", "\\.")}$`, "m"),
    }),
  ),
  guarded("a task's id that is too long", get(`${tasks}/task_${"a".repeat(201)}`), "404 not_found"),
  guarded(
    "a task's id that is far too long",
    get(`${tasks}/task_${"a".repeat(2_000)}`),
    "400 bad_target | 404 not_found",
  ),
  guarded(
    "CONNECT",
    lines("CONNECT evil.example:443 HTTP/1.1", "Host: evil.example:443", "", ""),
    "ends | 400 bad_request",
  ),
  guarded(
    "TRACE repeats nothing",
    request("TRACE", "/v1/models"),
    "400 bad_request | 404 not_found | 405 method_not_allowed",
  ),
  guarded("a method that isn't there", request("PATCH", "/v1/models"), "404 not_found | 405 method_not_allowed"),
  guarded("HEAD where there is none", request("HEAD", "/v1/models"), "404 | 405"),
  guarded(
    "a method in a field",
    post("/v1/models", "{}", { "x-http-method-override": "GET" }),
    "405 method_not_allowed",
  ),
  guarded("a slash behind a route", get("/v1/models/"), "404 not_found"),
  guarded("a route in capitals", get("/V1/MODELS"), "404 not_found"),
  guarded("a route of other services", get("/v1/files"), "404 not_found"),
  guarded("a query that nobody asked for stays here", get("/v1/models?admin=1&key=x"), "200", {
    asks: 1,
    asksWith: /^GET \/v1\/models$/m,
  }),
  guarded("a content's query goes on as it is", get(`${tasks}/task_a/content?signature=%2F..%2f&b=%00`), "200", {
    asks: 1,
    asksWith: /^GET \/v1\/audio\/speech\/tasks\/task_a\/content\?signature=%2F\.\.%2f&b=%00$/m,
  }),
  guarded("two models in a WebSocket's address", offer({}, `${socketPath}&model=b`), "400 bad_request"),
  guarded("no model in a WebSocket's address", offer({}, "/v1/audio/speech/websocket"), "400 bad_request"),
  guarded(
    "a line break in a WebSocket's model",
    offer({}, "/v1/audio/speech/websocket?model=a%0d%0ab"),
    "400 bad_request",
  ),
  guarded("a WebSocket where there is none", offer({}, "/v1/models"), "404 not_found"),
  guarded("a WebSocket at the page", offer({}, "/"), "404 not_found"),
  guarded("a WebSocket by POST", offer({}, socketPath, "POST"), "404 not_found"),
  embedded("a file of the server", get("/../../../../etc/passwd"), "400 bad_target"),
  embedded("a file of the server, encoded", get("/%2e%2e/%2e%2e/etc/passwd"), "400 bad_target"),
  embedded("a file of the server among the assets", get("/assets/..%2f..%2fserver.js"), "400 bad_target"),
  embedded("the programs beside the page", get("/programs/server.js"), "404 not_found"),
  embedded("a dot file", get("/.vite/manifest.json"), "404 not_found"),
  embedded("a map of the sources", get("/assets/index.js.map"), "404 not_found"),
  embedded("a list of the files", get("/assets/"), "404 not_found"),
  ...["/v1/models/../models", "//v1/models", "/v1/%6dodels%00", "/v1/models;x"].map((target) =>
    service(`the address ${target}`, get(target), "404 not_found | 400 bad_request | 400 bad_target"),
  ),
  ...oddIds.map((id) => service(`the task ${id}`, get(`${tasks}/${id}`), "404 task_not_found | 404 not_found")),
  service(
    "CONNECT to the service",
    lines("CONNECT evil.example:443 HTTP/1.1", "Host: evil.example:443", "", ""),
    "ends | 400 bad_request",
  ),
  service("a WebSocket where there is none at the service", offer({}, "/v1/models"), "404 not_found"),
];
