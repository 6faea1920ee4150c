import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { wavFile } from "../adaptation/recordings.fixture.ts";
import { decodeRecording } from "../reference/decode.ts";
import { keys, type RunningService, startService } from "../service.fixture.ts";
import { medianFundamental } from "../synthesis/fundamental-frequency.fixture.ts";

const input = "The ferry leaves at nine, and the last one comes back before midnight.";
const sameAsReference = "与音色参考音频相同";
const emotionReference = "使用情感参考音频";
const emotionVector = "使用情感向量控制";

/** Serves the sample references, and things that aren't one, where the service may fetch them. */
let server: Server;
let folder: string;
let requested: string[] = [];
/** What chance says next, for `emo_random`. */
let chance = 0.5;
let service: RunningService;

beforeAll(async () => {
  const samples = new URL("../../../public/references/", import.meta.url);
  server = createServer((request, response) => {
    const name = request.url?.split("/").at(-1) ?? "";
    requested.push(name);
    if (/^(lower|higher|lively)\.mp3$/.test(name)) response.end(readFileSync(new URL(name, samples)));
    else if (name === "page.mp3")
      response.writeHead(200, { "content-type": "audio/mpeg" }).end("<html>no sound</html>");
    else if (name === "moved.mp3") response.writeHead(302, { location: "/references/lower.mp3" }).end();
    else if (name === "silent.wav") response.end(silentWav());
    else if (name === "deep.wav") atSpeed("lower.mp3", 0.56).then((wav) => response.end(wav));
    else if (name === "squeaky.wav") atSpeed("higher.mp3", 2.1).then((wav) => response.end(wav));
    else response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  folder = `${origin}/references/`;
  service = await startService({
    references: { allowedPrefix: { origin, path: "/references/" } },
    random: () => chance,
  });
}, 60_000);
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await service.close();
});
beforeEach(() => {
  requested = [];
});

const sample = (name: string) => readFileSync(new URL(`../../../public/references/${name}`, import.meta.url));

/** A sample played slower or faster, so that its pitch is another. */
async function atSpeed(name: string, factor: number): Promise<Uint8Array> {
  const { samples, sampleRate } = await decodeRecording(sample(name));
  return wavFile({ samples, sampleRate: Math.round(sampleRate * factor) });
}

function silentWav(): Buffer {
  const file = Buffer.alloc(44 + 88_200);
  file.write("RIFF", 0);
  file.write("WAVEfmt ", 8);
  file.set([16, 0, 0, 0, 1, 0, 1, 0, 0x22, 0x56, 0, 0, 0x44, 0xac, 0, 0, 2, 0, 16, 0], 16);
  file.write("data", 36);
  file.writeUInt32LE(88_200, 40);
  return file;
}

const reference = (name: string) => folder + name;
const body = (changes: Readonly<Record<string, unknown>> = {}) => ({
  model: "refvoice-2",
  input,
  voice: reference("lower.mp3"),
  ...changes,
});

async function heard(changes: Readonly<Record<string, unknown>> = {}, headers: Readonly<Record<string, string>> = {}) {
  const response = await service.request("/v1/audio/speech", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body(changes)),
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(response.status, Buffer.from(bytes).toString("utf8", 0, 300)).toBe(200);
  const { samples, sampleRate } = await decodeRecording(bytes);
  const power = samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length;
  return {
    type: response.headers.get("content-type"),
    language: response.headers.get("content-language"),
    note: response.headers.get("x-speech-note"),
    bytes,
    f0: medianFundamental(samples, sampleRate),
    seconds: samples.length / sampleRate,
    level: 10 * Math.log10(power),
  };
}

const errorSchema = z.object({
  error: z.object({ message: z.string(), type: z.string(), param: z.nullable(z.string()), code: z.string() }),
});

async function refusal(changes: Readonly<Record<string, unknown>>) {
  const response = await service.speak(body(changes));
  return { status: response.status, ...errorSchema.parse(await response.json()).error };
}

