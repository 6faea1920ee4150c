import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keys, type RunningService, startService } from "./service.fixture.ts";

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const cloud = { model: "cloud-tts", input: "Good evening.", voice: "en-US-AriaNeural" };
const stream = { model: "streamspeech-v8", input: "Good evening.", voice: "Autumn" };

async function errorOf(response: Response) {
  expect(response.headers.get("content-type")).toMatch(/^application\/json/);
  expect(response.headers.get("x-request-id")).toMatch(/^[\w.-]{8,}$/);
  const body = (await response.json()) as { error: Record<string, unknown> };
  expect(Object.keys(body)).toEqual(["error"]);
  expect(Object.keys(body.error)).toEqual(["message", "type", "param", "code"]);
  expect(body.error["message"]).toMatch(/\S/);
  return { status: response.status, type: body.error["type"], param: body.error["param"], code: body.error["code"] };
}

describe("the model list (sections 2.7 and 5)", () => {
  test("lists what the key may use", async () => {
    const response = await service.request("/v1/models");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      object: "list",
      data: [
        { id: "cloud-tts", object: "model" },
        { id: "streamspeech-v8", object: "model" },
        { id: "refvoice-2", object: "model" },
      ],
    });
  });

  test("lists one model for a key with one, none for a key with none", async () => {
    const one = await service.request("/v1/models", { key: keys.cloudOnly });
    expect(await one.json()).toEqual({ object: "list", data: [{ id: "cloud-tts", object: "model" }] });
    const none = await service.request("/v1/models", { key: keys.none });
    expect(none.status).toBe(200);
    expect(await none.json()).toEqual({ object: "list", data: [] });
  });

  test.each([null, "wrong"])("answers 401 to the key %j", async (key) => {
    expect(await errorOf(await service.request("/v1/models", { key }))).toEqual({
      status: 401,
      type: "authentication_error",
      param: null,
      code: "invalid_api_key",
    });
  });
});

