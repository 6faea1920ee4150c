import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engineRoutes, enginesSchema } from "../contract/engines.ts";
import { readWordsNote } from "../contract/spoken-note.ts";
import { bursts, vowel, wavFile } from "./adaptation/recordings.fixture.ts";
import { makeTinyModel } from "./engines/neural/tiny-models.fixture.ts";
import { stepOfPitch } from "./engines/neural/tiny-zipvoice.fixture.ts";
import { type Finish, modelProcesses, programKey, shared, startProgram } from "./program.fixture.ts";
import { decodeRecording } from "./reference/decode.ts";
import { medianFundamental } from "./synthesis/fundamental-frequency.fixture.ts";
import { catalogue } from "./voices/catalogue.ts";

/** RefVoice 2 by models that clone voices: the service as a program, with tiny models in their places. */
const authorization = `Bearer ${programKey}`;
const input = "The ferry leaves at nine, and the last one comes back before midnight.";
const named = (family: string) => catalogue.find((entry) => entry.family === family)?.name ?? "";
const [zipvoice, pocket, paraformer] = [named("zipvoice"), named("pocket"), named("paraformer")];

let voices = "";
let server: Server;
let prefix = "";
let requested: string[] = [];
const recordings = new Map<string, Uint8Array | string>();

beforeAll(async () => {
  voices = await mkdtemp(join(tmpdir(), "voices-"));
  for (const { name, family } of catalogue) {
    if (["pocket", "zipvoice", "paraformer"].includes(family)) await makeTinyModel(join(voices, name), family);
  }
  recordings.set("deep.wav", wavFile(vowel(() => 120, 3, { formants: [350, 2_500] })));
  recordings.set("high.wav", wavFile(vowel(() => 200, 3, { formants: [700, 2_500] })));
  // With syllables: what is adapted to a vowel alone is spoken twice as long.
  recordings.set("spoken.wav", wavFile(bursts(4, 3)));
  recordings.set("told.wav", recordings.get("deep.wav") ?? "");
  recordings.set("told.txt", "Hello there my dear old friend, how are you?\n");
  recordings.set("silent.wav", wavFile({ sampleRate: 22_050, samples: new Float32Array(44_100) }));
  server = createServer((request, response) => {
    const name = request.url?.split("/").at(-1) ?? "";
    requested.push(name);
    const content = recordings.get(name);
    if (content === undefined) response.writeHead(404);
    response.end(content);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  prefix = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/references/`;
}, 30_000);
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(voices, { recursive: true, force: true });
});
beforeEach(() => {
  requested = [];
});

interface Options {
  readonly data?: string;
  readonly engines?: string;
  readonly finish?: Finish;
}

async function startService(models: readonly string[], { data, engines, finish }: Options = {}) {
  const environment = {
    SERVICE_VOICES_DIR: voices,
    SERVICE_VOICES: models.length === 0 ? "none" : models.join(","),
    SERVICE_REFERENCE_PREFIX: prefix,
    ...(data === undefined ? {} : { DATA_DIR: data }),
    ...(engines === undefined ? {} : { SERVICE_ENGINES: engines }),
  };
  const { child, port, folder } = await startProgram("service", environment, finish);
  const base = `http://127.0.0.1:${port}/v1/audio/speech`;
  const get = (path: string) => fetch(base + path, { headers: { authorization } });
  const post = (path: string, changes: object) =>
    fetch(base + path, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ model: "refvoice-2", input, voice: `${prefix}deep.wav`, ...changes }),
    });
  const clones = async () => {
    const address = `http://127.0.0.1:${port}${engineRoutes.engines.path}`;
    return enginesSchema.parse(await (await fetch(address, { headers: { authorization } })).json()).clones;
  };
  return { child, folder: data ?? folder, get, post, clones };
}
type Service = Awaited<ReturnType<typeof startService>>;

