import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { downloadAddress } from "../contract/download.ts";
import { playgroundRoutes } from "../contract/playground.ts";
import { routes } from "../contract/routes.ts";
import { type FakeService, startFakeService } from "../http/fake-service.fixture.ts";
import { canary, type RunningProxy, startProxy } from "./proxy.fixture.ts";

/** The service's answers never run in the page and are never a page: each test is named after what must be survived. */
const directory = mkdtempSync(join(tmpdir(), "playground-destinations-"));
let upstream: FakeService;
let proxy: RunningProxy;

beforeAll(async () => {
  for (const name of ["index.html", "offline.js"]) writeFileSync(join(directory, name), "");
  upstream = await startFakeService();
  proxy = await startProxy(upstream.url, { pageDirectory: directory });
});
beforeEach(() => {
  upstream.seen.length = 0;
  upstream.answer = (_request, response) => response.setHeader("content-type", "text/javascript").end("run()");
});
afterAll(async () => {
  await proxy.close();
  await upstream.close();
  rmSync(directory, { recursive: true });
});

const content = "/v1/audio/speech/tasks/task_a/content?signature=a%2Fb&expires=1";
const download = downloadAddress(content);
/** What isn't fetched as data or sound, of the Fetch standard and of drafts, and one that nobody knows yet. */
const refused = [
  ...["audioworklet", "document", "embed", "fencedframe", "font", "frame", "iframe", "image", "json", "manifest"],
  ...["object", "paintworklet", "report", "script", "serviceworker", "sharedworker", "style", "track", "webidentity"],
  ...["worker", "xslt", "unheard-of", "", "empty, script"],
];
const serviceRoutes = Object.values(routes).map(({ method, path }) => ({
  method,
  path: path.replace("{task_id}", "task_a"),
}));

/** A request as a browser sends it for the page. */
function ask(method: string, path: string, headers: Readonly<Record<string, string>>) {
  const own = { "sec-fetch-site": "same-origin", ...headers };
  return method === "POST" ? proxy.post(path, "{}", own) : proxy.send(method, path, { headers: own });
}

describe.each(serviceRoutes)("an answer of $method $path", ({ method, path }) => {
  test("isn't given to a browser that would run or show it", async () => {
    for (const destination of refused) {
      const reply = await ask(method, path, { "sec-fetch-dest": destination });
      const code = method === "HEAD" ? undefined : "destination_not_allowed";
      expect([destination, reply.status, reply.code]).toEqual([destination, 403, code]);
    }
    expect(upstream.seen).toHaveLength(0);
  });

  test("isn't given as a service worker's script, by whatever the browser says that it asks for one", async () => {
    expect((await ask(method, path, { "service-worker": "script" })).status).toBe(403);
    expect((await ask(method, path, { "service-worker": "script", "sec-fetch-dest": "empty" })).status).toBe(403);
    expect(upstream.seen).toHaveLength(0);
  });

  test("is given to the page's own requests and media elements", async () => {
    for (const destination of ["empty", "audio", "video", "websocket"]) {
      expect((await ask(method, path, { "sec-fetch-dest": destination })).status).not.toBe(403);
    }
    expect((await ask(method, path, {})).status).not.toBe(403);
  });
});

test("what the playground says of itself isn't run or shown either, and its page's files are", async () => {
  for (const destination of ["script", "document", "serviceworker"]) {
    const headers = {
      "sec-fetch-dest": destination,
      ...(destination === "serviceworker" ? { "service-worker": "script" } : {}),
    };
    expect((await ask("GET", playgroundRoutes.config.path, headers)).code).toBe("destination_not_allowed");
    for (const path of ["/", "/offline.js"]) expect((await ask("GET", path, headers)).status).toBe(200);
  }
  // Typed by hand: nothing is there, and that is what is said.
  const nothing = await proxy.send("GET", "/nothing", {
    headers: { "sec-fetch-site": "none", "sec-fetch-dest": "document" },
  });
  expect([nothing.status, nothing.code]).toEqual([404, "not_found"]);
});

