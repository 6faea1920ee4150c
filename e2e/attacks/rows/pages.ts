import { type Fields, get, post } from "../actions.ts";
import { embedded, type Row, visitors } from "../row.ts";

const content = "/v1/audio/speech/tasks/task_a/content";
const own = (destination: string): Fields => ({ "sec-fetch-site": "same-origin", "sec-fetch-dest": destination });

/** What a browser would run, show or take in as a part of a page. */
const running = [
  "script",
  "worker",
  "sharedworker",
  "serviceworker",
  "style",
  "document",
  "iframe",
  "frame",
  "object",
  "embed",
  "audioworklet",
  "paintworklet",
  "manifest",
  "report",
  "xslt",
  "font",
  "image",
];

/** What the service says never runs in the page. */
export const destinations: readonly Row[] = [
  ...running.map((destination) =>
    visitors(`sound as ${destination}`, get(content, own(destination)), "403 destination_not_allowed"),
  ),
  visitors(
    "sound as a service worker's script",
    get(content, { ...own("empty"), "service-worker": "script" }),
    "403 destination_not_allowed",
  ),
  visitors("sound as sound", get(content, own("audio")), "200", { asks: 1 }),
  visitors("sound as data", get(content, own("empty")), "200", { asks: 1 }),
  visitors(
    "the page's address typed by hand",
    get("/v1/models", { "sec-fetch-site": "none", "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" }),
    "403 destination_not_allowed",
  ),
  embedded("a list of models as a page", get("/v1/models", own("document")), "403 destination_not_allowed"),
  embedded("the configuration as a script", get("/playground/config", own("script")), "403 destination_not_allowed"),
];

/** The page's own fields, and what its files say of themselves. */
export const pages: readonly Row[] = [
  embedded("the page in somebody's frame", get("/"), "200", {
    holds: /content-security-policy:[^\r]*frame-ancestors 'none'/i,
  }),
  embedded("a script of somebody in the page", get("/"), "200", {
    // The hash is that of the page's own script.
    holds:
      /content-security-policy: default-src 'none';script-src 'self' 'wasm-unsafe-eval'(?: 'sha256-[\w+/]{43}=')?;/i,
    lacks: /<script>.*<script>|'unsafe-inline'/is,
  }),
  embedded("a type that a browser guesses", get("/references/lower.mp3"), "200", {
    holds: /^x-content-type-options: nosniff\r$/im,
  }),
  embedded("a file that is packed beside it", get("/index.html.br"), "404 not_found"),
  embedded(
    "a page that takes a form",
    post("/", "a=b", { "content-type": "application/x-www-form-urlencoded" }),
    "404 not_found | 405 method_not_allowed | 415 unsupported_media_type",
  ),
  embedded(
    "an address of many ranges",
    get("/references/lower.mp3", { range: `bytes=${Array.from({ length: 1_000 }, (_, at) => `${at}-`).join(",")}` }),
    "200 | 206 | 416 bad_request",
  ),
  embedded("what an error repeats is no page", get("/<script>alert(1)</script>"), "400 bad_target", {
    lacks: /<script>/,
  }),
  embedded("what a missing file's error repeats is no page", get("/no/such/canary"), "404 not_found", {
    lacks: /no\/such\/canary/,
  }),
];

export const trustedTypes: readonly Row[] = [
  embedded("text that becomes a script in the page", get("/"), "200", {
    holds: /content-security-policy:[^\r]*require-trusted-types-for 'script'/i,
  }),
];
