import type { ServerResponse } from "node:http";
import { get, offer, post } from "../actions.ts";
import { canaries } from "../places.ts";
import type { Misbehaviour } from "../recording-service.ts";
import { guarded, type Row, visitors } from "../row.ts";

const speech = "/v1/audio/speech";
const content = "/v1/audio/speech/tasks/task_a/content";
const ask = get("/v1/models");
const speak = post(speech, "{}");

/** The service answers by lines as they are. */
const says = (...lines: readonly string[]): Misbehaviour => ({ bytes: lines.join("\r\n") });
/** The service answers with a status, a type and a body. */
const answers = (status: number, type: string, body: string, fields: Record<string, string> = {}): Misbehaviour => ({
  answer: (_request, response: ServerResponse) =>
    void response.writeHead(status, { "content-type": type, ...fields }).end(body),
});
const refuses = (...lines: readonly string[]): Misbehaviour => ({ refuse: lines.join("\r\n") });

/** Every part of a key that has eight characters or more, as it is and as hex: what must not be in an answer. */
function partsOf(key: string): RegExp {
  const parts = Array.from({ length: key.length - 7 }, (_, at) => key.slice(at, at + 8));
  const hex = parts.map((part) => Buffer.from(part).toString("hex"));
  const whole = [
    Buffer.from(key).toString("base64").replace(/=+$/, ""),
    Buffer.from(`Bearer ${key}`).toString("base64").replace(/=+$/, ""),
  ];
  return new RegExp([...parts, ...hex, ...whole].map((part) => part.replace(/[+/.]/g, "\\$&")).join("|"), "i");
}
const server = partsOf(canaries.serverKey);
const visitor = partsOf(canaries.visitorKey);

/** Ways in which a service repeats the key that it was sent. */
const echoes: readonly (readonly [name: string, echo: (key: string) => string])[] = [
  ["whole", (key) => key],
  ["its beginning", (key) => `${key.slice(0, 12)}***`],
  ["its end", (key) => `***${key.slice(-8)}`],
  ["its middle", (key) => `***${key.slice(6, 16)}***`],
  ["in capitals", (key) => key.toUpperCase()],
  ["as an address writes it", (key) => encodeURIComponent(key)],
  ["in hex", (key) => Buffer.from(key).toString("hex")],
  ["in capital hex", (key) => Buffer.from(key).toString("hex").toUpperCase()],
  ["in Base64", (key) => Buffer.from(key).toString("base64")],
  ["in Base64 with its scheme", (key) => Buffer.from(`Bearer ${key}`).toString("base64")],
  ["in Base64 for addresses", (key) => Buffer.from(key).toString("base64url")],
];

export const echoedKeys: readonly Row[] = echoes.flatMap(([name, echo]) => [
  ...[200, 400, 500].map((status) =>
    guarded(`${status} with the server's key, ${name}`, ask, `${status}`, {
      asks: 1,
      lacks: server,
      service: answers(status, "application/json", `{"message":"${echo(canaries.serverKey)}"}`),
    }),
  ),
  guarded(`a field with the server's key, ${name}`, ask, "200", {
    asks: 1,
    lacks: server,
    service: answers(200, "application/json", "{}", {
      "x-request-id": echo(canaries.serverKey),
      etag: `"${echo(canaries.serverKey)}"`,
    }),
  }),
  visitors(`401 with the visitor's key, ${name}`, ask, "401", {
    asks: 1,
    lacks: visitor,
    service: answers(401, "application/json", `{"message":"${echo(canaries.visitorKey)}"}`),
  }),
]);