describe("a download", () => {
  test.each([
    ["Chromium", "empty"],
    ["Firefox", "document"],
  ])("as %s asks for it is saved under the service's name for it, and is no page", async (_browser, destination) => {
    upstream.answer = (_request, response) =>
      response.setHeader("content-disposition", 'inline; filename="task_a.wav"').end("RIFF");
    const reply = await ask("GET", download, {
      "sec-fetch-dest": destination,
      "sec-fetch-mode": "navigate",
      range: "bytes=0-",
    });
    expect([reply.status, reply.text]).toEqual([200, "RIFF"]);
    expect(reply.headers).toMatchObject({
      "content-disposition": 'attachment; filename="task_a.wav"',
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
    expect(upstream.seen.map(({ url, headers }) => [url, headers.range, headers.authorization])).toEqual([
      [content, "bytes=0-", `Bearer ${canary}`],
    ]);
  });

  test.each([undefined, "inline", "attachment", "filename=x"])("is one, though the service says %s", async (said) => {
    upstream.answer = (_request, response) => {
      if (said !== undefined) response.setHeader("content-disposition", said);
      response.setHeader("content-type", "text/html").end("<script>run()</script>");
    };
    const reply = await ask("GET", download, { "sec-fetch-dest": "document" });
    expect(reply.headers["content-disposition"]).toBe("attachment");
  });

  test("isn't given for anything else, to other sites, or for what is no task", async () => {
    for (const destination of ["iframe", "script", "audio", "object"]) {
      expect((await ask("GET", download, { "sec-fetch-dest": destination })).code).toBe("destination_not_allowed");
    }
    const foreign = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" };
    expect((await proxy.send("GET", download, { headers: foreign })).code).toBe("foreign_origin");
    expect((await ask("GET", "/playground/download/job%20a", {})).status).toBe(404);
    expect((await ask("POST", download, {})).headers.allow).toBe("GET");
    expect(upstream.seen).toHaveLength(0);
  });
});

test("whatever is answered but the page's files is sandboxed and of no other type than it says", async () => {
  const answers = [200, 204, 304, 400, 403, 404, 416, 429, 500, 503];
  const replies = [];
  for (const status of answers) {
    upstream.answer = (_request, response) => response.writeHead(status, { "content-type": "text/html" }).end();
    for (const method of ["GET", "HEAD"]) replies.push(await ask(method, content, {}));
  }
  upstream.answer = (_request, response) => response.writeHead(401).end();
  const refusals = [
    ["GET", "/v1/models", {}],
    ["GET", "/v1/models", { origin: "https://evil.example" }],
    ["GET", "/v1/models", { "sec-fetch-dest": "script" }],
    ["GET", "/v1/models", { host: "evil.example" }],
    ["GET", "/v1/%6dodels", {}],
    ["GET", "/v1/%zz", {}],
    ["GET", `/v1/audio/speech/tasks/task_${"a".repeat(900)}`, {}],
    ["GET", "/nothing", {}],
    ["PUT", "/v1/models", {}],
    ["GET", "/v1/audio/speech/websocket", {}],
    ["GET", "/playground/config", {}],
    ["DELETE", "/playground/session", {}],
    ["DELETE", "/playground/session", { origin: `http://${proxy.host}` }],
    ["GET", "/healthz", {}],
  ] as const;
  for (const [method, path, headers] of refusals) replies.push(await ask(method, path, headers));
  expect(replies.map(({ status }) => status)).toEqual([
    ...answers.flatMap((status) => [status, status]),
    ...[401, 403, 403, 421, 400, 400, 400, 404, 405, 400, 200, 204, 204, 200],
  ]);
  for (const { headers } of replies) {
    expect(headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  }
  const broken = await proxy.raw("GET / HTTP/1.1\r\nx : y\r\n\r\n");
  expect(broken).toMatch(/^HTTP\/1\.1 400 [\s\S]*content-security-policy: [^\r]*sandbox[\s\S]*nosniff/);
});
