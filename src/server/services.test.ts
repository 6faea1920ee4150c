import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { playgroundConfigSchema } from "../contract/playground.ts";
import { pathAt } from "../contract/service-names.ts";
import { type FakeService, startFakeService } from "../http/fake-service.fixture.ts";
import { ConfigurationError } from "../http/program.ts";
import { readConfiguration } from "./configuration.ts";
import { type RunningProxy, startProxy } from "./proxy.fixture.ts";
import { hear, offer, openSocket, refusal } from "./sockets/socket.fixture.ts";

/** Several services behind one playground: each hears what is meant for it, with its own key, and nothing else. */
const keys = { staging: "sk-staging-4c1d77aa09", production: "sk-production-9e02b6f3d8" };
const variables = { STAGING_KEY: keys.staging, PRODUCTION_KEY: keys.production };
const speech = "/v1/audio/speech";
const directory = mkdtempSync(join(tmpdir(), "playground-services-"));
let staging: FakeService;
let production: FakeService;
let proxy: RunningProxy | undefined;

beforeAll(async () => {
  [staging, production] = [await startFakeService(), await startFakeService()];
});
beforeEach(() => {
  for (const service of [staging, production]) {
    service.seen.length = 0;
    service.answer = (_request, response) => response.end(`{"from":"${service.url}"}`);
    service.serve = (socket) => socket.on("message", () => socket.close(1000));
  }
});
afterEach(async () => {
  await proxy?.close();
  proxy = undefined;
});
afterAll(async () => {
  await Promise.all([staging.close(), production.close()]);
  rmSync(directory, { recursive: true });
});

