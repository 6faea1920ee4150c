import { expect, test } from "vitest";
import { engineRoutes } from "../contract/engines.ts";
import { hearing, hearingMostBytes, hearingRoutes } from "../contract/hearing.ts";
import { playgroundRoutes } from "../contract/playground.ts";
import { startBehind } from "./behind.fixture.ts";
import { canary, type ProxyOptions } from "./proxy.fixture.ts";

/** What is said in a sound, asked for through the playground: of the embedded service, and of no other. */
const embedded = { PLAYGROUND_SERVICE: "embedded" };
const wav = { "content-type": hearing.mediaType };
const hears = { paraformer: ["en"] };
const { path } = hearingRoutes.playground;
async function start(options: ProxyOptions = {}) {
  const told = { usual: "espeak-ng", natural: {}, hears };
  const { page, ...started } = await startBehind(({ url }, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify(url === engineRoutes.engines.path ? told : { text: "hello", recogniser: "paraformer" }),
    );
  }, options);
  return { ...started, page: { ...page, ...wav } };
}

test("a sound goes to the embedded service with the server's key, and the page hears what was heard", async () => {
  const { service, proxy, page } = await start({ environment: embedded, limits: { enginesTime: 20_000 } });
  const config = JSON.parse((await proxy.send("GET", playgroundRoutes.config.path)).text);
  expect(config.engines.hears).toEqual(hears);
  service.seen.length = 0;
  const { status, text } = await proxy.post(`${path}?language=en&other=1`, Buffer.from("RIFFsound"), page);
  expect([status, JSON.parse(text)]).toEqual([200, { text: "hello", recogniser: "paraformer" }]);
  const [seen] = service.seen;
  expect([seen?.method, seen?.url, seen?.body.toString()]).toEqual(["POST", "/beyond/heard?language=en", "RIFFsound"]);
  expect(seen?.headers).toMatchObject({ authorization: `Bearer ${canary}`, "content-type": hearing.mediaType });
});

test("nobody hears of it who hasn't signed in, on another site's page, or with what is no sound", async () => {
  const password = { PLAYGROUND_PASSWORD: "open sesame, please" };
  const guarded = await start({ environment: { ...embedded, ...password } });
  expect(await guarded.proxy.post(path, "x", guarded.page)).toMatchObject({ status: 401, code: "session_required" });
  expect(guarded.service.seen).toEqual([]);
  await guarded.service.close();
  const { service, proxy, page } = await start({ environment: embedded });
  const foreign = { ...wav, origin: "https://other.example.com", "sec-fetch-site": "cross-site" };
  expect(await proxy.post(path, "x", foreign)).toMatchObject({ status: 403, code: "foreign_origin" });
  expect(await proxy.post(path, "x", wav)).toMatchObject({ status: 403, code: "foreign_origin" });
  expect(await proxy.post(path, "{}", { ...page, "content-type": "application/json" })).toMatchObject({ status: 415 });
  expect(await proxy.post(`${path}?language=../x`, "x", page)).toMatchObject({ status: 400, code: "bad_request" });
  expect((await proxy.post(path, Buffer.alloc(hearingMostBytes + 1), page)).status).toBe(413);
  expect((await proxy.send("GET", path)).status).toBe(405);
  expect(service.seen).toEqual([]);
});

test("another service is never asked for what the document doesn't have", async () => {
  const { service, proxy, page } = await start();
  const { status, text } = await proxy.post(path, "x", page);
  expect(status).toBe(404);
  expect(text).toContain("no embedded service");
  expect(service.seen).toEqual([]);
});