describe("a reference (section 2.4)", () => {
  test("makes WAV in its pitch, whose lengths are right", async () => {
    const lower = await heard();
    const higher = await heard({ voice: reference("higher.mp3") });
    expect(lower.type).toBe("audio/wav");
    const view = new DataView(lower.bytes.buffer);
    expect(view.getUint32(4, true)).toBe(lower.bytes.length - 8);
    expect(view.getUint32(40, true)).toBe(lower.bytes.length - 44);
    for (const [name, { f0 }] of [
      ["lower.mp3", lower],
      ["higher.mp3", higher],
    ] as const) {
      const { samples, sampleRate } = await decodeRecording(sample(name));
      expect(Math.abs(f0 / medianFundamental(samples, sampleRate) - 1), name).toBeLessThan(0.06);
    }
  });

  test.each([
    ["deep.wav", "is too low"],
    ["squeaky.wav", "is too high"],
    ["lower.mp3", undefined],
  ])("%s: that its pitch can't be reached is said, by a request and by a task", async (name, isOff) => {
    const { f0, note } = await heard({ voice: reference(name) });
    const [, asked, spoken] = /^pitch of (\d+) Hz is out of reach; spoken at (\d+) Hz$/.exec(note ?? "") ?? [];
    expect(note === null).toBe(isOff === undefined);
    if (isOff !== undefined) {
      expect(Number(asked) < Number(spoken)).toBe(isOff === "is too low");
      expect(Math.abs(f0 / Number(spoken) - 1)).toBeLessThan(0.06);
    }
    const { id } = await endedTask(reference(name));
    const content = await service.request(`/v1/audio/speech/tasks/${id}/content`, { method: "HEAD" });
    // The engine's sound differs by a little each time.
    const alike = (text: string | null | undefined) => text?.replace(/at \d+/, "at") ?? null;
    expect(alike(content.headers.get("x-speech-note"))).toBe(alike(note));
    expect(content.headers.get("x-speech-engine")).toBe("espeak-ng");
    expect(content.headers.get("content-language")).toBe("en-US");
  });

  test("is fetched each time, for it must still be there", async () => {
    await heard();
    await heard();
    expect(requested).toEqual(["lower.mp3", "lower.mp3"]);
  });

  test.each([
    ["prompt_simple", { prompt_simple: "A", extra_body: { prompt_simple: "B", voice: "B" }, voice: "B" }],
    ["extra_body.prompt_simple", { extra_body: { prompt_simple: "A", voice: "B" }, voice: "B" }],
    ["extra_body.voice", { extra_body: { voice: "A" }, voice: "B" }],
    ["voice", { voice: "A" }],
  ])("at %s wins by its priority, and is named when it can't be used", async (place, shape) => {
    const filled = (winner: string) =>
      z.record(z.string(), z.unknown()).parse(
        JSON.parse(
          JSON.stringify(shape)
            .replaceAll('"A"', JSON.stringify(winner))
            .replaceAll('"B"', `"${reference("missing.mp3")}"`),
        ),
      );
    await heard(filled(reference("higher.mp3")));
    expect(requested).toEqual(["higher.mp3"]);
    expect(await refusal(filled(reference("gone.mp3")))).toMatchObject({ param: place, code: "reference_unusable" });
    expect(requested).toEqual(["higher.mp3", "gone.mp3"]);
  });

  test("every cause has the same words", async () => {
    const addresses = [
      ...["missing.mp3", "page.mp3", "moved.mp3", "silent.wav", "../secret", "lower.mp3?x=1"].map(reference),
      "http://127.0.0.1:9/lower.mp3",
      "http://[::1]:9/lower.mp3",
      "http://169.254.169.254/latest/meta-data/",
      "http://user:password@127.0.0.1/lower.mp3",
    ];
    const answers = await Promise.all(addresses.map((voice) => refusal({ voice })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 400, type: "invalid_request_error", param: "voice" });
    expect(answers[0]?.message).not.toMatch(/127|connect|refused|found/i);
  });

  test("leaves neither its address nor a secret in the log, but why it was refused", async () => {
    await refusal({ voice: "http://canary:canary@127.0.0.1/canary?signature=canary" });
    expect(service.logText()).not.toContain("canary");
    expect(service.logText()).toContain("credentials");
  });

  test("speaks the language of the text", async () => {
    expect((await heard({ input: "今天天气很好，我们去公园散步。" })).seconds).toBeGreaterThan(1.5);
    expect(await refusal({ input: "សួស្តី" })).toMatchObject({
      status: 400,
      code: "language_not_supported",
      param: "input",
    });
    expect(await refusal({ input: undefined, prompt_text: "សួស្តី" })).toMatchObject({ param: "prompt_text" });
  });

  test("a text whose beginning is silent is spoken all the same", async () => {
    expect((await heard({ input: `${"\n".repeat(300)}Hello there.` })).seconds).toBeGreaterThan(0.5);
  });

  test("a text without anything to speak is named", async () => {
    const told = { status: 400, code: "nothing_to_speak" };
    expect(await refusal({ input: "…" })).toMatchObject({ ...told, param: "input" });
    // Letters to us, and nothing to the engine: found when it speaks.
    expect(await refusal({ input: undefined, prompt_text: "♪♫" })).toMatchObject({ ...told, param: "prompt_text" });
  });
});

