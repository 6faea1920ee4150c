import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { downloadRoute } from "../contract/download.ts";
import { playgroundRoutes } from "../contract/playground.ts";
import { routes } from "../contract/routes.ts";
import { type FakeService, startFakeService } from "../http/fake-service.fixture.ts";
import { type RunningProxy, startProxy } from "./proxy.fixture.ts";
import { isPlainTarget } from "./security/gate.ts";

/** The guard and the router read one path: each test is named after what must not get past either. */
const directory = mkdtempSync(join(tmpdir(), "playground-targets-"));
const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
let upstream: FakeService;
let proxy: RunningProxy;

beforeAll(async () => {
  writeFileSync(join(directory, "index.html"), "<!doctype html><title>Speech</title>");
  upstream = await startFakeService();
  proxy = await startProxy(upstream.url, { pageDirectory: directory });
});
beforeEach(() => {
  upstream.seen.length = 0;
});
afterAll(async () => {
  await proxy.close();
  await upstream.close();
  rmSync(directory, { recursive: true });
});

/**
 * Every method and path that the proxy answers but for the page's files; those of a task name one whose id has no other
 * case.
 */
const closed = [
  ...Object.values(routes).map(({ method, path }) => ({ method, path: path.replace("{task_id}", "task_1") })),
  ...[playgroundRoutes.config, playgroundRoutes.openSession, playgroundRoutes.endSession],
  { ...downloadRoute, path: downloadRoute.path.replace("{task_id}", "task_1") },
];

/** Sends a target as it is, which a client's library might tidy up. */
async function sendRaw(method: string, target: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const lines = Object.entries({ host: proxy.host, connection: "close", ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const body = method === "POST" ? "content-type: application/json\r\ncontent-length: 2\r\n\r\n{}" : "\r\n";
  return await proxy.raw(`${method} ${target} HTTP/1.1\r\n${head}${body}`);
}

describe("an encoded character that needn't be", () => {
  test.each([
    "/%761/models",
    "/v1/model%73",
    "/v1/model%53",
    "/%76%31/models",
    "/%70layground/config",
    "/%68ealthz",
    "/%69ndex.html",
    "/v1/audio/speech/tasks/task_%61",
    "/v1/audio/speech/tasks/task%5Fa/content",
    "/v1/audio/speech/tasks/task_a%2dB",
    "/v1/audio/speech/tasks/task_a%3Ab",
    "/v1/audio/speech/tasks/task_%e4%bd%a0",
    "/v1/models%0A",
  ])("is refused before any route: %s", async (target) => {
    for (const headers of [{}, foreign]) {
      expect(await sendRaw("GET", target, headers)).toMatch(/^HTTP\/1\.1 400 [\s\S]*"bad_target"/);
    }
    expect(upstream.seen).toHaveLength(0);
  });

  test("isn't one that must be encoded: such a task's id is read, and is none", async () => {
    for (const id of ["task_a%20b", "task_%E4%BD%A0", "task_%22"]) {
      const reply = await proxy.send("GET", `/v1/audio/speech/tasks/${id}`);
      expect([reply.status, reply.code]).toEqual([404, "not_found"]);
    }
    expect(upstream.seen).toHaveLength(0);
  });
});

/**
 * A path of ours in any spelling: as it is, or with characters encoded, in the other case, doubled or with dots
 * between.
 */
const spelled = fc.constantFrom(...closed).chain(({ method, path }) =>
  fc.record({
    method: fc.constantFrom(method, "GET", "HEAD", "POST"),
    path: fc.constant(path),
    target: fc
      .tuple(
        fc.array(fc.nat(9), { minLength: path.length, maxLength: path.length }),
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom("", "", "?", "?model=a", "?/v1/../", "/", "/.", ";x", "%", "#x", "%3F", "%00"),
      )
      .map(([ways, rarity, tail]) => {
        // Few changes in most targets, so that each kind of change is also tried alone.
        const spell = (character: string, at: number) => respell(character, at % rarity === 0 ? (ways[at] ?? 0) : 0);
        return [...path].map(spell).join("") + tail;
      }),
  }),
);

function respell(character: string, way: number): string {
  const hex = character.charCodeAt(0).toString(16);
  if (way === 1) return `%${hex}`;
  if (way === 2) return `%${hex.toUpperCase()}`;
  if (way === 3) return character.toUpperCase();
  if (way === 4) return character === "/" ? "//" : `%25${hex}`;
  if (way === 5) return character === "/" ? "/./" : character;
  if (way === 6) return character === "/" ? "/x/../" : character;
  if (way === 7) return character === "/" ? "\\" : character;
  return character;
}

test("another site's page reaches no route, however the path is spelled, whatever the router makes of it", async () => {
  await fc.assert(
    fc.asyncProperty(spelled, async ({ method, target }) => {
      const reply = await sendRaw(method, target, foreign);
      expect(reply).toMatch(/^HTTP\/1\.1 (?:400|403) /);
    }),
    { numRuns: 600 },
  );
  expect(upstream.seen).toHaveLength(0);
});

test("no route is reached by any spelling but its own", async () => {
  await fc.assert(
    fc.asyncProperty(spelled, async ({ method, path, target }) => {
      // An id in other letters is another task's, which may be asked for.
      fc.pre(target.split("?", 1)[0]?.replace(/task_1/i, "task_1") !== path);
      const reply = await sendRaw(method, target, {});
      expect(reply).toMatch(/^HTTP\/1\.1 40[045] /);
      if (!isPlainTarget(target)) expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    }),
    { numRuns: 600 },
  );
  expect(upstream.seen).toHaveLength(0);
});

describe("the guard holds for what the router found:", () => {
  test.each(closed)("$method $path is closed to pages of other sites", async ({ method, path }) => {
    const reply = await proxy.send(method, `${path}?model=a`, { headers: foreign });
    expect(reply.status).toBe(403);
    expect(upstream.seen).toHaveLength(0);
  });

  test("an address of nothing is closed to them too, and a method that isn't there", async () => {
    for (const [method, path] of [
      ["GET", "/v1/nothing"],
      ["GET", "/nothing"],
      ["POST", "/"],
      ["POST", "/healthz"],
    ] as const) {
      const reply = await proxy.send(method, path, { headers: foreign });
      expect([method, path, reply.status, reply.code]).toEqual([method, path, 403, "foreign_origin"]);
    }
  });

  test("they may lead to the page's files and look whether the playground is there", async () => {
    for (const method of ["GET", "HEAD"]) {
      for (const path of ["/", "/index.html", "/?model=a", "/healthz"]) {
        expect([method, path, (await proxy.send(method, path, { headers: foreign })).status]).toEqual([
          method,
          path,
          200,
        ]);
      }
    }
  });

  test("only the health check itself answers under any host name", async () => {
    const headers = { host: "evil.example" };
    expect((await proxy.send("GET", "/healthz", { headers })).status).toBe(200);
    for (const [method, path] of [
      ["POST", "/healthz"],
      ["GET", "/healthz/"],
      ["GET", "/Healthz"],
    ] as const) {
      expect([method, path, (await proxy.send(method, path, { headers })).code]).toEqual([
        method,
        path,
        "host_not_allowed",
      ]);
    }
  });
});