// Who needs a service as it is at first, or breaks a model's files, starts one of its own.
const withPocket = shared((finish) => startService([pocket], { finish }));
const withZipvoice = shared((finish) => startService([zipvoice], { finish }));
/** With all of them, in another order; nothing is ever spoken. */
const withUnused = shared((finish) => startService([pocket, zipvoice, paraformer], { finish }));
const withAll = shared((finish) => startService([zipvoice, pocket, paraformer], { finish }));

/** A short text, in a voice that is soon adapted to its recording. */
const adapted = (text: string) => ({ input: text, voice: `${prefix}spoken.wav` });

async function heard({ post }: Service, changes: object = {}) {
  const response = await post("", changes);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(response.status, Buffer.from(bytes).toString("utf8", 0, 300)).toBe(200);
  const { samples, sampleRate } = await decodeRecording(bytes);
  return {
    engine: response.headers.get("x-speech-engine"),
    note: response.headers.get("x-speech-note"),
    f0: medianFundamental(samples, sampleRate),
    seconds: samples.length / sampleRate,
    level: 10 * Math.log10(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length),
    bytes,
  };
}

describe("a reference, where a model clones voices (section 2.4)", () => {
  test("is spoken like by pocket, each like its own", async () => {
    const service = await withPocket();
    const deep = await heard(service);
    const high = await heard(service, { voice: `${prefix}high.wav` });
    expect(Math.abs(deep.f0 / 120 - 1)).toBeLessThan(0.04);
    expect(Math.abs(high.f0 / 200 - 1)).toBeLessThan(0.04);
    expect(deep.engine).toBe(pocket);
    // It needs no words, and so nobody asks for them.
    expect(requested).toEqual(["deep.wav", "high.wav"]);
  });

  test("is spoken like by zipvoice, which is told what a recogniser heard in it", async () => {
    const service = await withAll();
    const deep = await heard(service);
    const high = await heard(service, { voice: `${prefix}high.wav` });
    expect(deep.engine).toBe(`${zipvoice};transcript=recognised`);
    expect(deep.f0 / stepOfPitch).toBeCloseTo(7, 0.5);
    expect(high.f0 / stepOfPitch).toBeGreaterThan(8.5);
    expect(await modelProcesses(service.child.pid)).toHaveLength(2);
  });

  test("is spoken like by zipvoice with the text that stands beside it", async () => {
    const service = await withZipvoice();
    const { engine, f0 } = await heard(service, { voice: `${prefix}told.wav` });
    expect(engine).toBe(`${zipvoice};transcript=provided`);
    expect(f0 / stepOfPitch).toBeCloseTo(7, 0.5);
    expect(requested).toEqual(["told.wav", "told.txt"]);
  });

  test("is left to pocket where nobody knows its words, and to the adapted voice beyond English", async () => {
    const service = await startService([zipvoice, pocket]);
    const english = await heard(service);
    expect(english.engine).toBe(pocket);
    const chinese = await heard(service, adapted("渡轮九点开。"));
    expect(chinese.engine).toBe("espeak-ng");
    for (const { note } of [english, chinese]) {
      expect(readWordsNote(note ?? "")).toEqual({ model: zipvoice, recogniser: paraformer, isHere: false });
    }
    const told = await heard(service, { voice: `${prefix}told.wav` });
    expect([told.engine, told.note]).toEqual([`${zipvoice};transcript=provided`, null]);
  });

  test("is spoken like by zipvoice as soon as a recogniser is there, passed over before or not", async () => {
    const file = join(voices, paraformer, "model.int8.onnx");
    const content = await readFile(file);
    await rm(file);
    const service = await startService([zipvoice, paraformer]);
    try {
      expect((await heard(service)).engine).toBe("espeak-ng");
    } finally {
      await writeFile(file, content);
    }
    const engine = async () => (await heard(service)).engine;
    await expect.poll(engine, { interval: 500 }).toBe(`${zipvoice};transcript=recognised`);
  });

  test("speaks Chinese where a model does", async () => {
    const service = await withAll();
    const { engine, seconds } = await heard(service, { input: "你好，我是你。我好。" });
    expect(engine).toBe(`${zipvoice};transcript=recognised`);
    expect(seconds).toBeGreaterThan(0.5);
  });

  test("that can't be used is refused as ever", async () => {
    const service = await withUnused();
    for (const name of ["silent.wav", "gone.wav"]) {
      const response = await service.post("", { voice: prefix + name });
      expect(response.status).toBe(400);
      expect((await response.json()).error).toMatchObject({ code: "reference_unusable", param: "voice" });
    }
    expect(await modelProcesses(service.child.pid)).toEqual([]);
  });

  test("is spoken like by what SERVICE_ENGINES names, and by the adapted voice where that clones nothing", async () => {
    const models = [zipvoice, pocket, paraformer];
    const told = await startService(models, { engines: `refvoice-2/zh=espeak-ng,refvoice-2=${pocket}` });
    expect(await told.clones()).toEqual({ [pocket]: { languages: ["en"] } });
    // What can't be cloned in a mixed text is nobody else's.
    expect((await heard(told, { input: `${input} 渡轮九点开。` })).engine).toBe(`${pocket}, espeak-ng`);
    expect((await heard(told, adapted("渡轮九点开。"))).engine).toBe("espeak-ng");
    const none = await startService(models, { engines: "refvoice-2=espeak-ng" });
    expect(await none.clones()).toBeUndefined();
    expect((await heard(none, adapted("The ferry leaves."))).engine).toBe("espeak-ng");
    expect(await modelProcesses(none.child.pid)).toEqual([]);
  });

  test("is told of before anything is spoken: what is spoken like it, and in which languages", async () => {
    const heard = await withUnused();
    const clones = await heard.clones();
    expect(clones).toEqual({ [pocket]: { languages: ["en"] }, [zipvoice]: { languages: ["zh", "en"] } });
    expect(Object.keys(clones ?? {})).toEqual([pocket, zipvoice]);
    const unheard = await withZipvoice();
    expect(await unheard.clones()).toEqual({ [zipvoice]: { languages: ["zh", "en"], needsWords: true } });
  });

  test("changes nothing where no model clones", async () => {
    const [without, other] = [await startService([]), await startService([paraformer])];
    const changes = adapted("The ferry leaves.");
    const [first, second] = [await heard(without, changes), await heard(other, changes)];
    expect(Buffer.from(first.bytes).equals(Buffer.from(second.bytes))).toBe(true);
    expect(first.engine).toBe("espeak-ng");
    expect(await modelProcesses(other.child.pid)).toEqual([]);
  });
});

