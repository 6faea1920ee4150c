import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { engineRoutes, enginesSchema } from "../contract/engines.ts";
import { type VoiceModel, type VoiceModelChange, voiceModelsSchema } from "../contract/voice-models.ts";
import { type Finish, shared } from "./program.fixture.ts";
import { catalogue } from "./voices/catalogue.ts";
import { checksumsOf, type Release, startRelease, tinyArchives } from "./voices/release.fixture.ts";

/** The service as a program, which brings models from a server that behaves like the release. */
const program = fileURLToPath(new URL("../../dist/programs/service.js", import.meta.url));
const kitten = "kitten-nano-en-v0_8-int8";
const pocket = "sherpa-onnx-pocket-tts-int8-2026-01-26";
const json = { authorization: "Bearer some-key", "content-type": "application/json" };

let work = "";
let archives = new Map<string, Buffer>();
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), "voices-"));
  archives = await tinyArchives(
    work,
    catalogue.filter(({ name }) => name === kitten || name === pocket),
  );
});
afterAll(() => rm(work, { recursive: true, force: true }));

async function start(environment: Readonly<Record<string, string>> = {}, finish: Finish = onTestFinished) {
  const folder = await mkdtemp(join(tmpdir(), "adding-voices-"));
  const voices = join(folder, "voices");
  const release: Release = await startRelease(new Map(archives));
  const child = spawn(process.execPath, [program], {
    env: {
      SERVICE_API_KEYS: "some-key",
      SERVICE_PORT: "0",
      SERVICE_SIGNING_SECRET: "s".repeat(32),
      SERVICE_VOICES_DIR: voices,
      SERVICE_VOICES_MIRROR: release.address,
      SERVICE_ADD_VOICES: "yes",
      DATA_DIR: folder,
      ...environment,
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  finish(async () => {
    child.kill("SIGKILL");
    await ended;
    release.server.closeAllConnections();
    release.server.close();
    await rm(folder, { recursive: true, force: true });
  });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: json, ...init });
  const post = (path: string, body: object) => ask(path, { method: "POST", body: JSON.stringify(body) });
  const change = (wanted: VoiceModelChange) => post(engineRoutes.changeVoiceModels.path, wanted);
  const read = async (name = kitten): Promise<VoiceModel | undefined> => {
    const { models } = voiceModelsSchema.parse(await (await ask(engineRoutes.voiceModels.path)).json());
    return models.find((model) => model.name === name);
  };
  const until = (state: VoiceModel["state"], name = kitten) =>
    expect.poll(async () => (await read(name))?.state, { timeout: 30_000, interval: 50 }).toBe(state);
  const engines = async () => enginesSchema.parse(await (await ask(engineRoutes.engines.path)).json());
  const speak = async (
    voice = "en-US-GuyNeural",
    model: object = { model: "cloud-tts", input: "Hello there.", voice },
  ) => {
    const response = await post("/v1/audio/speech", model);
    await response.arrayBuffer();
    return response.headers.get("x-speech-engine");
  };
  return { child, release, voices, ask, change, read, until, engines, speak };
}

/** For tests that leave no model behind, or one that nothing else is about. */
const common = shared((finish) => start({}, finish));

test("a model is brought, speaks without a restart, is heard, and leaves eSpeak NG behind", async () => {
  const { release, change, read, until, engines, speak, ask, voices } = await start();
  expect(await read()).toMatchObject({ state: "absent", kind: "voices", licence: "Apache-2.0", voices: 8 });
  expect(await speak()).toBe("espeak-ng");
  release.stopAfter = 5_000;
  expect((await change({ action: "add", name: kitten })).status).toBe(200);
  await expect.poll(async () => (await read())?.received).toBe(5_000);
  const total = release.archives.get(`${kitten}.tar.bz2`)?.length;
  expect(await read()).toMatchObject({ state: "downloading", total });
  release.goOn();
  await until("installed");
  expect(await speak()).toBe(kitten);
  expect(await speak("en-US-AriaNeural", { model: "streamspeech-v8", Text: "Hello there.", VoiceId: "Autumn" })).toBe(
    kitten,
  );
  const told = await engines();
  expect(told.usual).toBe("espeak-ng");
  expect(told.natural["cloud-tts"]?.[kitten]).toContain("en-US-GuyNeural");
  expect(told.natural["streamspeech-v8"]?.[kitten]).toContain("Autumn");
  const sample = await ask(engineRoutes.voiceSample.path.replace("{name}", kitten));
  expect(sample.headers.get("content-type")).toBe("audio/wav");
  const wav = Buffer.from(await sample.arrayBuffer());
  expect(wav.toString("latin1", 0, 4)).toBe("RIFF");
  // More than half a second of sound, and not silence.
  const samples = new Int16Array(wav.buffer, wav.byteOffset + 44, (wav.length - 44) / 2);
  expect(samples.length).toBeGreaterThan(11_025);
  expect(Math.max(...samples.subarray(0, 20_000))).toBeGreaterThan(3_000);
  const { sample: first } = (await read()) ?? {};
  await change({ action: "verify", name: kitten });
  await expect.poll(async () => (await read())?.sample).toBeGreaterThan(first ?? 0);
  expect((await change({ action: "remove", name: kitten })).status).toBe(200);
  expect(await read()).toMatchObject({ state: "absent" });
  expect(await speak()).toBe("espeak-ng");
  expect((await engines()).natural).toEqual({});
  expect(await readdir(voices)).toEqual([]);
});

test("two pages that add the same model at once share one download", async () => {
  const { release, change, read, until } = await start();
  release.stopAfter = 5_000;
  await Promise.all([change({ action: "add", name: kitten }), change({ action: "add", name: kitten })]);
  await expect.poll(async () => (await read())?.received).toBe(5_000);
  release.goOn();
  await until("installed");
  await change({ action: "add", name: kitten });
  await until("installed");
  expect(release.requests.filter(({ path }) => path.endsWith(".tar.bz2"))).toHaveLength(1);
});

test("what breaks off, or is cancelled, goes on where it was", async () => {
  const { release, change, read, until } = await start();
  release.stopAfter = 5_000;
  await change({ action: "add", name: kitten });
  await expect.poll(async () => (await read())?.received).toBe(5_000);
  release.server.closeAllConnections();
  await until("partial");
  expect(await read()).toMatchObject({ received: 5_000, problem: { code: "broken_off" } });
  release.stopAfter = 2_000;
  await change({ action: "add", name: kitten });
  await expect.poll(async () => (await read())?.received).toBe(7_000);
  await change({ action: "cancel", name: kitten });
  const cancelled = await read();
  expect(cancelled).toMatchObject({ state: "partial", received: 7_000 });
  expect(cancelled?.problem).toBeUndefined();
  release.stopAfter = undefined;
  await change({ action: "add", name: kitten });
  await until("installed");
  expect(release.requests.flatMap(({ range }) => range ?? [])).toEqual(["bytes=5000-", "bytes=7000-"]);
});

test("a service that dies in the middle goes on when it is back", async () => {
  const first = await start();
  first.release.stopAfter = 5_000;
  await first.change({ action: "add", name: kitten });
  await expect.poll(async () => (await first.read())?.received).toBe(5_000);
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  const { change, until, read } = await start({
    SERVICE_VOICES_DIR: first.voices,
    SERVICE_VOICES_MIRROR: first.release.address,
  });
  expect(await read()).toMatchObject({ state: "partial", received: 5_000 });
  first.release.stopAfter = undefined;
  await change({ action: "add", name: kitten });
  await until("installed");
  expect(first.release.requests.at(-2)?.range).toBe("bytes=5000-");
});

test.each<[string, (release: Release) => void, string, VoiceModel["state"]]>([
  [
    "a wrong checksum",
    (release) => {
      release.checksums = release.checksums.replaceAll(/[0-9a-f]{64}/g, "1".repeat(64));
    },
    "wrong_digest",
    "absent",
  ],
  [
    "no checksum",
    (release) => {
      release.checksums = "";
    },
    "no_digest",
    "partial",
  ],
  ["an archive that isn't there", (release) => void release.archives.clear(), "release_refuses", "absent"],
  [
    "an archive that is cut short",
    (release) => {
      const whole = release.archives.get(`${kitten}.tar.bz2`) ?? Buffer.alloc(0);
      release.archives.set(`${kitten}.tar.bz2`, whole.subarray(0, 9_000));
      release.checksums = checksumsOf(release.archives);
    },
    "failed",
    "partial",
  ],
])("%s ends in a problem that the page can name, and nothing is lost", async (_, spoil, code, state) => {
  const { release, change, read, speak } = await common();
  spoil(release);
  onTestFinished(async () => {
    for (const [name, archive] of archives) release.archives.set(name, archive);
    release.checksums = checksumsOf(archives);
    await change({ action: "remove", name: kitten });
  });
  await change({ action: "add", name: kitten });
  await expect.poll(async () => (await read())?.problem?.code, { timeout: 30_000 }).toBe(code);
  expect(await read()).toMatchObject({ state });
  expect(await speak()).toBe("espeak-ng");
});

test("no internet ends in a problem that the page can name", async () => {
  const { release, change, read, speak } = await start();
  release.server.close();
  await change({ action: "add", name: kitten });
  await expect.poll(async () => (await read())?.problem?.code, { timeout: 30_000 }).toBe("unreachable");
  expect(await read()).toMatchObject({ state: "absent" });
  expect(await speak()).toBe("espeak-ng");
});

test("a model that another program is busy with is left alone", async () => {
  const { voices, change, read, until } = await start();
  await change({ action: "add", name: kitten });
  await until("installed");
  await writeFile(join(voices, `${kitten}.lock`), `${hostname()} ${process.pid}`);
  await change({ action: "remove", name: kitten });
  expect(await read()).toMatchObject({ state: "installed", problem: { code: "used_elsewhere" } });
  // Nobody has such a number.
  await writeFile(join(voices, `${kitten}.lock`), `${hostname()} 4194304999`);
  await change({ action: "remove", name: kitten });
  expect(await read()).toMatchObject({ state: "absent" });
});

test("what npm run voices does is noticed", async () => {
  const { voices, release, speak, until } = await start();
  const tool = fileURLToPath(new URL("../../dist/programs/voices.js", import.meta.url));
  const run = async (...args: string[]) => {
    const env = { ...process.env, SERVICE_VOICES_DIR: voices, SERVICE_VOICES_MIRROR: release.address };
    const [code] = await once(spawn(process.execPath, [tool, ...args], { env, stdio: "ignore" }), "exit");
    expect(code).toBe(0);
  };
  await run("add", kitten);
  await until("installed");
  expect(await speak()).toBe(kitten);
  await run("remove", kitten);
  await expect.poll(() => speak()).toBe("espeak-ng");
});

test("which engine speaks which model and language is configuration", async () => {
  const { change, until, speak, engines } = await start({ SERVICE_ENGINES: `streamspeech-v8=espeak-ng,en=${kitten}` });
  await change({ action: "add", name: kitten });
  await until("installed");
  expect(await speak()).toBe(kitten);
  expect(await speak("", { model: "streamspeech-v8", Text: "Hello there.", VoiceId: "Autumn" })).toBe("espeak-ng");
  expect(Object.keys((await engines()).natural)).toEqual(["cloud-tts"]);
});

test("what SERVICE_VOICES leaves out is here and isn't used", async () => {
  const { change, until, speak, read } = await start({ SERVICE_VOICES: "none" });
  await change({ action: "add", name: kitten });
  await until("installed");
  expect(await read()).toMatchObject({ leftOut: true });
  expect(await speak()).toBe("espeak-ng");
});

test("a model that speaks like a recording asks for consent, and says what it needs beside it", async () => {
  const { change, read, until } = await common();
  const named = (family: string) => catalogue.find((entry) => entry.family === family)?.name;
  expect((await read(named("zipvoice")))?.needs).toBe(named("paraformer"));
  expect(await read(pocket)).not.toHaveProperty("needs");
  const refused = await change({ action: "add", name: pocket });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ error: { code: "consent_required", param: "consent" } });
  expect((await change({ action: "add", name: pocket, consent: true })).status).toBe(200);
  await until("installed", pocket);
});

test.each([
  [{ action: "fetch", name: kitten }, 400, "action is wrong"],
  [{ action: "add", name: "../other" }, 404, "There is no model ../other"],
  [{ action: "add" }, 400, "name is wrong"],
] as const)("%j is refused with what is wrong", async (body, status, message) => {
  const { change } = await common();
  const response = await change(body as VoiceModelChange);
  expect(response.status).toBe(status);
  expect((await response.json()).error.message).toContain(message);
});

test("nobody brings voices where that isn't said, and what speaks is told all the same", async () => {
  const { change, ask, engines } = await start({ SERVICE_ADD_VOICES: "no" });
  for (const response of [await change({ action: "add", name: kitten }), await ask(engineRoutes.voiceModels.path)]) {
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { code: "voices_not_allowed" } });
  }
  expect(await engines()).toEqual({ usual: "espeak-ng", natural: {} });
  const unknown = await ask(engineRoutes.engines.path, { headers: {} });
  expect(unknown.status).toBe(401);
});
