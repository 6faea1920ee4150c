import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engineRoutes } from "../contract/engines.ts";
import { hearing, hearingRoutes } from "../contract/hearing.ts";
import { tone, wavFile } from "./adaptation/recordings.fixture.ts";
import { ModelFailedError } from "./engines/natural-voices.ts";
import { makeTinyModel } from "./engines/neural/tiny-models.fixture.ts";
import { heardWords } from "./engines/neural/tiny-recogniser.fixture.ts";
import { programKey, startProgram } from "./program.fixture.ts";
import { sendRefusal, toRefusal } from "./refusal.ts";
import { registerHearing } from "./routes/hearing.ts";
import { catalogue } from "./voices/catalogue.ts";

/** What is said in a sound, written down by the service as a program, with a tiny model in the recogniser's place. */
const name = catalogue.find(({ family }) => family === "paraformer")?.name ?? "";
const { path } = hearingRoutes.service;
let voices = "";

beforeAll(async () => {
  voices = await mkdtemp(join(tmpdir(), "voices-"));
  await makeTinyModel(join(voices, name), "paraformer");
});
afterAll(async () => {
  await rm(voices, { recursive: true, force: true });
});

const sound = wavFile(tone(600, 2, hearing.sampleRate));

async function start(folder: string) {
  const { port } = await startProgram("service", { SERVICE_VOICES_DIR: folder });
  const [base, authorization] = [`http://127.0.0.1:${port}`, `Bearer ${programKey}`];
  const hear = async (body: Uint8Array | string, query = "", headers: Record<string, string> = {}) => {
    const response = await fetch(base + path + query, {
      method: "POST",
      headers: { authorization, "content-type": hearing.mediaType, ...headers },
      body: typeof body === "string" ? body : new Uint8Array(body),
    });
    const answer = await response.json();
    return { status: response.status, answer, code: answer.error?.code, message: answer.error?.message };
  };
  const engines = async () => (await fetch(base + engineRoutes.engines.path, { headers: { authorization } })).json();
  return { hear, engines };
}

describe("what is said in a sound", () => {
  test("is written down, by a recogniser that the service tells of", async () => {
    const { hear, engines } = await start(voices);
    expect((await engines()).hears).toEqual({ [name]: ["zh", "en"] });
    const { status, answer } = await hear(sound, "?language=en");
    expect({ status, recogniser: answer.recogniser }).toEqual({ status: 200, recogniser: name });
    const words: readonly string[] = answer.text.split(" ");
    expect(words.length).toBeGreaterThan(4);
    expect(words.every((word) => heardWords.includes(word))).toBe(true);
    // The lower a tone, the earlier its word.
    const higher = (await hear(wavFile(tone(3_000, 2, hearing.sampleRate)))).answer.text.split(" ");
    expect(heardWords.indexOf(higher[3])).toBeGreaterThan(heardWords.indexOf(words[3] ?? ""));
  });

  test("is listened to for four minutes, though the file's head is longer than the page's", async () => {
    const { hear } = await start(voices);
    const longest = wavFile(tone(600, hearing.longest, hearing.sampleRate));
    // A list of notes, as other programs write it between head and samples.
    const notes = Buffer.from("LIST\x1a\0\0\0INFOISFT\x0e\0\0\0Lavf62.12.101\0", "latin1");
    const whole = Buffer.concat([longest.subarray(0, 36), notes, longest.subarray(36)]);
    whole.writeUInt32LE(whole.length - 8, 4);
    expect(await hear(whole)).toMatchObject({ status: 200 });
  });

  test("isn't there where nothing is heard, nobody knows the language, or the key is missing", async () => {
    const { hear } = await start(voices);
    expect(await hear("hello")).toMatchObject({ status: 400, code: "not_audio" });
    const asJson = await hear(sound, "", { "content-type": "application/json" });
    expect(asJson).toMatchObject({ status: 415, message: "Send the sound as audio/wav." });
    expect(await hear(sound, "?language=English")).toMatchObject({ status: 400, code: "invalid_request" });
    const long = wavFile({ sampleRate: 8_000, samples: new Float32Array(8_000 * (hearing.longest + 1)) });
    expect(await hear(long)).toMatchObject({ status: 400, code: "too_long" });
    expect(await hear(new Uint8Array(9_000_000))).toMatchObject({ status: 413 });
    expect(await hear(sound, "?language=fr")).toMatchObject({ status: 404, code: "recogniser_not_found" });
    expect(await hear(sound, "", { authorization: "Bearer nobody" })).toMatchObject({ status: 401 });
  });

  test("is said to be beyond a service without a recogniser, with the remedy", async () => {
    const { hear, engines } = await start(join(voices, "nothing"));
    expect(await engines()).not.toHaveProperty("hears");
    const { status, message } = await hear(sound);
    expect(status).toBe(404);
    expect(message).toContain(`npm run voices -- add ${name}`);
  });

  test("is asked for again where the recogniser fails", async () => {
    const app = fastify();
    app.setErrorHandler((error: Error, request, reply) => sendRefusal(reply, toRefusal(error, request)));
    const recognise = async () => {
      throw new ModelFailedError("The model could not recognise speech: it is ill.", { retryAfter: 5 });
    };
    const recogniser = () => ({ name, languages: ["en"], recognise });
    registerHearing(app, { recogniser, cut: new AbortController().signal });
    const headers = { "content-type": hearing.mediaType };
    const answer = await app.inject({ method: "POST", url: path, headers, payload: Buffer.from(sound) });
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "5"]);
    expect(answer.json().error).toMatchObject({
      code: "natural_voice_failed",
      message: expect.stringContaining("it is ill. Nothing"),
    });
  });
});