describe("the emotion of a cloned voice (section 2.5)", () => {
  const vector = { emo_control_method: "使用情感向量控制" };

  test("comes from the vector: pitch and speed", async () => {
    const service = await withPocket();
    const plain = await heard(service);
    const angry = await heard(service, { ...vector, emo_angry: 1 });
    const sad = await heard(service, { ...vector, emo_sad: 1 });
    expect(Math.abs(angry.f0 / plain.f0 / 1.1 - 1)).toBeLessThan(0.04);
    expect(Math.abs(sad.f0 / plain.f0 / 0.9 - 1)).toBeLessThan(0.04);
    expect(sad.seconds).toBeGreaterThan(plain.seconds * 1.1);
    expect(angry.seconds).toBeLessThan(plain.seconds * 0.95);
  });

  test("comes from another recording: its level and speed", async () => {
    const loud = wavFile(vowel(() => 120, 3, { formants: [350, 2_500] }));
    const { samples, sampleRate } = await decodeRecording(loud);
    recordings.set("quiet.wav", wavFile({ sampleRate, samples: samples.map((sample) => sample / 4) }));
    const service = await withPocket();
    const plain = await heard(service);
    const quiet = await heard(service, {
      emo_control_method: "使用情感参考音频",
      emo_ref_audio: `${prefix}quiet.wav`,
    });
    expect(quiet.level - plain.level).toBeCloseTo(-12, -0.2);
    expect(Math.abs(quiet.f0 / plain.f0 - 1)).toBeLessThan(0.04);
  });
});

