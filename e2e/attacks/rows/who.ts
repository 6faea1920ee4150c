import { type Fields, get, offer, offered, post, request, socketPath } from "../actions.ts";
import { canaries } from "../places.ts";
import { embedded, guarded, type Row, service, visitors } from "../row.ts";

const evil: Fields = { origin: "https://evil.example" };
const stranger: Fields = { cookie: undefined };
const speech = "/v1/audio/speech";
const task = `${speech}/tasks/task_abc`;
const text = '{"model":"streamspeech-v8","input":"Hello","voice":"Autumn"}';
const ours = "Bearer sk-canary-server";

/** Who may ask, and with whose key it is paid. */
export const who: readonly Row[] = [
  guarded("nobody without a session lists models", get("/v1/models", stranger), "401 session_required"),
  guarded("nobody without a session speaks", post(speech, text, stranger), "401 session_required"),
  guarded("nobody without a session makes a task", post(`${speech}/tasks`, text, stranger), "401 session_required"),
  guarded(
    "nobody without a session asks a language model",
    post("/v1/systemone", "{}", stranger),
    "401 session_required",
  ),
  guarded("nobody without a session reads a task", get(task, stranger), "401 session_required"),
  guarded("nobody without a session hears a task", get(`${task}/content?expires=1`, stranger), "401 session_required"),
  guarded("nobody without a session learns a sound's size", request("HEAD", `${task}/content`, stranger), "401"),
  guarded("nobody without a session reads times", get(`${task}/timestamps`, stranger), "401 session_required"),
  guarded("nobody without a session opens a WebSocket", offer(stranger), "401 session_required"),
  guarded("nobody without a session asks why", get(socketPath, stranger), "401 session_required"),
  visitors("nobody without a key lists models", get("/v1/models", stranger), "401 session_required"),
  visitors("nobody without a key opens a WebSocket", offer(stranger), "401 session_required"),
  guarded(
    "a key of one's own is no session",
    get("/v1/models", { ...stranger, authorization: ours }),
    "401 session_required",
  ),
  guarded("a client's Authorization goes nowhere", get("/v1/models", { authorization: "Bearer mine" }), "200", {
    asks: 1,
    asksWith: new RegExp(`^authorization: Bearer ${canaries.serverKey}$`, "im"),
    asksWithout: /mine|cookie/i,
  }),
  guarded(
    "a client's Authorization doesn't open a WebSocket",
    offer({ ...stranger, authorization: ours }),
    "401 session_required",
  ),
  guarded("a forged cookie is none", get("/v1/models", { cookie: "{caller}x" }), "401 session_required"),
  guarded("an empty cookie is none", get("/v1/models", { cookie: "playground_session_0=" }), "401 session_required"),
  guarded("a cookie's name alone is none", get("/v1/models", { cookie: "x{caller}" }), "401 session_required"),
  guarded(
    "two cookies of one name are none",
    get("/v1/models", { cookie: "{caller}; {caller}x" }),
    "401 session_required",
  ),
  guarded(
    "a cookie in a second field is none",
    get("/v1/models", { cookie: ["{caller}", "{caller}x"] }),
    "401 session_required",
  ),
  guarded("who lacks the password learns nothing of the service", get("/playground/config", stranger), "200", {
    lacks: /baseUrl|canary/,
  }),

  visitors("another site lists no models", get("/v1/models", evil), "403 foreign_origin"),
  visitors("another site's form doesn't speak", post(speech, text, evil), "403 foreign_origin"),
  visitors("another site opens no WebSocket", offer(evil), "403 foreign_origin"),
  visitors("a WebSocket without an origin is nobody's", offer({ origin: undefined }), "403 foreign_origin"),
  visitors("another site doesn't read the configuration", get("/playground/config", evil), "403 foreign_origin"),
  visitors("another site signs nobody out", request("DELETE", "/playground/session", evil), "403 foreign_origin"),
  visitors(
    "a program signs nobody out",
    request("DELETE", "/playground/session", { origin: undefined }),
    "403 foreign_origin",
  ),
  visitors("another site signs nobody in", post("/playground/session", '{"apiKey":"x"}', evil), "403 foreign_origin"),
  visitors(
    "a page says that it is from another site",
    get("/v1/models", { "sec-fetch-site": "cross-site" }),
    "403 foreign_origin",
  ),
  visitors(
    "a neighbouring host is another site",
    get("/v1/models", { "sec-fetch-site": "same-site" }),
    "403 foreign_origin",
  ),
  visitors("an origin that is hidden is another's", post(speech, text, { origin: "null" }), "403 foreign_origin"),
  visitors("another port is another site", post(speech, text, { origin: "http://127.0.0.1:1" }), "403 foreign_origin"),
  visitors(
    "our host in front of an @ is another's",
    post(speech, text, { origin: "http://{host}@evil.example" }),
    "403 foreign_origin",
  ),
  visitors(
    "our host as a beginning is another's",
    post(speech, text, { origin: "http://{host}.evil.example" }),
    "403 foreign_origin",
  ),
  visitors(
    "two origins are another's",
    post(speech, text, { origin: "http://{host} https://evil.example" }),
    "403 foreign_origin",
  ),
  visitors(
    "two fields of origin are another's",
    post(speech, text, { origin: ["http://{host}", "https://evil.example"] }),
    "403 foreign_origin | 400 bad_request",
  ),
  visitors("an origin that is a file is another's", post(speech, text, { origin: "file://" }), "403 foreign_origin"),
  visitors(
    "another site is given no CORS",
    request("OPTIONS", speech, { ...evil, "access-control-request-method": "POST" }),
    "403 foreign_origin",
    {
      lacks: /access-control-/i,
    },
  ),
  visitors("our own page is given no CORS either", get("/v1/models", { origin: "http://{host}" }), "200", {
    asks: 1,
    lacks: /access-control-/i,
  }),
  visitors(
    "a WebSocket's other spelling is checked too",
    offer({ ...evil, upgrade: "WebSocket" }),
    "403 foreign_origin",
  ),

  guarded(
    "a name that is made to resolve here isn't ours",
    get("/v1/models", { host: "evil.example" }),
    "421 host_not_allowed",
  ),
  guarded(
    "our name as a beginning isn't ours",
    get("/v1/models", { host: "127.0.0.1.evil.example" }),
    "421 host_not_allowed",
  ),
  guarded(
    "our address with another port isn't ours",
    get("/v1/models", { host: "127.0.0.1:1" }),
    "421 host_not_allowed",
  ),
  guarded(
    "a user name in front of a host isn't read",
    get("/v1/models", { host: "{host}@evil.example" }),
    "421 host_not_allowed",
  ),
  guarded(
    "two hosts are none of ours",
    get("/v1/models", { host: ["{host}", "evil.example"] }),
    "400 bad_request | 421 host_not_allowed",
  ),
  guarded("the page's files know their host", get("/", { host: "evil.example" }), "421 host_not_allowed"),
  guarded(
    "a WebSocket knows its host",
    offer({ host: "evil.example", origin: "http://evil.example" }),
    "421 host_not_allowed",
  ),
  guarded(
    "X-Forwarded-Host isn't believed",
    get("/v1/models", { host: "evil.example", "x-forwarded-host": "{host}" }),
    "421 host_not_allowed",
  ),

  embedded(
    "a name that is made to resolve here can't spend",
    post(speech, text, { host: "evil.example" }),
    "421 host_not_allowed",
  ),
  embedded("another site can't spend", post(speech, text, evil), "403 foreign_origin"),
  embedded("another site's WebSocket can't spend", offer(evil), "403 foreign_origin"),
  service("no key is no caller", get("/v1/models", { authorization: undefined }), "401 invalid_api_key"),
  service("a wrong key is no caller", get("/v1/models", { authorization: "Bearer wrong" }), "401 invalid_api_key"),
  service(
    "another scheme is no key",
    get("/v1/models", { authorization: `Basic ${canaries.serviceKey}` }),
    "401 invalid_api_key",
  ),
  service(
    "the beginning of a key is no key",
    get("/v1/models", { authorization: `Bearer ${canaries.serviceKey.slice(0, -1)}` }),
    "401 invalid_api_key",
  ),
  service("no key opens no WebSocket", offer({ authorization: undefined }), "401 invalid_api_key"),
  service(
    "a key in the address is none",
    get(`/v1/models?key=${canaries.serviceKey}`, { authorization: undefined }),
    "401 invalid_api_key",
  ),
];

