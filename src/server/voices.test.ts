import { expect, test } from "vitest";
import { engineRoutes } from "../contract/engines.ts";
import { playgroundRoutes } from "../contract/playground.ts";
import type { FakeService } from "../http/fake-service.fixture.ts";
import { startBehind } from "./behind.fixture.ts";
import { canary, type ProxyOptions } from "./proxy.fixture.ts";

const told = { usual: "espeak-ng", natural: { "cloud-tts": { "kitten-nano": ["en-US-GuyNeural"] } } };
const embedded = { PLAYGROUND_SERVICE: "embedded" };
/** For answers that are waited for: the first one comes over a new connection. */
const patient = { enginesTime: 20_000 };
const list = playgroundRoutes.voiceModels.path;
const body = '{"action":"add","name":"kitten-nano"}';

/** A service that says what speaks, and the proxy before it. */
async function start(options: ProxyOptions = {}) {
  const { service, proxy, page } = await startBehind(({ url }, response) => {
    if (url === engineRoutes.engines.path) response.end(JSON.stringify(told));
    else response.writeHead(200, { "content-type": "application/json" }).end('{"models":[]}');
  }, options);
  const config = async () => JSON.parse((await proxy.send("GET", playgroundRoutes.config.path)).text);
  const seen = () => service.seen.map(({ method, url }) => `${method} ${url}`);
  return { service, proxy, config, page, seen };
}

test("what speaks is told, and that voices may be added", async () => {
  const { config, service } = await start({ environment: embedded, limits: patient });
  expect(await config()).toMatchObject({ engines: told, addVoices: true });
  expect(service.seen[0]?.headers["authorization"]).toBe(`Bearer ${canary}`);
});

test("another service isn't asked what the document doesn't have", async () => {
  const { config, proxy, page, seen } = await start();
  expect(await config()).not.toHaveProperty("engines");
  expect(await config()).not.toHaveProperty("addVoices");
  expect(await proxy.post(list, body, page)).toMatchObject({ status: 403, code: "voices_not_allowed" });
  expect(seen()).toEqual([]);
});

test.each<[string, FakeService["answer"]]>([
  ["has no such route", (_request, response) => response.writeHead(404).end("{}")],
  ["says nonsense", (_request, response) => response.end('{"usual":7}')],
  ["is silent", () => undefined],
  ["breaks off", (_request, response) => response.socket?.destroy()],
  ["says too much", (_request, response) => response.end(" ".repeat(2 ** 20 + 1))],
])("a service that %s keeps nobody waiting and changes nothing", async (_, answer) => {
  const { config, service } = await start({ environment: embedded, limits: { enginesTime: 100 } });
  service.answer = answer;
  const { engines, ...rest } = await config();
  expect(engines).toBeUndefined();
  expect(rest).toMatchObject({ service: "embedded", hasKey: true });
});

test("a service that falls silent is known by what it said last", async () => {
  const { config, service } = await start({ environment: embedded, limits: { enginesTime: 100 } });
  await expect.poll(config).toMatchObject({ engines: told });
  service.answer = () => undefined;
  expect(await config()).toMatchObject({ engines: told });
});

test("what a service says too late is told to who asks next", async () => {
  const { config, service } = await start({ environment: embedded, limits: { enginesTime: 100 } });
  let answerLate: () => void = () => undefined;
  service.answer = (_request, response) => {
    answerLate = () => response.end(JSON.stringify(told));
  };
  expect(await config()).not.toHaveProperty("engines");
  await expect.poll(() => service.seen.length).toBe(1);
  service.answer = () => undefined;
  answerLate();
  await expect.poll(config).toMatchObject({ engines: told });
});

test("lists, changes and samples are passed on for the playground's own page, with the server's key", async () => {
  const { proxy, page, seen, service } = await start({ environment: embedded });
  expect(await proxy.send("GET", list, { headers: page })).toMatchObject({ status: 200, text: '{"models":[]}' });
  expect((await proxy.post(list, body, page)).status).toBe(200);
  const sample = playgroundRoutes.voiceSample.path.replace("{name}", "kitten-nano");
  expect((await proxy.send("GET", `${sample}?2`, { headers: { ...page, "sec-fetch-dest": "audio" } })).status).toBe(
    200,
  );
  expect(seen()).toEqual(["GET /beyond/voices", "POST /beyond/voices", "GET /beyond/voices/kitten-nano/sample"]);
  expect(service.seen[1]?.headers["authorization"]).toBe(`Bearer ${canary}`);
  expect(service.seen[1]?.body.toString()).toBe(body);
});

test("other sites, and programs that don't say who asks, change nothing", async () => {
  const { proxy, page, seen } = await start({ environment: embedded });
  for (const headers of [
    { origin: "https://other.example.com", "sec-fetch-site": "cross-site" },
    { ...page, "sec-fetch-site": "same-site" },
    {},
  ]) {
    expect(await proxy.post(list, body, headers)).toMatchObject({ status: 403, code: "foreign_origin" });
  }
  expect(await proxy.post(list, body, { ...page, "content-type": "text/plain" })).toMatchObject({ status: 415 });
  expect((await proxy.post(list, " ".repeat(2_000), page)).status).toBe(413);
  expect(seen()).toEqual([]);
});

test.each<[string, Record<string, string>, boolean]>([
  ["alone on this machine", {}, true],
  ["with a password", { PLAYGROUND_PASSWORD: "open sesame, please" }, false],
  ["with a public address", { PLAYGROUND_PUBLIC_URL: "https://speak.example.com" }, false],
  ["under further names", { ALLOWED_HOSTS: "speak.example.com" }, false],
  ["behind a proxy", { TRUSTED_PROXIES: "10.0.0.1" }, false],
  ["beyond loopback", { HOST: "0.0.0.0", ALLOW_OPEN_BINDING: "yes" }, false],
  ["where its visitors may", { PLAYGROUND_PUBLIC_URL: "https://a.example.com", PLAYGROUND_ADD_VOICES: "yes" }, true],
  ["where nobody may", { PLAYGROUND_ADD_VOICES: "no" }, false],
])("a playground %s: whether visitors may fill the disk", async (_, environment, may) => {
  const { proxy, page, seen } = await start({ environment: { ...embedded, ...environment } });
  const { status, code } = await proxy.post(list, body, page);
  expect([status, code]).toEqual(may ? [200, undefined] : [403, "voices_not_allowed"]);
  expect(seen()).toEqual(may ? ["POST /beyond/voices"] : []);
});

test("who hasn't signed in hears nothing, and changes nothing", async () => {
  const environment = { ...embedded, PLAYGROUND_PASSWORD: "open sesame, please", PLAYGROUND_ADD_VOICES: "yes" };
  const { proxy, page, config, seen } = await start({ environment });
  expect(await config()).not.toHaveProperty("engines");
  expect(await config()).not.toHaveProperty("addVoices");
  expect(await proxy.post(list, body, page)).toMatchObject({ status: 401, code: "session_required" });
  expect(await proxy.send("GET", list, { headers: page })).toMatchObject({ status: 401 });
  expect(seen()).toEqual([]);
});