describe("a task with a cloned voice", () => {
  // As long as a text may be: more than two minutes, and so in segments.
  const long = `${input} `.repeat(28);
  const ended = async ({ get }: Service, id: string) => {
    const read = async () => (await get(`/tasks/${id}`)).json();
    await expect
      .poll(async () => (await read()).status, { timeout: 100_000, interval: 200 })
      .toMatch(/completed|failed/);
    return await read();
  };

  test("is spoken in segments with one reference, and goes on after a restart without it", async () => {
    const first = await startService([pocket]);
    const { id } = await (await first.post("/tasks", { input: long })).json();
    const database = new Database(join(first.folder, "service", "service.db"), { readonly: true });
    const spoken = () => {
      const row = database.prepare("select count(*) as count from segments where kept is not null").get();
      return (row as { count: number }).count;
    };
    await expect.poll(spoken, { timeout: 100_000 }).toBeGreaterThan(0);
    database.close();
    first.child.kill("SIGKILL");
    await once(first.child, "exit");
    const kept = recordings.get("deep.wav") ?? "";
    recordings.delete("deep.wav");
    try {
      const second = await startService([pocket], { data: first.folder });
      const task = await ended(second, id);
      expect(task.status).toBe("completed");
      const sound = await (await second.get(`/tasks/${id}/content`)).arrayBuffer();
      const { samples, sampleRate } = await decodeRecording(new Uint8Array(sound));
      const half = Math.floor(samples.length / 2);
      for (const part of [samples.subarray(0, half), samples.subarray(half)]) {
        expect(Math.abs(medianFundamental(part, sampleRate) / 120 - 1)).toBeLessThan(0.04);
      }
    } finally {
      recordings.set("deep.wav", kept);
    }
  });

  test("goes on where its model's process dies in the middle of a sentence", async () => {
    const service = await withPocket();
    await heard(service);
    const [pid = 0] = await modelProcesses(service.child.pid);
    const { id } = await (await service.post("/tasks", { input: long })).json();
    const progress = async () => (await (await service.get(`/tasks/${id}`)).json()).progress;
    await expect.poll(progress, { timeout: 100_000 }).toBeGreaterThan(0);
    process.kill(pid, "SIGKILL");
    expect((await ended(service, id)).status).toBe("completed");
    expect(await modelProcesses(service.child.pid)).not.toContain(pid);
  });
});

describe("a model that fails", () => {
  test.each([
    ["was damaged", pocket, "decoder.int8.onnx", [pocket], pocket],
    [
      "can't recognise speech",
      paraformer,
      "model.int8.onnx",
      [zipvoice, paraformer],
      `${zipvoice};transcript=recognised`,
    ],
  ])("that %s: one request gets 503, and nothing else", async (_, model, name, models, engine) => {
    const service = await startService(models);
    const file = join(voices, model, name);
    const content = await readFile(file);
    await writeFile(file, "damaged");
    try {
      const response = await service.post("", {});
      expect(response.status).toBe(503);
      expect((await response.json()).error).toMatchObject({
        code: "natural_voice_failed",
        message: expect.stringContaining(model),
      });
    } finally {
      await writeFile(file, content);
    }
    expect((await heard(service)).engine).toBe(engine);
  });

  test("that lacks a file is left out until it is whole again", async () => {
    const service = await withPocket();
    const file = join(voices, pocket, "decoder.int8.onnx");
    const content = await readFile(file);
    await rm(file);
    const engine = async () => (await service.post("", {})).headers.get("x-speech-engine");
    try {
      await expect.poll(engine, { interval: 500 }).toBe("espeak-ng");
    } finally {
      await writeFile(file, content);
    }
    await expect.poll(engine, { interval: 500 }).toBe(pocket);
  });
});