/**
 * A path in another spelling is the same path to the router, so no rule may see it as another one (own page or not).
 */
export const spelling: readonly Row[] = [
  "/%761/models",
  "/v%31/models",
  "/v1/%6dodels",
  "/v1/%6Dodels",
  "/%70layground/config",
  "/playground/%63onfig",
  "/v1/audio/speech/tasks/task_%61bc",
  "/v1/audio/speech/tasks/task%5Fabc/content",
  "/%68ealthz",
].flatMap((path) => [
  visitors(`another site asks for ${path}`, get(path, evil), "400 bad_target | 403 foreign_origin"),
  visitors(`our own page asks for ${path}`, get(path, { origin: "http://{host}" }), "400 bad_target"),
]);

export const spelledOffers: readonly Row[] = [
  visitors(
    "another site's WebSocket at another spelling",
    offer(evil, socketPath.replace("audio", "%61udio")),
    "400 bad_target | 403 foreign_origin",
  ),
  visitors(
    "our own WebSocket at another spelling",
    offer(offered, socketPath.replace("websocket", "%77ebsocket")),
    "400 bad_target",
  ),
  visitors(
    "another site signs out at another spelling",
    request("DELETE", "/playground/%73ession", evil),
    "400 bad_target | 403 foreign_origin",
  ),
  visitors(
    "another site speaks at another spelling",
    post("/%761/audio/speech", text, evil),
    "400 bad_target | 403 foreign_origin",
  ),
];
