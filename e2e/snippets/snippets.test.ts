import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import type { ModelDescriptor } from "../../src/contract/model.ts";
import { cloudTts } from "../../src/contract/models/cloud-tts.ts";
import { emotionMethods, refVoice2 } from "../../src/contract/models/refvoice-2.ts";
import { streamSpeechV8 } from "../../src/contract/models/streamspeech-v8.ts";
import { buildRequest, customRequest, type FormValues, type RequestOptions } from "../../src/contract/request.ts";
import { type CodeRequest, codeRequestOf, type Snippet } from "../../src/contract/snippets/code-request.ts";
import { snippetsOf } from "../../src/contract/snippets/index.ts";
import { decodeRecording } from "../../src/service/reference/decode.ts";
import { keys, type RunningService, startService } from "../../src/service/service.fixture.ts";
import { canRun, missing, openaiIsReal, type RunSnippet, runSnippet } from "./run.ts";

vi.setConfig({ testTimeout: 120_000 });

const nasty = 'It\'s a "test": `one` $TWO $\u007bthree} \\n \\\\ 100%,\nthen 😀 and 中文 after 👩‍👧.';

let service: RunningService;
let recordings: Server;
let reference = "";

beforeAll(async () => {
  recordings = createServer((request, response) => {
    const name = request.url?.split("/").at(-1) ?? "";
    if (name !== "lower.mp3") response.writeHead(404).end();
    else response.end(readFileSync(new URL("../../public/references/lower.mp3", import.meta.url)));
  });
  await new Promise<void>((listening) => recordings.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${(recordings.address() as AddressInfo).port}`;
  reference = `${origin}/references/lower.mp3`;
  service = await startService({ references: { allowedPrefix: { origin, path: "/references/" } } });
});
afterAll(async () => {
  await service.close();
  recordings.close();
});

test("CI has everything that snippets are run with", () => {
  const wanted = process.env["REQUIRE_SNIPPETS"] !== undefined;
  expect(wanted ? missing : []).toEqual([]);
  if (missing.length > 0) console.warn(`Snippets are not run for want of ${missing.join(", ")} (apt-get install …).`);
  if (!openaiIsReal) console.warn("The OpenAI client isn't installed: a module that does what it documents stands in.");
});

/** What an answer is, as far as a snippet must give the same. */
interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
}

/** Sends a request as the page's own would leave the proxy, and returns its answer; of a task its sound, or what it said. */
async function answerOf({ method, path, body, kind }: CodeRequest): Promise<Answer> {
  if (kind === "websocket") return frames(path, body ?? "");
  const init = { method, ...(body === undefined ? {} : { body, headers: { "content-type": "application/json" } }) };
  const answer = await readAnswer(await service.request(path, init));
  if (kind !== "task" || answer.status !== 200) return answer;
  const { id } = JSON.parse(answer.bytes.toString()) as { id: string };
  const task = `${path}/${id}`;
  const ended = await vi.waitUntil(
    async () => {
      const text = await (await service.request(task)).text();
      return /"status":"(?:completed|failed)"/.test(text) ? text : undefined;
    },
    { timeout: 60_000, interval: 100 },
  );
  return ended.includes('"failed"')
    ? { status: 0, bytes: Buffer.from(ended) }
    : readAnswer(await service.request(`${task}/content`));
}

async function readAnswer(response: Response): Promise<Answer> {
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** The sound of a WebSocket's binary frames; of one that fails, its last text frame and close code. */
function frames(path: string, frame: string): Promise<Answer> {
  const socket = new WebSocket(service.address.replace("http", "ws") + path, {
    headers: { authorization: `Bearer ${keys.all}` },
  });
  const audio: Buffer[] = [];
  let text = "";
  socket.on("open", () => socket.send(frame));
  socket.on("message", (data: Buffer, isBinary) => {
    if (isBinary) audio.push(data);
    else text = data.toString();
  });
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("close", (code) => {
      resolve(
        code === 1000 ? { status: 200, bytes: Buffer.concat(audio) } : { status: code, bytes: Buffer.from(text) },
      );
    });
  });
}

/** What bytes of sound are: their codec by the first bytes, and seconds; raw samples are as long as they are many. */
async function soundOf(bytes: Buffer): Promise<{ readonly codec: string; readonly seconds: number }> {
  if (bytes.subarray(0, 4).toString("latin1") === "RIFF") {
    const { samples, sampleRate } = await decodeRecording(bytes);
    return { codec: "wav", seconds: samples.length / sampleRate };
  }
  if (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0) {
    const { samples, sampleRate } = await decodeRecording(bytes);
    return { codec: "mp3", seconds: samples.length / sampleRate };
  }
  return { codec: "samples", seconds: bytes.length };
}

const run = (snippet: Snippet, file: string, key: string = keys.all): Promise<RunSnippet> =>
  runSnippet(snippet, file, { SPEECH_BASE_URL: service.address, SPEECH_API_KEY: key });

interface Case {
  readonly name: string;
  readonly model: ModelDescriptor;
  readonly values: () => FormValues;
  readonly options: RequestOptions;
  /** A body written by hand instead. */
  readonly body?: string;
}

const b = (values: FormValues) => () => ({ voice: "Autumn", text: nasty, ...values });
const spoken: readonly Case[] = [
  {
    name: "Model A",
    model: cloudTts,
    values: () => ({ voice: "en-US-AriaNeural", text: nasty, speed: 1.25, pitch: -20 }),
    options: { mode: "speech" },
  },
  { name: "Model B, a stream", model: streamSpeechV8, values: b({ speed: 0.2 }), options: { mode: "stream" } },
  {
    name: "Model B, samples",
    model: streamSpeechV8,
    values: b({ codec: "pcm_s16le", temperature: 0.1 }),
    options: { mode: "stream" },
  },
  {
    name: "Model B, capitalised",
    model: streamSpeechV8,
    values: b({ bitrate: "64k" }),
    options: { mode: "speech", spelling: "capitalised" },
  },
  {
    name: "Model B, lower case",
    model: streamSpeechV8,
    values: b({ pitch: 1.1 }),
    options: { mode: "speech", spelling: "lowercase" },
  },
  { name: "Model B, a task", model: streamSpeechV8, values: b({ timestamp_type: "word" }), options: { mode: "async" } },
  {
    name: "Model B, a WebSocket",
    model: streamSpeechV8,
    values: b({ speed: -0.1 }),
    options: { mode: "stream", transport: "websocket" },
  },
  {
    name: "Model B, Chinese of more characters than an argument takes",
    model: streamSpeechV8,
    values: () => ({ voice: "Mei", text: "你好，😀“世界”。" }),
    options: { mode: "speech" },
    body: `{"model":"streamspeech-v8", "input":"你好，😀'世界'。", "voice":"Mei", "unknown":"${"长".repeat(60_000)}"}`,
  },
  {
    name: "Model B, a body by hand with doubled keys and spaces",
    model: streamSpeechV8,
    values: b({}),
    options: { mode: "speech" },
    body: '{ "model": "streamspeech-v8", "voice": "Luna",\n "voice": "Noah", "input": "It\'s mine.", "Speed": 0.50 }',
  },
  {
    name: "Model C, in a literal extra_body",
    model: refVoice2,
    values: () => ({
      text: nasty.slice(0, 40),
      voice: reference,
      emo_control_method: emotionMethods.emotionVector,
      emo_happy: 0.5,
      emo_calm: 0.25,
    }),
    options: { mode: "speech", placement: "extra_body" },
  },
  {
    name: "Model C, a task with instructions",
    model: refVoice2,
    values: () => ({
      text: "中文，短句。",
      voice: reference,
      emo_control_method: emotionMethods.emotionVector,
      emo_sad: 0.3,
    }),
    options: { mode: "async", placement: "instructions" },
  },
];

const refused: readonly Case[] = [
  { name: "a value out of range", model: streamSpeechV8, values: b({ speed: 5 }), options: { mode: "stream" } },
  {
    name: "a body that isn't JSON",
    model: streamSpeechV8,
    values: b({}),
    options: { mode: "speech" },
    body: `{"input": 'It's'`,
  },
  { name: "a task out of range", model: streamSpeechV8, values: b({ pitch: 9 }), options: { mode: "async" } },
  {
    name: "a task whose recording isn't there",
    model: refVoice2,
    values: () => ({ text: "Hm.", voice: `${reference}x` }),
    options: { mode: "async" },
  },
  {
    name: "a WebSocket frame out of range",
    model: streamSpeechV8,
    values: b({ speed: 5 }),
    options: { mode: "stream", transport: "websocket" },
  },
];

function requestOf({ model, values, options, body }: Case): CodeRequest {
  const built = buildRequest(model, values(), options);
  const request = body === undefined ? built : customRequest(model, built.endpoint, body);
  return codeRequestOf(request, model.output(values() as Record<string, string>));
}

/** The snippets that there are for a case, by name; those for which this machine has everything. */
const idsOf = (each: Case): readonly string[] =>
  snippetsOf(requestOf(each))
    .filter(canRun)
    .map(({ id }) => id);
const rows = (cases: readonly Case[]) => cases.flatMap((each) => idsOf(each).map((id) => ({ ...each, id })));

/** One answer of the page's for all the snippets of a request. */
const answers = new Map<string, Promise<Answer>>();

async function compare(request: CodeRequest, id: string): Promise<{ expected: Answer; ran: RunSnippet }> {
  const snippet = snippetsOf(request).find((each) => each.id === id);
  if (snippet === undefined) throw new Error(`There is no ${id} of this request.`);
  const known = answers.get(request.path + request.body) ?? answerOf(request);
  answers.set(request.path + request.body, known);
  const [expected, ran] = await Promise.all([known, run(snippet, request.file)]);
  return { expected, ran };
}

describe("speaks as the page does", () => {
  test.each(rows(spoken))("$name: $id", async ({ id, ...each }) => {
    const { expected, ran } = await compare(requestOf(each), id);
    expect(expected.status, expected.bytes.toString().slice(0, 200)).toBe(200);
    expect([ran.status, ran.status === 0 ? "" : ran.said]).toEqual([0, ""]);
    const [wanted, got] = [await soundOf(expected.bytes), await soundOf(ran.file)];
    expect(got.codec).toBe(wanted.codec);
    expect(wanted.seconds).toBeGreaterThan(0.3);
    expect(Math.abs(got.seconds - wanted.seconds)).toBeLessThanOrEqual(wanted.seconds * 0.03);
  });
});

describe("fails as the page does", () => {
  test.each(rows(refused))("$name: $id", async ({ id, ...each }) => {
    const { expected, ran } = await compare(requestOf(each), id);
    expect(expected.status).not.toBe(200);
    expect(ran.status).not.toBe(0);
    const { error } = JSON.parse(expected.bytes.toString()) as { error: { message: string; code: string } };
    const said = ran.said + ran.file.toString();
    expect(said).toContain(error.code);
    expect(said).toContain(error.message);
    if (id !== "curl" && expected.status >= 400 && expected.status < 600)
      expect(said).toContain(String(expected.status));
  });

  const plain: Case = { name: "", model: streamSpeechV8, values: b({}), options: { mode: "stream" } };
  test.each(idsOf(plain))("with a wrong key: %s", async (id) => {
    const snippet = snippetsOf(requestOf(plain)).find((each) => each.id === id);
    if (snippet === undefined) throw new Error(`There is no ${id}.`);
    const ran = await run(snippet, "speech.mp3", "wrong");
    expect(ran.status).not.toBe(0);
    expect(ran.said + ran.file.toString()).toContain("invalid_api_key");
  });
});

describe("routes without sound", () => {
  const models: CodeRequest = { method: "GET", path: "/v1/models", kind: "file", file: "answer.json" };
  test.each(snippetsOf(models).filter(canRun))("the model list: $id", async (snippet) => {
    const ran = await run(snippet, "answer.json");
    expect([ran.status, JSON.parse(ran.file.toString())]).toMatchObject([0, { object: "list" }]);
  });

  const missingTask = "/v1/audio/speech/tasks/task_none/content";
  const head: CodeRequest = { method: "HEAD", path: missingTask, kind: "file", file: "head.txt" };
  test.each(snippetsOf(head).filter(canRun))("the head of a file that isn't there: $id", async (snippet) => {
    const ran = await run(snippet, "head.txt");
    expect(ran.status).not.toBe(0);
    expect(ran.said + ran.file.toString()).toContain("404");
  });
});
