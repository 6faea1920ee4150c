import { type Fields, get, lines, post, raw, request } from "../actions.ts";
import { embedded, guarded, type Row, service } from "../row.ts";

const speech = "/v1/audio/speech";
const own = ["Host: {host}", "Cookie: {caller}", "Origin: http://{host}", "Content-Type: application/json"];
const key = ["Host: {host}", "Authorization: {caller}", "Content-Type: application/json"];
const models = "GET /v1/models HTTP/1.1";

/** What stands behind a refused request, and must never be read as one. */
const smuggled = [models, "Host: {host}", "Cookie: {caller}", "", ""];
const smuggledToService = [models, "Host: {host}", "Authorization: {caller}", "", ""];

/** A speech request whose length is told in ways that two programs in a row could read differently. */
const framings: readonly (readonly [name: string, fields: readonly string[], body: readonly string[]])[] = [
  ["a length beside chunks", ["Content-Length: 5", "Transfer-Encoding: chunked"], ["0", "", ""]],
  ["chunks beside a length", ["Transfer-Encoding: chunked", "Content-Length: 5"], ["0", "", ""]],
  ["two lengths", ["Content-Length: 2", "Content-Length: 3"], ["{}"]],
  ["a list of lengths", ["Content-Length: 2, 3"], ["{}"]],
  ["a negative length", ["Content-Length: -1"], ["{}"]],
  ["a length with a sign", ["Content-Length: +2"], ["{}"]],
  ["a length in hex", ["Content-Length: 0x2"], ["{}"]],
  ["a length beyond all numbers", ["Content-Length: 99999999999999999999"], ["{}"]],
  ["a coding that isn't known", ["Transfer-Encoding: gzip"], ["0", "", ""]],
  ["a coding behind another", ["Transfer-Encoding: gzip, chunked"], ["0", "", ""]],
  ["chunked twice", ["Transfer-Encoding: chunked, chunked"], ["0", "", ""]],
  ["chunked in a second field", ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"], ["0", "", ""]],
  ["a coding called identity", ["Transfer-Encoding: identity"], ["0", "", ""]],
  ["a coding with a tab", ["Transfer-Encoding:\tchunked\t, x"], ["0", "", ""]],
  ["a space before the colon", ["Transfer-Encoding : chunked"], ["0", "", ""]],
  ["a folded field", ["Transfer-Encoding:", " chunked"], ["0", "", ""]],
  ["a chunk's size that isn't one", ["Transfer-Encoding: chunked"], ["zz", "{}", "0", "", ""]],
  ["a chunk's size with a sign", ["Transfer-Encoding: chunked"], ["+2", "{}", "0", "", ""]],
  ["a chunk's size beyond all numbers", ["Transfer-Encoding: chunked"], ["ffffffffffffffffff", "{}", "0", "", ""]],
  ["a chunk that is longer than it says", ["Transfer-Encoding: chunked"], ["1", "{}", "0", "", ""]],
];

/** Header fields that no program should read. */
const oddFields: readonly (readonly [name: string, line: string])[] = [
  ["a NUL in a field", "X-Odd: a\0b"],
  ["a lone CR in a field", "X-Odd: a\rX-Injected: yes"],
  ["a lone LF in a field", "X-Odd: a\nTransfer-Encoding: chunked"],
  ["a field without a colon", "X-Odd"],
  ["a field without a name", ": odd"],
  ["a field whose name has a space", "X Odd: a"],
];

const healthz = ["GET /healthz HTTP/1.1", "Host: {host}", ""];
/** What takes a connection out of HTTP while it owes an answer. */
const offersBehindARequest: readonly Row[] = ["websocket", "h2c"].flatMap((protocol) =>
  [guarded, service].map((at) =>
    at(
      `${protocol} offered behind a request without an answer`,
      lines(...healthz, ...healthz.slice(0, -1), "Connection: Upgrade", `Upgrade: ${protocol}`, "", ""),
      "ends",
    ),
  ),
);

const fields = (count: number): Fields =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-${at}`, "1"]));

export const framing: readonly Row[] = [
  ...framings.map(([name, told, body]) =>
    guarded(name, lines(`POST ${speech} HTTP/1.1`, ...own, ...told, "", ...body, ...smuggled), "400 bad_request", {
      ends: true,
    }),
  ),
  ...oddFields.flatMap(([name, line]) => [
    guarded(name, lines(models, "Host: {host}", "Cookie: {caller}", line, "", ""), "400 bad_request", { ends: true }),
    service(name, lines(models, "Host: {host}", "Authorization: {caller}", line, "", ""), "400 bad_request", {
      ends: true,
    }),
  ]),
  guarded(
    "chunks in HTTP/1.0",
    lines(`POST ${speech} HTTP/1.0`, ...own, "Transfer-Encoding: chunked", "", "2", "{}", "0", "", ""),
    "400 bad_request",
    { ends: true },
  ),
  guarded("a version that isn't there", lines("GET /v1/models HTTP/1.2", ...own, "", ""), "400 bad_request", {
    ends: true,
  }),
  guarded("HTTP/0.9", raw("GET /v1/models\r\n\r\n"), "400 bad_request", { ends: true }),
  guarded("HTTP/2 without being asked", raw("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), "400 bad_request", { ends: true }),
  guarded("TLS where there is none", raw("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"), "400 bad_request", {
    ends: true,
  }),
  guarded("a method in small letters", lines("get /v1/models HTTP/1.1", ...own, "", ""), "400 bad_request", {
    ends: true,
  }),
  guarded("a space in the address", lines("GET /v1/mod els HTTP/1.1", ...own, "", ""), "400 bad_request", {
    ends: true,
  }),
  guarded("bytes alone", raw("\0".repeat(1_000)), "400 bad_request", { ends: true }),
  guarded("a hundred and one fields", get("/v1/models", fields(101)), "431 headers_too_large"),
  guarded("ten thousand fields", get("/v1/models", fields(10_000)), "431 headers_too_large", { ends: true }),
  guarded("a field of 100 kB", get("/v1/models", { "x-long": "a".repeat(100_000) }), "431 headers_too_large", {
    ends: true,
  }),
  guarded("an address of 100 kB", get(`/v1/models?${"a".repeat(100_000)}`), "431 headers_too_large", { ends: true }),
  service(
    "a field of 100 kB to the service",
    get("/v1/models", { "x-long": "a".repeat(100_000) }),
    "431 headers_too_large",
    { ends: true },
  ),
  guarded("forty requests ahead", raw(`${smuggled.join("\r\n")}`.repeat(40)), "ends", {
    ends: true,
  }),
  guarded(
    "HTTP/2 offered by an upgrade",
    get("/v1/models", { connection: "upgrade, http2-settings", upgrade: "h2c", "http2-settings": "AAMAAABk" }),
    "200",
    { asks: 1, asksWithout: /upgrade|h2c|http2/i },
  ),
  guarded(
    "a body behind an upgrade that isn't taken",
    post(speech, "{}", { connection: "upgrade", upgrade: "h2c" }),
    "200",
    { asks: 1 },
  ),
  ...offersBehindARequest,
  guarded(
    "another site behind an upgrade that isn't taken",
    get("/v1/models", { origin: "https://evil.example", connection: "upgrade", upgrade: "h2c" }),
    "403 foreign_origin",
  ),
  guarded(
    "hop-by-hop fields are taken out by name",
    get("/v1/models", { connection: "x-request-id, accept, cookie", accept: "x/y" }),
    "200",
    { asks: 1, asksWithout: /x\/y/, asksWith: /authorization/i },
  ),
  guarded(
    "what says whom it is forwarded for goes nowhere",
    get("/v1/models", { forwarded: "for=1.1.1.1", "x-forwarded-for": "1.1.1.1", "x-real-ip": "1.1.1.1", via: "1.1 x" }),
    "200",
    { asks: 1, asksWithout: /forwarded|real-ip|via|1.1.1.1/i },
  ),
];

export const framingAtTheService: readonly Row[] = framings.map(([name, told, body]) =>
  service(
    name,
    lines(`POST ${speech} HTTP/1.1`, ...key, ...told, "", ...body, ...smuggledToService),
    "400 bad_request",
    {
      ends: true,
    },
  ),
);

/** Refused early, while a body is still to come. */
const early: readonly (readonly [name: string, fields: Fields, comes: string])[] = [
  ["no session", { cookie: undefined }, "401 session_required"],
  ["another site", { origin: "https://evil.example" }, "403 foreign_origin"],
  ["another media type", { "content-type": "text/plain" }, "415 unsupported_media_type"],
  ["another host", { host: "evil.example" }, "421 host_not_allowed"],
  ["too many fields", fields(101), "431 headers_too_large"],
  ["too long a body", { "content-length": "9000000" }, "413 body_too_large"],
];

export const expectations: readonly Row[] = [
  service(
    "nonsense behind a good request is no answer to it",
    lines("GET /v1/models HTTP/1.1", "Host: {host}", "Authorization: {caller}", "", "nonsense", "", ""),
    "200 | ends",
    { answers: 2 },
  ),
  embedded(
    "nonsense behind a good request is no answer to it",
    raw("GET /v1/models HTTP/1.1\r\nHost: {host}\r\n\r\nnonsense\r\n\r\n"),
    "200 | ends",
    { answers: 2 },
  ),
  guarded("no host at all", get("/v1/models", { host: undefined }), "400 bad_request | 421 host_not_allowed"),
  ...early.flatMap(([name, given, comes]) => {
    const unsent: Fields = { "content-type": "application/json", "content-length": "8000", ...given };
    return [
      guarded(`${name}: the connection ends when a body is still coming`, request("POST", speech, unsent), comes, {
        ends: true,
      }),
      guarded(
        `${name}: the decision comes before 100 Continue`,
        request("POST", speech, { ...unsent, expect: "100-continue" }),
        comes,
        { noInterim: true, ends: true },
      ),
    ];
  }),
  guarded("100 Continue comes where the body is wanted", post(speech, "{}", { expect: "100-continue" }), "200", {
    asks: 1,
  }),
  guarded("an expectation that isn't known", post(speech, "{}", { expect: "the-unexpected" }), "200 | 417", {
    asks: 1,
  }),
  service(
    "the service decides before 100 Continue, too",
    request("POST", speech, {
      authorization: undefined,
      "content-type": "application/json",
      "content-length": "8000",
      expect: "100-continue",
    }),
    "401 invalid_api_key",
    { noInterim: true },
  ),
];