describe("what is spoken", () => {
  test("Model A answers with MP3 that says its language", async () => {
    const response = await service.speak(cloud);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("audio/mpeg");
    expect(response.headers.get("content-language")).toMatch(/^en/);
    expect(response.headers.get("x-request-id")).toMatch(/\S/);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(bytes[0]).toBe(0xff);
    expect(bytes.length).toBeGreaterThan(4_000);
  });

  test.each([
    ["en-US-AvaMultilingualNeural", "你好，世界。", /^zh/],
    ["en-US-AvaMultilingualNeural", "Hi.", /^en-US/],
    ["fr-FR-RemyMultilingualNeural", "Bonjour.", /^fr/],
    ["en-US-AvaNeural", "Guten Tag, das ist nicht der Hund.", /^en-US/],
  ])("%s speaks %s in the language that its name promises", async (voice, input, language) => {
    const response = await service.speak({ ...cloud, input, voice });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-language")).toMatch(language);
    await response.arrayBuffer();
  });

  test("a voice whose language has a stand-in says which language is heard", async () => {
    const response = await service.speak({ ...cloud, input: "Bos días.", voice: "gl-ES-SabelaNeural" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-language")).toMatch(/^pt/);
    await response.arrayBuffer();
  });

  test.each([
    "km-KH-PisethNeural",
    "ps-AF-LatifaNeural",
    "lo-LA-KeomanyNeural",
    "iu-Latn-CA-SiqiniqNeural",
    "mn-MN-BataaNeural",
  ])("%s is refused: the engine has no such language", async (voice) => {
    expect(await errorOf(await service.speak({ ...cloud, voice }))).toMatchObject({
      status: 400,
      param: "voice",
      code: "language_not_supported",
    });
  });

  test("the spelling of the request is the spelling of the error", async () => {
    const response = await service.speak({ model: "streamspeech-v8", Text: "Hello", voiceid: "Autumn", Speed: 3 });
    expect(await errorOf(response)).toMatchObject({ status: 400, param: "Speed", code: "out_of_range" });
  });

  test("the log says what was spoken and holds no text", async () => {
    const secret = "Zanzibar marmalade telescope";
    const response = await service.speak({ ...stream, input: secret, colour: "red" });
    await response.arrayBuffer();
    await expect.poll(() => service.logText()).toContain('"ignored":["colour"]');
    const line = service.log.find((entry) => Array.isArray(entry["ignored"]) && entry["ignored"].includes("colour"));
    expect(line).toMatchObject({ model: "streamspeech-v8", mode: "speech", characters: secret.length, words: 3 });
    expect(line?.["language"]).toMatch(/^en/);
    expect(service.logText()).not.toContain("marmalade");
    expect(service.logText()).not.toContain(keys.all);
  });
});

describe("what is refused", () => {
  test.each([
    ["no model", { input: "a", voice: "b" }, 400, "model", "missing"],
    ["a model that is a number", { ...cloud, model: 1 }, 400, "model", "wrong_type"],
    ["an unknown model", { ...cloud, model: "gpt" }, 404, "model", "model_not_found"],
    ["a model named like an object's own", { ...cloud, model: "constructor" }, 404, "model", "model_not_found"],
    ["no text", { model: "cloud-tts", voice: "en-US-AriaNeural" }, 400, "input", "missing"],
    ["an empty text", { ...cloud, input: "" }, 400, "input", "empty"],
    ["nothing to speak", { ...cloud, input: " \n\t " }, 400, "input", "nothing_to_speak"],
    ["signs that no word is known for", { ...cloud, input: "♪♫" }, 400, "input", "nothing_to_speak"],
    ["a text that is null", { ...cloud, input: null }, 400, "input", "wrong_type"],
    ["a text that is a list", { ...cloud, input: ["a"] }, 400, "input", "wrong_type"],
    ["an unknown voice", { ...cloud, voice: "en-US-NobodyNeural" }, 400, "voice", "voice_not_found"],
    ["a voice of the other model", { ...cloud, voice: "Autumn" }, 400, "voice", "voice_not_found"],
    ["a speed beyond our range", { ...cloud, speed: 4.01 }, 400, "speed", "out_of_range"],
    ["a speed that is a string", { ...cloud, speed: "1" }, 400, "speed", "wrong_type"],
    ["a volume beyond our range", { ...cloud, volume: -0.1 }, 400, "volume", "out_of_range"],
    ["a pitch beyond our range", { ...cloud, pitch: 101 }, 400, "pitch", "out_of_range"],
    ["a format that nobody makes", { ...cloud, response_format: "flac" }, 400, "response_format", "value_not_allowed"],
    [
      "a format named like an object's own",
      { ...cloud, response_format: "toString" },
      400,
      "response_format",
      "value_not_allowed",
    ],
    ["both modes", { ...stream, stream: true, speech: true }, 400, "stream", "conflict"],
    ["no mode", { ...stream, stream: false, speech: false }, 400, "speech", "conflict"],
    ["pcm outside stream mode", { ...stream, response_format: "pcm" }, 400, "response_format", "value_not_allowed"],
    ["a codec outside stream mode", { ...stream, Codec: "pcm_s16le" }, 400, "Codec", "not_applicable"],
    ["a temperature outside stream mode", { ...stream, temperature: 0.5 }, 400, "temperature", "not_applicable"],
    ["a bitrate that does not exist", { ...stream, Bitrate: "96k" }, 400, "Bitrate", "value_not_allowed"],
    ["5,001 emoji in speech mode", { ...stream, input: "😀".repeat(5_001) }, 400, "input", "text_too_long"],
  ])("%s", async (_what, body, status, param, code) => {
    expect(await errorOf(await service.speak(body))).toEqual({ status, type: "invalid_request_error", param, code });
  });

  test("a number that JSON cannot hold", async () => {
    const response = await service.speak('{"model":"cloud-tts","input":"a","voice":"en-US-AriaNeural","speed":1e999}');
    expect(await errorOf(response)).toMatchObject({ status: 400, param: "speed", code: "wrong_type" });
  });

  test("a model that the key lacks", async () => {
    expect(await errorOf(await service.speak(stream, keys.cloudOnly))).toEqual({
      status: 403,
      type: "permission_error",
      param: "model",
      code: "model_not_allowed",
    });
  });

  test.each([
    ["truncated JSON", '{"model":', 400],
    ["nothing", "", 400],
    ["a list", "[]", 400],
    ["null", "null", 400],
    ["a prototype", '{"__proto__":{"model":"cloud-tts"}}', 400],
    ["Latin-1", new Blob([Buffer.from(JSON.stringify({ ...cloud, input: "Café au lait" }), "latin1")]), 400],
    ["UTF-8 that ends within a letter", new Blob([Buffer.from('{"input":"Café').subarray(0, -1)]), 400],
    ["very deep JSON", `${"[".repeat(200_000)}${"]".repeat(200_000)}`, 400],
    ["a body beyond the limit", JSON.stringify({ ...cloud, input: "a".repeat(8 * 1024 * 1024) }), 413],
  ])("%s as a body", async (_what, body, status) => {
    expect(await errorOf(await service.speak(body))).toMatchObject({ status, type: "invalid_request_error" });
  });

  test.each([
    ["5,000 levels", `{"model":"cloud-tts","input":${"[".repeat(5_000)}${"]".repeat(5_000)}}`],
    ["700,000 keys", `{"model":"cloud-tts"${',"key":0'.repeat(700_000)}}`],
    ["a million arrays", `[${"[],".repeat(1_000_000)}0]`],
  ])("a body that costs more to parse than to send is refused with the reason: %s", async (_what, body) => {
    const response = await service.speak(body);
    expect((await response.clone().json()).error.message).toMatch(/64 levels.* 10000 keys/);
    expect(await errorOf(response)).toEqual({
      status: 400,
      type: "invalid_request_error",
      param: null,
      code: "json_too_complex",
    });
  });

  test("an address of megabytes, before anything parses it", async () => {
    const voice = `http://${"v".repeat(8_000_000)}`;
    expect(await errorOf(await service.speak({ model: "refvoice-2", input: "Hi.", voice }))).toMatchObject({
      status: 400,
      param: "voice",
      code: "not_an_address",
    });
  });

  test("JSON that calls itself text", async () => {
    const response = await service.request("/v1/audio/speech", {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: JSON.stringify(cloud),
    });
    expect(await errorOf(response)).toMatchObject({ status: 415, code: "unsupported_media_type" });
  });

  test.each([
    ["GET", "/v1/chat/completions"],
    ["GET", "/"],
    ["DELETE", "/v1/audio/speech/tasks/job_a/other"],
    ["PATCH", "/v1/models%"],
  ])("%s %s", async (method, path) => {
    expect(await errorOf(await service.request(path, { method }))).toMatchObject({ status: 404, code: "not_found" });
  });

  test.each([
    ["GET", "/v1/audio/speech", "POST"],
    ["DELETE", "/v1/models", "GET, HEAD"],
    ["DELETE", "/v1/audio/speech/tasks/task_a", "GET"],
    ["POST", "/v1/audio/speech/tasks/task_a/content?x", "GET, HEAD"],
    ["DELETE", "/%761/models", "GET, HEAD"],
    ["DELETE", "/v1/audio/speech/tasks/task_%61", "GET"],
  ])("%s %s, where only %s is possible", async (method, path, allow) => {
    const response = await service.request(path, { method });
    expect(response.headers.get("allow")).toBe(allow);
    expect(await errorOf(response)).toMatchObject({ status: 405, code: "method_not_allowed" });
  });

  test("without a key, before anything else is looked at", async () => {
    expect(await errorOf(await service.request("/nowhere", { key: null }))).toMatchObject({ status: 401 });
    const response = await service.speak("not json", "wrong");
    expect(await errorOf(response)).toMatchObject({ status: 401, code: "invalid_api_key" });
  });
});

test.each([
  ["markup", "<speak><break time='10s'/>one</speak> & [[h@'loU]] <audio src='file:///etc/passwd'/> two"],
  ["a lone surrogate", "one \ud83d two \ude00 three"],
  ["NUL and control characters", "one\u0000two\u0007 three"],
  ["bidirectional controls", "one \u202etwo\u202c \u2066three\u2069"],
  ["emoji with joiners", "family 👨‍👩‍👧‍👦 flag 🇩🇪 done"],
  ["a word without an end", "a".repeat(4_000)],
])("text with %s is spoken and nothing more", async (_what, input) => {
  const response = await service.speak({ ...stream, input });
  expect(response.status).toBe(200);
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(4_000);
});

test("a client that leaves stops the work", async () => {
  const { hostname, port } = new URL(service.address);
  const body = JSON.stringify({ ...stream, input: "This goes on and on and never seems to end. ".repeat(110) });
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /v1/audio/speech HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys.all}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  await once(socket, "data");
  socket.destroy();
  await expect.poll(() => service.log.filter(({ msg }) => msg === "the client left").length).toBe(1);
});

test("a client that sent requests ahead and leaves stops them all", async () => {
  // One that hadn't made a sound yet ends as an aborted request.
  const left = () => service.log.filter((line) => /the client left|AbortError/.test(JSON.stringify(line))).length;
  const before = left();
  const { hostname, port } = new URL(service.address);
  const body = JSON.stringify({ ...stream, input: "This goes on and on and never seems to end. ".repeat(110) });
  const request =
    `POST /v1/audio/speech HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys.all}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const socket = connect(Number(port), hostname);
  socket.write(request.repeat(3));
  await once(socket, "data");
  // The later ones have arrived, too, behind the first.
  await (await service.speak({ ...stream, input: "A short one." })).arrayBuffer();
  socket.destroy();
  await expect.poll(() => left() - before).toBe(3);
});

test.each([
  [
    "two lengths",
    "GET /v1/models HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    400,
    "bad_request",
  ],
  ["no HTTP at all", "\u0000\u0001\r\n\r\n", 400, "bad_request"],
  [
    "a huge head",
    `GET /v1/models HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(20_000)}\r\n\r\n`,
    431,
    "headers_too_large",
  ],
  [
    "3,000 fields before a second key, of which Node tells 2,000",
    `GET /v1/models HTTP/1.1\r\nHost: x\r\n${"a:\r\n".repeat(3_000)}Authorization: Bearer x\r\n\r\n`,
    431,
    "headers_too_large",
  ],
])("%s is refused in the shape of all errors, and the log doesn't repeat it", async (_what, bytes, status, code) => {
  const { hostname, port } = new URL(service.address);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  const [head = "", body = ""] = Buffer.concat(chunks).toString("latin1").split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/\r\nx-request-id: [\w-]{8,}\r\n/);
  expect(JSON.parse(body)).toEqual({
    error: { message: expect.any(String), type: "invalid_request_error", param: null, code },
  });
  expect(service.logText()).not.toContain("rawPacket");
});

test("a client that leaves while it sends is no fault of the service", async () => {
  const socket = connect(Number(new URL(service.address).port), "127.0.0.1");
  const fields = [
    "Host: a",
    `Authorization: Bearer ${keys.all}`,
    "Content-Type: application/json",
    "X-Request-Id: left",
  ];
  socket.write(`POST /v1/audio/speech HTTP/1.1\r\n${fields.join("\r\n")}\r\nContent-Length: 100\r\n\r\n{`, () =>
    setTimeout(() => socket.destroy(), 200),
  );
  await once(socket, "close");
  // Answered behind it, so whatever had been logged would be there.
  expect((await service.request("/v1/models")).status).toBe(200);
  expect(service.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test("500,000 emoji, each escaped, are read and counted, not refused for their size", async () => {
  const escaped = "\\ud83d\\ude00".repeat(500_000);
  const response = await service.speak(`{"model":"streamspeech-v8","voice":"Autumn","input":"${escaped}"}`);
  expect(await errorOf(response)).toMatchObject({ status: 400, param: "input", code: "text_too_long" });
});