export const answersOfTheService: readonly Row[] = [
  guarded("401 that repeats the server's key", ask, "401 upstream_unauthorized", {
    asks: 1,
    lacks: server,
    service: answers(401, "text/plain", canaries.serverKey),
  }),
  guarded("a refused WebSocket that repeats the server's key", offer(), "403", {
    asks: 1,
    lacks: server,
    service: refuses(
      "HTTP/1.1 403 No",
      `x-request-id: ${canaries.serverKey}`,
      "connection: close",
      "",
      canaries.serverKey,
    ),
  }),
  guarded("the key in the reason of a status", ask, "200", {
    asks: 1,
    lacks: server,
    service: says(
      `HTTP/1.1 200 ${canaries.serverKey}`,
      "content-type: application/json",
      "connection: close",
      "",
      "{}",
    ),
  }),
  guarded("302 to somewhere else", speak, "502 upstream_redirected", {
    asks: 1,
    lacks: /evil/,
    service: answers(302, "text/html", "", { location: "https://evil.example/" }),
  }),
  guarded("307 to itself", speak, "502 upstream_redirected", {
    asks: 1,
    lacks: /location/i,
    service: answers(307, "text/html", "", { location: speech }),
  }),
  guarded("a WebSocket that is sent elsewhere", offer(), "502 upstream_redirected", {
    asks: 1,
    lacks: /evil/,
    service: refuses("HTTP/1.1 302 Found", "location: ws://evil.example/", "connection: close", "", ""),
  }),
  guarded("fields that are ours to say", ask, "200", {
    asks: 1,
    // What is withheld is told as data, in one field that no browser knows; of cookies the names alone.
    lacks: new RegExp(
      [
        "^(?!x-upstream-headers:).*evil",
        "^(?:x-powered-by|server|access-control-[\\w-]+|set-cookie|clear-site-data|refresh):",
        "^(?:service-worker-allowed|sourcemap|alt-svc|link|location):",
        "playground_session=evil",
      ].join("|"),
      "im",
    ),
    holds: /^content-security-policy: default-src 'none'.*sandbox/im,
    service: answers(200, "text/html", "<script>alert(1)</script>", {
      "set-cookie": "playground_session=evil; Path=/",
      "access-control-allow-origin": "*",
      "content-security-policy": "script-src evil",
      "x-content-type-options": "evil",
      "clear-site-data": '"*"',
      "service-worker-allowed": "/",
      sourcemap: "evil",
      server: "evil",
      "x-powered-by": "evil",
      refresh: "0;url=https://evil.example",
      "alt-svc": 'h2="evil.example:443"',
      link: "<https://evil.example>; rel=preload",
      location: "https://evil.example",
      "proxy-status": "speech-playground; error=evil",
    }),
  }),
  guarded("a script as sound stays data", get(content), "200", {
    asks: 1,
    holds: /^x-content-type-options: nosniff\r$/im,
    service: answers(200, "text/javascript", "alert(1)"),
  }),
  guarded("an answer that is packed", ask, "502 upstream_invalid", {
    asks: 1,
    service: answers(200, "application/json", "{}", { "content-encoding": "gzip" }),
  }),
  guarded("a coding that isn't known", ask, "502 upstream_invalid", {
    asks: 1,
    service: says("HTTP/1.1 200 OK", "transfer-encoding: gzip, chunked", "", "0", "", ""),
  }),
  guarded("two lengths", ask, "502 *", {
    asks: 1,
    service: says("HTTP/1.1 200 OK", "content-length: 2", "content-length: 3", "", "{}x"),
  }),
  guarded("a length beside chunks", ask, "502 *", {
    asks: 1,
    service: says("HTTP/1.1 200 OK", "content-length: 2", "transfer-encoding: chunked", "", "0", "", ""),
  }),
  guarded("a field that goes on in another", ask, "502 upstream_invalid", {
    asks: 1,
    lacks: /injected/i,
    service: says("HTTP/1.1 200 OK", "x-request-id: a\rset-cookie: injected", "content-length: 2", "", "{}"),
  }),
  guarded("a head of 100 kB", ask, "502 upstream_invalid", {
    asks: 1,
    service: says("HTTP/1.1 200 OK", `x-long: ${"a".repeat(100_000)}`, "", ""),
  }),
  guarded("no HTTP at all", ask, "502 upstream_invalid", { asks: 1, service: says("SSH-2.0-evil", "", "") }),
  guarded("an end before the answer", ask, "502 upstream_closed", {
    asks: 1,
    service: { answer: (_request, { req }) => req.socket.destroy() },
  }),
  guarded("101 that nobody asked for", ask, "502 *", {
    asks: 1,
    service: says("HTTP/1.1 101 Switching Protocols", "upgrade: evil", "connection: upgrade", "", ""),
  }),
  guarded("hints before the answer", ask, "200", {
    asks: 1,
    noInterim: true,
    lacks: /evil/,
    service: says(
      ...Array.from({ length: 50 }, () => "HTTP/1.1 103 Early Hints\r\nlink: <https://evil.example>\r\n"),
      "HTTP/1.1 200 OK",
      "content-length: 2",
      "",
      "{}",
    ),
  }),
  guarded("a body that is shorter than it says", ask, "200", {
    asks: 1,
    ends: true,
    lacks: /\r\n0\r\n\r\n$/,
    service: says("HTTP/1.1 200 OK", "content-type: application/json", "content-length: 100", "", "{}"),
  }),
  guarded("chunks that never end", ask, "200", {
    asks: 1,
    ends: true,
    lacks: /\r\n0\r\n\r\n$/,
    service: says("HTTP/1.1 200 OK", "content-type: application/json", "transfer-encoding: chunked", "", "2", "{}", ""),
  }),
  guarded("a second answer behind the first is nobody's", ask, "200", {
    asks: 1,
    service: {
      answer: (_request, { req }) =>
        void req.socket.write(
          "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\npoisoned",
        ),
    },
  }),
  guarded("fields behind the body", ask, "200", {
    asks: 1,
    lacks: /evil/,
    service: says(
      "HTTP/1.1 200 OK",
      "trailer: set-cookie",
      "transfer-encoding: chunked",
      "",
      "2",
      "{}",
      "0",
      "set-cookie: evil",
      "",
      "",
    ),
  }),
];