describe("emotion (section 2.5)", () => {
  test("same as the reference by default, whatever the other fields hold", async () => {
    const neutral = await heard();
    const same = await heard({
      emo_control_method: sameAsReference,
      emo_sad: 1,
      emo_ref_audio: reference("lively.mp3"),
    });
    expect(requested).toEqual(["lower.mp3", "lower.mp3"]);
    expect(same.seconds / neutral.seconds).toBeCloseTo(1, 1);
    expect(same.level).toBeCloseTo(neutral.level, 0);
  });

  test("by vector: sadness is slower, lower and quieter than joy", async () => {
    const sad = await heard({ instructions: { emo_control_method: emotionVector, emo_sad: 1 } });
    const happy = await heard({ extra_body: { emo_control_method: emotionVector, emo_happy: 1 } });
    expect(sad.f0).toBeLessThan(0.85 * happy.f0);
    expect(sad.seconds).toBeGreaterThan(1.2 * happy.seconds);
    expect(sad.level).toBeLessThan(happy.level - 4);
  });

  test("each field goes by its own priority: top level, extra_body, instructions", async () => {
    const mixed = await heard({
      emo_sad: 1,
      extra_body: { emo_control_method: emotionVector, emo_sad: 0, emo_surprised: "0" },
      instructions: { emo_control_method: sameAsReference, emo_sad: 0 },
    });
    const neutral = await heard();
    expect(mixed.seconds).toBeGreaterThan(1.12 * neutral.seconds);
  });

  test("from a recording: its rate and range; from the voice's own when there is none", async () => {
    const own = await heard({ emo_control_method: emotionReference });
    expect(requested).toEqual(["lower.mp3"]);
    const lively = await heard({ emo_control_method: emotionReference, emo_ref_audio: reference("lively.mp3") });
    expect(requested).toEqual(["lower.mp3", "lower.mp3", "lively.mp3"]);
    expect(lively.seconds).toBeLessThan(0.9 * own.seconds);
  });

  test("a recording of an emotion that can't be used is named where it stands", async () => {
    const emotion = { emo_control_method: emotionReference, emo_ref_audio: reference("gone.mp3") };
    expect(await refusal(emotion)).toMatchObject({ param: "emo_ref_audio", code: "reference_unusable" });
    expect(await refusal({ instructions: emotion })).toMatchObject({ param: "instructions.emo_ref_audio" });
    expect(await heard({ ...emotion, emo_control_method: emotionVector })).toMatchObject({ type: "audio/wav" });
  });

  test("by chance: it varies with the numbers, and only where a vector controls", async () => {
    const random = { emo_control_method: emotionVector, emo_random: true };
    chance = 0.5;
    const still = await heard(random);
    chance = 1;
    const moved = await heard(random);
    const elsewhere = await heard({ emo_random: true });
    expect(Math.abs(moved.seconds / still.seconds - 1)).toBeGreaterThan(0.03);
    // An Idempotency-Key draws for itself, so that what is spoken again is the same.
    const first = await heard(random, { "idempotency-key": "a" });
    chance = 0.5;
    const again = await heard(random, { "idempotency-key": "a" });
    expect(again.seconds / first.seconds).toBeCloseTo(1, 2);
    expect(elsewhere.seconds / still.seconds).toBeCloseTo(1, 1);
  });

  test.each([
    [{ emo_happy: 1.2 }, "emo_happy"],
    [{ extra_body: { emo_angry: "1" } }, "extra_body.emo_angry"],
    [{ instructions: "sadly" }, "instructions"],
    [{ speed: 1.5 }, "speed"],
    [{ response_format: "mp3" }, "response_format"],
  ])("%j is refused before anything is fetched", async (changes, param) => {
    expect(await refusal(changes)).toMatchObject({ status: 400, param });
    expect(requested).toEqual([]);
  });
});

const taskSchema = z.object({
  id: z.string(),
  status: z.string(),
  error: z.optional(z.object({ code: z.string(), message: z.string() })),
});

/** A task with that reference, once it has ended. */
async function endedTask(voice: string): Promise<z.infer<typeof taskSchema>> {
  const created = await service.request("/v1/audio/speech/tasks", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body({ voice })),
  });
  const { id } = taskSchema.parse(await created.json());
  return await vi.waitUntil(
    async () => {
      const read = taskSchema.parse(await (await service.request(`/v1/audio/speech/tasks/${id}`)).json());
      return (read.status === "failed" || read.status === "completed") && read;
    },
    { timeout: 60_000 },
  );
}

test("a task fails with the same words, and nothing is charged for it", async () => {
  const task = await endedTask(reference("gone.mp3"));
  const { code, message } = await refusal({ voice: reference("gone.mp3") });
  expect(task).toMatchObject({ status: "failed", error: { code, message } });
});

test("a key without the model is refused before anything is fetched", async () => {
  const response = await service.speak(body(), keys.cloudOnly);
  expect(response.status).toBe(403);
  expect(requested).toEqual([]);
});
