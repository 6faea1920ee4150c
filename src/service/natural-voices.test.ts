import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import Database from "libsql";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { makeTinyModel } from "./engines/neural/tiny-models.fixture.ts";
import { startFakeSpeechServer } from "./engines/remote/speech-server.fixture.ts";
import { type Finish, modelProcesses, programKey, shared, startProgram } from "./program.fixture.ts";
import { catalogue } from "./voices/catalogue.ts";

/** The service as a program, with models in the place where `npm run voices` puts them. */
const program = fileURLToPath(new URL("../../dist/programs/service.js", import.meta.url));
const authorization = `Bearer ${programKey}`;
const english = "Hello there, this is a natural voice.";
const [kokoro = "", kitten = "", piper = ""] = catalogue.map(({ name }) => name);

let voices = "";
beforeAll(async () => {
  voices = await mkdtemp(join(tmpdir(), "voices-"));
  for (const { name, family, lexicons = [] } of catalogue) {
    await makeTinyModel(join(voices, name), family);
    for (const file of lexicons) await writeFile(join(voices, name, file), "");
  }
});
afterAll(() => rm(voices, { recursive: true, force: true }));

async function startService(environment: Readonly<Record<string, string>> = {}, finish?: Finish) {
  const started = await startProgram("service", { SERVICE_VOICES_DIR: voices, ...environment }, finish);
  const { child, port, folder, log } = started;
  const base = `http://127.0.0.1:${port}/v1/audio/speech`;
  const post = (path: string, body: object) =>
    fetch(base + path, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const ledger = () => {
    const database = new Database(join(folder, "service", "service.db"));
    const rows = database.prepare("select kind from ledger order by number").all() as { kind: string }[];
    database.close();
    return rows.map(({ kind }) => kind);
  };
  return { child, port, base, post, ledger, log };
}

/** With every model, for tests that don't say which. */
const common = shared((finish) => startService({}, finish));

const cloud = (voice: string, input = english, more: object = {}) => ({ model: "cloud-tts", input, voice, ...more });

test("what is installed speaks its languages, eSpeak NG the others, and each answer says which", async () => {
  const { post } = await common();
  for (const [voice, engine, language] of [
    ["en-US-AriaNeural", kokoro, "en-US"],
    ["en-US-GuyNeural", kitten, "en-US"],
    // The text is English: the voice speaks it by a speaker of English.
    ["zh-CN-XiaoxiaoNeural", kokoro, "zh-CN, en-US"],
    ["es-ES-ElviraNeural", "espeak-ng", "es-ES"],
  ] as const) {
    const response = await post("", cloud(voice));
    expect(response.status).toBe(200);
    expect(response.headers.get("x-speech-engine")).toBe(engine);
    expect(response.headers.get("content-language")).toBe(language);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(5_000);
  }
});

test("which models speak is configuration", async () => {
  const { post } = await startService({ SERVICE_VOICES: piper });
  expect((await post("", cloud("en-US-AriaNeural"))).headers.get("x-speech-engine")).toBe(piper);
  expect((await post("", cloud("en-US-GuyNeural"))).headers.get("x-speech-engine")).toBe("espeak-ng");
  const without = await startService({ SERVICE_VOICES: "none" });
  const response = await without.post("", cloud("en-US-AriaNeural"));
  expect(response.headers.get("x-speech-engine")).toBe("espeak-ng");
});

test("no process runs before something is spoken naturally", async () => {
  const { child, post } = await startService();
  await (await post("", cloud("es-ES-ElviraNeural"))).arrayBuffer();
  expect(await modelProcesses(child.pid)).toEqual([]);
  await (await post("", cloud("en-US-AriaNeural"))).arrayBuffer();
  expect(await modelProcesses(child.pid)).toHaveLength(1);
});

test("a long task, in segments, with the times of its words", async () => {
  const { base, post, port } = await common();
  const sentence = "The night train leaves at ten, and nobody waits for it. ";
  const body = { model: "streamspeech-v8", Text: sentence.repeat(36), VoiceId: "Autumn", timestamp_type: "word" };
  const { id } = await (await post("/tasks", body)).json();
  const get = (path: string) => fetch(`${base}/tasks/${id}${path}`, { headers: { authorization } });
  const read = async () => (await get("")).json();
  await expect.poll(async () => (await read()).status, { timeout: 100_000, interval: 200 }).toBe("completed");
  const { duration_seconds: seconds } = await read();
  const sound = await fetch(`http://127.0.0.1:${port}/v1/audio/speech/tasks/${id}/content`, {
    headers: { authorization },
  });
  // At 80 ms a token, of which each sentence has more than 40.
  expect(seconds).toBeGreaterThan(36 * 40 * 0.08);
  expect((await sound.arrayBuffer()).byteLength).toBeGreaterThan(seconds * 7_900);
  expect(JSON.stringify(await (await get("/timestamps")).json()).match(/nobody/g)).toHaveLength(36);
});

/** What a WebSocket tells beside its sound, and of a word frame's words. */
async function talk(port: number) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/audio/speech/websocket?model=streamspeech-v8`, {
    headers: { authorization },
  });
  const frames: { data: Buffer; isBinary: boolean }[] = [];
  socket.on("message", (data: Buffer, isBinary) => frames.push({ data, isBinary }));
  await once(socket, "open");
  socket.send(JSON.stringify({ Text: english, VoiceId: "Autumn" }));
  await once(socket, "close");
  return frames.filter(({ isBinary }) => !isBinary).map(({ data }) => JSON.parse(data.toString()));
}

const framesOf = async (port: number) => (await talk(port)).map(({ type }) => type);

test("a WebSocket", async () => {
  const { port } = await common();
  const told = await talk(port);
  expect(told.map(({ type }) => type)).toEqual(["progress", "complete"]);
  expect(told[0].message.map(({ word }: { word: string }) => word)).toEqual(english.replaceAll(/[.,]/g, "").split(" "));
});

test("a process that dies costs one request nothing but its answer", async () => {
  const { child, post, ledger } = await startService();
  await (await post("", cloud("en-US-AriaNeural"))).arrayBuffer();
  const [pid = 0] = await modelProcesses(child.pid);
  process.kill(pid, "SIGSTOP");
  const waiting = post("", cloud("en-US-AriaNeural"));
  const other = await post("", cloud("es-ES-ElviraNeural"));
  expect(other.status).toBe(200);
  process.kill(pid, "SIGKILL");
  const response = await waiting;
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    error: {
      code: "natural_voice_failed",
      message:
        `The model ${kokoro} could not speak: its process ended by itself (SIGKILL). ` +
        "Nothing was charged; the request can be sent again.",
    },
  });
  expect(ledger()).toEqual(["charge", "charge"]);
  expect((await post("", cloud("en-US-AriaNeural"))).status).toBe(200);
});

test("a model that isn't whole is left out, and the log says what is missing", async () => {
  const folder = await mkdtemp(join(tmpdir(), "voices-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, kitten));
  await makeTinyModel(join(folder, kitten), "kitten");
  await rm(join(folder, kitten, "voices.bin"));
  const { child, post, log } = await startService({ SERVICE_VOICES_DIR: folder });
  expect((await post("", cloud("en-US-AriaNeural"))).headers.get("x-speech-engine")).toBe("espeak-ng");
  child.kill("SIGTERM");
  expect(await log).toContain(`"model":"${kitten}","missing":"voices.bin"`);
});

test("a wrong name stops the start with a line that says what to do", async () => {
  const child = spawn(process.execPath, [program], {
    env: { SERVICE_API_KEYS: "k", SERVICE_SIGNING_SECRET: "s".repeat(32), SERVICE_VOICES: "nobody" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  expect(await textOf(child.stderr)).toContain(
    `SERVICE_VOICES must be none, or names separated by commas, of ${kokoro}`,
  );
});

type FakeServerOptions = Parameters<typeof startFakeSpeechServer>[0];

async function fakeServer(options: FakeServerOptions = {}, finish: Finish = onTestFinished) {
  const server = await startFakeSpeechServer(options);
  finish(() => server.close());
  return server;
}

test("a speech server elsewhere speaks its languages before what is installed, or after it", async () => {
  const server = await fakeServer({ key: "server-key" });
  const at = { SERVICE_ENGINE_URL: `${server.url}/v1/`, SERVICE_ENGINE_KEY: "server-key", SERVICE_ENGINE_MODEL: "far" };
  const { post, port } = await startService(at);
  const engineOf = async (voice: string) => (await post("", cloud(voice))).headers.get("x-speech-engine");
  expect(await engineOf("en-US-AriaNeural")).toBe("far");
  expect(await engineOf("zh-CN-XiaoxiaoNeural")).toBe("far");
  expect(await engineOf("es-ES-ElviraNeural")).toBe("espeak-ng");
  expect(server.asked[0]?.body).toEqual({
    model: "far",
    // Nobody knows yet how quick it is: the first clause goes ahead.
    input: "Hello there,",
    voice: expect.stringMatching(/^af_(heart|sky)$/),
    response_format: "pcm",
  });
  expect(await framesOf(port)).toEqual(["progress", "complete"]);
  const after = await startService({ ...at, SERVICE_VOICES: `${kitten},server` });
  const asked = server.asked.length;
  expect((await after.post("", cloud("en-US-AriaNeural"))).headers.get("x-speech-engine")).toBe(kitten);
  expect(server.asked).toHaveLength(asked);
});

test("what a speech server does wrong is our error and costs nothing; what it breaks off is given back", async () => {
  const server = await fakeServer();
  const { post, ledger, log, child } = await startService({ SERVICE_ENGINE_URL: server.url });
  const refused = async (status: number) => {
    server.behave((response) => void response.writeHead(status, { "retry-after": "7" }).end());
    const response = await post("", cloud("en-US-AriaNeural"));
    const { error } = await response.json();
    return [response.status, response.headers.get("retry-after"), error.code, error.type];
  };
  expect(await refused(401)).toEqual([502, null, "natural_voice_failed", "upstream_error"]);
  expect(await refused(429)).toEqual([503, "7", "natural_voice_failed", "server_error"]);
  expect(ledger()).toEqual([]);
  // As FastAPI refuses a body: with all of it.
  server.behave((response) => {
    const detail = [{ type: "missing", loc: ["body", "speed"], msg: "Field required", input: { input: english } }];
    response.writeHead(422, { "content-type": "application/json" }).end(JSON.stringify({ detail }));
  });
  await post("", cloud("en-US-AriaNeural"));
  server.behave(undefined);
  const long = `${english} `.repeat(20);
  let pieces = 0;
  server.behave((response, sound) => {
    response.writeHead(200, { "content-type": "audio/pcm" });
    if (++pieces < 4) response.end(sound);
    else response.write(sound.subarray(0, 999), () => response.destroy());
  });
  const broken = await post("", cloud("en-US-AriaNeural", long));
  expect(broken.status).toBe(200);
  await expect(broken.arrayBuffer()).rejects.toThrow();
  await expect.poll(ledger).toEqual(["charge", "refund"]);
  server.behave(undefined);
  expect((await post("", cloud("en-US-AriaNeural"))).status).toBe(200);
  child.kill("SIGTERM");
  const written = await log;
  expect(written).toContain("The speech server broke its answer off.");
  expect(written).toContain("Field required");
  expect(written).not.toContain(english);
});

test("a client that leaves ends the request to the speech server, and no further one follows", async () => {
  const server = await fakeServer();
  const { post } = await startService({ SERVICE_ENGINE_URL: server.url });
  let pieces = 0;
  server.behave((response, sound) => {
    response.writeHead(200, { "content-type": "audio/pcm" });
    if (++pieces === 1) response.end(sound);
    else response.write(sound.subarray(0, 9_999));
  });
  const response = await post("", cloud("en-US-AriaNeural", `${english} `.repeat(20)));
  await expect.poll(() => server.asked.length).toBe(2);
  await response.body?.cancel();
  await expect.poll(() => server.asked.map(({ wasCut }) => wasCut)).toEqual([false, true]);
});

test("a client that reads slowly asks the speech server for no more than it takes", async () => {
  const server = await fakeServer();
  const { post } = await startService({ SERVICE_ENGINE_URL: server.url });
  const text = Array.from({ length: 50 }, () => english).join(" ");
  const response = await post("", { ...cloud("en-US-AriaNeural", text), response_format: "pcm" });
  const reader = response.body?.getReader();
  await reader?.read();
  let last = -1;
  // Nobody reads: it comes to rest before the text is over.
  const isAtRest = () => {
    const before = last;
    last = server.asked.length;
    return last === before;
  };
  await expect.poll(isAtRest, { interval: 1_000 }).toBe(true);
  expect(last).toBeLessThan(50);
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read());
  expect(server.asked.map(({ body }) => body["input"]).join(" ")).toBe(text);
});

/** A service whose speech server isn't there when it is asked for first, and comes then. */
const early = shared(async (finish) => {
  const gone = await startFakeSpeechServer();
  await gone.close();
  const service = await startService({ SERVICE_ENGINE_URL: gone.url, SERVICE_VOICES: "server" }, finish);
  const first = (await service.post("", cloud("en-US-AriaNeural"))).headers.get("x-speech-engine");
  await fakeServer({ port: gone.port }, finish);
  return { ...service, first };
});
// It asks again after seconds, which pass while the tests above run: this one is the last.
beforeAll(async () => {
  await early();
});

test("a speech server that isn't there leaves its voices to others; they are its own once it comes", async () => {
  const { post, log, child, first } = await early();
  expect(first).toBe("espeak-ng");
  await expect
    .poll(async () => (await post("", cloud("en-US-AriaNeural"))).headers.get("x-speech-engine"), {
      timeout: 100_000,
      interval: 500,
    })
    .toBe("kokoro");
  child.kill("SIGTERM");
  expect(await log).toContain('"reason":"The speech server can\'t be reached."');
});