function fileOf(content: unknown): string {
  const file = join(directory, "services.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

const entries = () => [
  { name: "staging", baseUrl: staging.url, keyEnv: "STAGING_KEY" },
  { name: "production", baseUrl: production.url, keyEnv: "PRODUCTION_KEY", colour: "#c02020" },
];

async function start(environment: Readonly<Record<string, string>> = {}): Promise<RunningProxy> {
  const services = { SPEECH_SERVICES: fileOf(entries()), ...variables };
  // The fixture's own service isn't among them.
  proxy = await startProxy("", { environment: { SPEECH_API_KEY: "", ...services, ...environment } });
  return proxy;
}

/** The paths and keys that a service has heard. */
const heard = ({ seen }: FakeService) => seen.map(({ method, url, headers }) => [method, url, headers.authorization]);

describe("a request goes to the service that its path names", () => {
  test("with that service's key, and without the name", async () => {
    const running = await start();
    const reply = await running.post(pathAt("production", speech), '{"model":"cloud-tts"}');
    expect([reply.status, reply.text]).toEqual([200, `{"from":"${production.url}"}`]);
    expect(heard(production)).toEqual([["POST", speech, `Bearer ${keys.production}`]]);
    expect(staging.seen).toEqual([]);
    await running.post(pathAt("staging", speech));
    expect(heard(staging)).toEqual([["POST", speech, `Bearer ${keys.staging}`]]);
    expect(production.seen).toHaveLength(1);
  });

  test("to the first one where it names none", async () => {
    const running = await start();
    await running.post(speech);
    expect([staging.seen.length, production.seen.length]).toEqual([1, 0]);
  });

  test("with the query of a task's content byte for byte", async () => {
    const running = await start();
    const content = `${speech}/tasks/task_a/content?signature=a%2Fb&expires=1&service=staging`;
    await running.send("GET", pathAt("production", content));
    expect(heard(production)).toEqual([["GET", content, `Bearer ${keys.production}`]]);
  });

  test("over a WebSocket, too", async () => {
    const running = await start();
    const socket = openSocket(running, {}, pathAt("production", `${speech}/websocket?model=streamspeech-v8`));
    const ended = hear(socket);
    await once(socket, "open");
    socket.send("{}");
    expect((await ended).code).toBe(1000);
    await expect.poll(() => running.log()).toMatch(/"service":"production","status":101\b/);
    expect(heard(production)).toEqual([
      ["GET", `${speech}/websocket?model=streamspeech-v8`, `Bearer ${keys.production}`],
    ]);
    expect(staging.seen).toEqual([]);
  });
});

describe("a name that is none of a service's", () => {
  test.each(["nowhere", "Production", "%70roduction", "production%20", "127.0.0.1", "a:b@c"])(
    "such as %s is refused, and no service hears of it",
    async (name) => {
      const running = await start();
      const { status, code, text, headers } = await running.post(`/services/${name}${speech}`);
      expect([status, code]).toEqual([404, "service_unknown"]);
      expect(text).toContain("There are staging, production.");
      expect(headers["proxy-status"]).toContain("speech-playground");
      const target = `/services/${name}${speech}/websocket?model=streamspeech-v8`;
      expect(await refusal(running, offer(running, {}, target))).toEqual([404, "service_unknown"]);
      expect([...staging.seen, ...production.seen]).toEqual([]);
    },
  );

  test.each([
    ["/services/production/services/staging/v1/models", 404],
    ["/services/production//v1/models", 400],
    ["/services/production/../v1/models", 400],
    ["/services/production/v1/../../services/staging/v1/models", 400],
    ["/services//v1/models", 400],
    ["/services/production/healthz", 404],
    ["/services/production/v1/models/", 404],
  ])("nor is %s a way around", async (path, status) => {
    const running = await start();
    expect((await running.send("GET", path)).status).toBe(status);
    expect([...staging.seen, ...production.seen]).toEqual([]);
  });

  test("and without SPEECH_SERVICES there are no such paths", async () => {
    proxy = await startProxy(staging.url);
    const { status, code } = await proxy.send("GET", pathAt("staging", "/v1/models"));
    expect([status, code]).toEqual([404, "not_found"]);
    expect(
      playgroundConfigSchema.parse(JSON.parse((await proxy.send("GET", "/playground/config")).text)),
    ).not.toHaveProperty("services");
  });
});

test("a key that a service repeats reaches neither the page nor the log, nor the other service", async () => {
  const running = await start();
  production.answer = ({ headers }, response) => response.end(`{"you sent":"${headers.authorization}"}`);
  const reply = await running.post(pathAt("production", speech));
  production.answer = (_request, response) => response.destroy();
  await running.post(pathAt("production", speech));
  const config = await running.send("GET", "/playground/config");
  for (const key of Object.values(keys)) {
    for (const text of [reply.text, config.text, running.log()]) expect(text).not.toContain(key.slice(0, 11));
  }
  expect(JSON.stringify(staging.seen)).not.toContain(keys.production);
  expect(running.log()).toContain('"service":"production"');
});

test("the page hears of all services, and of none before the password is given", async () => {
  const running = await start();
  const config = JSON.parse((await running.send("GET", "/playground/config")).text);
  expect(config).toMatchObject({ service: "remote", baseUrl: staging.url, session: "none_needed", hasKey: true });
  expect(config.services).toEqual([
    { name: "staging", service: "remote", baseUrl: staging.url },
    { name: "production", colour: "#c02020", service: "remote", baseUrl: production.url },
  ]);
  await running.close();
  const guarded = await start({ PLAYGROUND_PASSWORD: "open sesame, please" });
  const closed = JSON.parse((await guarded.send("GET", "/playground/config")).text);
  expect(closed).toEqual({ service: "remote", version: "1.2.3", session: "password", hasKey: false });
  const refused = await guarded.post(pathAt("production", speech));
  expect([refused.status, refused.code]).toEqual([401, "session_required"]);
  const signIn = await guarded.post("/playground/session", '{"password":"open sesame, please"}', {
    origin: `http://${guarded.host}`,
  });
  const cookie = String(signIn.headers["set-cookie"]).split(";")[0];
  const spoken = await guarded.post(pathAt("production", speech), "{}", { cookie });
  expect(spoken.status).toBe(200);
  expect(heard(production)).toEqual([["POST", speech, `Bearer ${keys.production}`]]);
});

test("an entry without an address is the service of SPEECH_BASE_URL, wherever it stands in the file", () => {
  const file = fileOf([entries()[1], { name: "embedded", colour: "#208020" }]);
  const { services, ...usual } = readConfiguration({
    ...{ SPEECH_SERVICES: file, ...variables, SPEECH_BASE_URL: "http://127.0.0.1:4180", SPEECH_API_KEY: "sk-own" },
    ...{ PLAYGROUND_SERVICE: "embedded", PLAYGROUND_CONTENT_URL: "http://127.0.0.1:4173/services/embedded" },
  });
  expect(usual).toMatchObject({ name: "production", service: "remote", apiKey: keys.production, addsVoices: true });
  expect(services?.[1]).toMatchObject({
    ...{ name: "embedded", service: "embedded", baseUrl: "http://127.0.0.1:4180", apiKey: "sk-own" },
    ...{ webSocketBaseUrl: "ws://127.0.0.1:4180", contentUrl: "http://127.0.0.1:4173/services/embedded" },
  });
});

test("a file may have a mark of its encoding in front, as some editors save it", () => {
  const file = fileOf(`\uFEFF${JSON.stringify(entries())}`);
  expect(readConfiguration({ SPEECH_SERVICES: file, ...variables }).services).toHaveLength(2);
});

describe("a file that is wrong stops the start with a line that names it, the entry and the remedy, and no key", () => {
  const one = { name: "staging", baseUrl: "https://speech.example.com", keyEnv: "STAGING_KEY" };
  test.each<[unknown, RegExp]>([
    ["[{", /isn't JSON\..*save it as UTF-8/],
    [[], /1 to 20 services/],
    [{ staging: one }, /JSON list/],
    [["staging"], /entry 1: must be an object/],
    [[{ ...one, name: undefined }], /entry 1: name is missing/],
    [[{ ...one, name: "Our Staging" }], /entry 1: name must be at most 32 lower-case/],
    [[one, { ...one, keyEnv: "PRODUCTION_KEY" }], /entry 2 \("staging"\): another entry has this name/],
    [[{ ...one, baseUrl: undefined }], /entry 1 \("staging"\): baseUrl is missing/],
    [[{ ...one, baseUrl: 7 }], /baseUrl must be a text/],
    [[{ ...one, baseUrl: "https://speech.example.com/v1" }], /baseUrl must not end in \/v1/],
    [[{ ...one, baseUrl: "https://a:sk-secret@b.c" }], /the variable that keyEnv names/],
    [[{ ...one, webSocketBaseUrl: "https://b.c" }], /webSocketBaseUrl must be a wss:/],
    [[{ ...one, keyEnv: undefined }], /keyEnv is missing/],
    [[{ ...one, keyEnv: "sk-secret" }], /keyEnv must be the name of an environment variable/],
    [[{ ...one, keyEnv: "sk_secret" }], /keyEnv must be the name of an environment variable/],
    [[{ ...one, keyEnv: "OTHER_KEY" }], /OTHER_KEY, which keyEnv names, isn't set/],
    [[{ ...one, keyEnv: "BAD_KEY" }], /BAD_KEY holds characters/],
    [[{ ...one, apiKey: "sk-secret" }], /apiKey is unknown. Use name/],
    [[{ ...one, colour: "red" }], /colour must be a number sign/],
  ])("%j", (content, message) => {
    const file = fileOf(content);
    const environment = { SPEECH_SERVICES: file, ...variables, BAD_KEY: "sk-secret key" };
    let told = "";
    try {
      readConfiguration(environment);
    } catch (error) {
      if (error instanceof ConfigurationError) told = error.message;
    }
    expect(told).toMatch(message);
    expect(told).toContain(`SPEECH_SERVICES: ${file}: `);
    expect(told).not.toMatch(/sk.secret|\n/);
  });

  test("as one that isn't there does, and SPEECH_BASE_URL that no entry means", () => {
    expect(() => readConfiguration({ SPEECH_SERVICES: join(directory, "none.json") })).toThrow(
      /can't be read \(ENOENT\)/,
    );
    const environment = { SPEECH_SERVICES: fileOf([one]), ...variables, SPEECH_BASE_URL: "http://127.0.0.1:1" };
    expect(() => readConfiguration(environment)).toThrow(/SPEECH_BASE_URL means nothing/);
  });
});
