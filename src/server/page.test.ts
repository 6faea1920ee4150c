import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type RunningProxy, startProxy } from "./proxy.fixture.ts";

/** What stands in the page itself. */
const ownScript = "document.title = 'Own';\n";
const html = `<!doctype html><title>Speech</title><script>${ownScript}</script>`;
const script = "export const answer = 42;\n".repeat(100);
let directory: string;
let proxy: RunningProxy;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "playground-page-"));
  mkdirSync(join(directory, "assets"));
  writeFileSync(join(directory, "index.html"), html);
  writeFileSync(join(directory, "favicon.svg"), "<svg/>");
  writeFileSync(join(directory, ".hidden"), "secret");
  writeFileSync(join(directory, "assets", "main-abc123.js"), script);
  writeFileSync(join(directory, "assets", "main-abc123.js.br"), brotliCompressSync(script));
  writeFileSync(join(directory, "assets", "main-abc123.js.gz"), gzipSync(script));
  proxy = await startProxy("http://127.0.0.1:9", { pageDirectory: directory });
});
afterAll(async () => {
  await proxy.close();
  rmSync(directory, { recursive: true });
});

test("the page is asked for anew each time, and costs nothing while it is the same", async () => {
  for (const path of ["/", "/index.html"]) {
    const reply = await proxy.send("GET", path);
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(reply.headers["cache-control"]).toBe("no-cache");
    const etag = String(reply.headers.etag);
    const again = await proxy.send("GET", path, { headers: { "if-none-match": etag } });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  }
});

test("the page may run its own scripts, one in its HTML too, and nothing else", async () => {
  const { headers } = await proxy.send("GET", "/");
  const hash = createHash("sha256").update(ownScript).digest("base64");
  const policy = new Map(
    String(headers["content-security-policy"])
      .split(";")
      .map((part) => part.trim().split(" "))
      .map(([name, ...sources]) => [name, sources.join(" ")]),
  );
  expect(Object.fromEntries(policy)).toMatchObject({
    "default-src": "'none'",
    "script-src": `'self' 'wasm-unsafe-eval' 'sha256-${hash}'`,
    "style-src": "'self'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "own-scripts",
    "worker-src": "'self'",
    "connect-src": "'self' blob:",
    "media-src": "'self' blob: https: http:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
  });
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
  });
  expect(headers["permissions-policy"]).toMatch(/camera=\(\),.* microphone=\(self\), /);
  expect(headers["strict-transport-security"]).toBeUndefined();
  expect(headers["x-powered-by"]).toBeUndefined();
  expect(headers["server"]).toBeUndefined();
});

test("other windows are kept away where browsers allow it: on this machine and by https", async () => {
  const policy = async (asked: RunningProxy, host: string) =>
    (await asked.send("GET", "/", { headers: { host } })).headers["cross-origin-opener-policy"];
  const environment = { PLAYGROUND_PUBLIC_URL: "https://speak.example.com", ALLOWED_HOSTS: "plain.example.com" };
  const open = await startProxy("http://127.0.0.1:9", {
    environment,
    pageDirectory: directory,
    configuration: { host: "0.0.0.0" },
  });
  onTestFinished(() => open.close());
  for (const host of ["localhost", "127.0.0.1", "127.8.8.8", "[::1]"]) {
    expect([host, await policy(proxy, `${host}:${proxy.port}`)]).toEqual([host, "same-origin"]);
  }
  for (const host of ["speak.example.com", "speak.example.com:443", "SPEAK.example.com"]) {
    expect([host, await policy(open, host)]).toEqual([host, "same-origin"]);
  }
  // Browsers ignore it over plain http, and call that an error.
  for (const host of ["plain.example.com", "speak.example.com:8080", "192.168.1.20:4173", "[fe80::1]:4173"]) {
    expect([host, await policy(open, host)]).toEqual([host, undefined]);
  }
});

test("files with a hash in their name are kept for good, and go out compressed", async () => {
  const path = "/assets/main-abc123.js";
  const get = (encoding: string) => proxy.send("GET", path, { headers: { "accept-encoding": encoding } });
  const [brotli, gzipped, plain] = [await get("gzip, deflate, br"), await get("gzip"), await get("identity")];
  expect([brotli.headers["content-encoding"], brotliDecompressSync(brotli.body).toString()]).toEqual(["br", script]);
  expect([gzipped.headers["content-encoding"], gunzipSync(gzipped.body).toString()]).toEqual(["gzip", script]);
  expect([plain.headers["content-encoding"], plain.text]).toEqual([undefined, script]);
  for (const { headers } of [brotli, gzipped, plain]) {
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(headers["content-type"]).toMatch(/^(?:text|application)\/javascript; charset=utf-8$/);
    expect(headers.vary).toBe("accept-encoding");
  }
  expect(new Set([brotli, gzipped, plain].map(({ headers }) => headers.etag)).size).toBe(3);
});

test.each([
  ["bytes=0-1", 206, `bytes 0-1/${html.length}`, undefined],
  ["bytes=-1", 206, `bytes ${html.length - 1}-${html.length - 1}/${html.length}`, undefined],
  ["bytes=5-1", 416, `bytes */${html.length}`, "bad_request"],
  ["bytes=99-", 416, `bytes */${html.length}`, "bad_request"],
  ["bytes=-", 416, `bytes */${html.length}`, "bad_request"],
])("the range %s of a file is %i", async (range, status, contentRange, code) => {
  const reply = await proxy.send("GET", "/", { headers: { range } });
  expect([reply.status, reply.headers["content-range"], reply.code]).toEqual([status, contentRange, code]);
  expect(proxy.log()).not.toContain('"level":50');
});

test("a condition that a file doesn't meet is 412 in our shape", async () => {
  const reply = await proxy.send("GET", "/", { headers: { "if-match": '"another"' } });
  expect([reply.status, reply.code]).toEqual([412, "bad_request"]);
});

test("HEAD is GET without a body", async () => {
  const reply = await proxy.send("HEAD", "/");
  expect([reply.status, reply.headers["content-length"], reply.body.length]).toEqual([200, String(html.length), 0]);
});

test.each([
  "/assets/",
  "/assets",
  "/assets/none.js",
  "/library",
  "/.hidden",
  "/assets/main-abc123.js.br",
  "/favicon.ico",
])("%s is 404 in our shape, not the page", async (path) => {
  const reply = await proxy.send("GET", path);
  expect([reply.status, reply.code, reply.headers["content-type"]]).toEqual([
    404,
    "not_found",
    "application/json; charset=utf-8",
  ]);
});

test("the page can't be written to", async () => {
  for (const method of ["POST", "PUT", "DELETE"]) expect((await proxy.send(method, "/")).status).toBe(404);
});
