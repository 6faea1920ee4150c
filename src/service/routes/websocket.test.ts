import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { MPEGDecoder } from "mpg123-decoder";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { parseFrame } from "../../contract/frames.ts";
import { webSocketRequired } from "../../http/request-head.ts";
import { bulk, poison, wordSamples } from "../tone.fixture.ts";
import { keys, startToneService, type ToneService } from "../tone-service.fixture.ts";

let service: ToneService;
beforeAll(async () => {
  service = await startToneService();
});
afterEach(() => service.tones.release());
afterAll(() => service.close());

const path = "/v1/audio/speech/websocket";
const authorization = { authorization: `Bearer ${keys.all}` };
const frame = { Text: "One two three.", VoiceId: "Autumn", Bitrate: "64k", Speed: 0, Pitch: 1 };

interface Heard {
  /** `audio` for a run of binary frames, the type of each text frame, in their order. */
  readonly order: string[];
  readonly audio: Buffer[];
  readonly texts: string[];
  code?: number;
}

function open(on: ToneService = service, query = "?model=streamspeech-v8"): { socket: WebSocket; heard: Heard } {
  const socket = new WebSocket(on.address.replace("http", "ws") + path + query, { headers: authorization });
  const heard: Heard = { order: [], audio: [], texts: [] };
  socket.on("message", (data: Buffer, isBinary) => {
    if (isBinary) heard.audio.push(data);
    else heard.texts.push(data.toString());
    const kind = isBinary ? "audio" : parseFrame(data.toString()).type;
    if (heard.order.at(-1) !== kind) heard.order.push(kind);
  });
  socket.on("close", (code) => {
    heard.code = code;
  });
  return { socket, heard };
}

/** Opens a connection, sends messages at once and listens to the end. */
async function converse(messages: readonly (string | Buffer)[], on?: ToneService): Promise<Heard> {
  const { socket, heard } = open(on);
  await once(socket, "open");
  for (const message of messages) socket.send(message);
  await once(socket, "close");
  return heard;
}

/** The answer to a handshake, byte for byte as it should come from a browser but for what is given. */
async function handshake(target: string, headers: Readonly<Record<string, string>> = authorization) {
  const { hostname, port } = new URL(service.address);
  const socket = connect(Number(port), hostname);
  const all = {
    host: "localhost",
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${target} HTTP/1.1\r\n${lines.join("")}\r\n`);
  let answer = "";
  socket.setEncoding("utf8").on("data", (text) => {
    answer += text;
    if (answer.startsWith("HTTP/1.1 101")) socket.destroy();
  });
  await once(socket, "close");
  const status = Number(answer.slice(9, 12));
  const body = answer.slice(answer.indexOf("\r\n\r\n") + 4);
  if (status === 101) return { status };
  expect(answer.toLowerCase()).toContain("content-type: application/json");
  const { error } = JSON.parse(body) as { error: { code: string; param: string | null } };
  return { status, code: error.code, param: error.param };
}

test("the last frame says how the text was spoken, and where a pitch is out of reach", async () => {
  const last = async (changes: object) => {
    const { texts, code } = await converse([JSON.stringify({ ...frame, ...changes })]);
    expect(code).toBe(1000);
    return JSON.parse(texts.at(-1) ?? "");
  };
  const usual = { type: "complete", language: "en-US", engine: "espeak-ng" };
  expect(await last({})).toEqual(usual);
  const note = "pitch of 42 Hz is out of reach; spoken at 45 Hz";
  expect(await last({ VoiceId: "Ethan", Pitch: 0.5 })).toEqual({ ...usual, note });
});

test("an offered subprotocol is never promised, since the document names none", async () => {
  const address = service.address.replace("http", "ws") + path;
  const socket = new WebSocket(`${address}?model=streamspeech-v8`, ["chat", "mp3"], { headers: authorization });
  socket.on("error", () => undefined);
  const [answer] = (await once(socket, "upgrade")) as [IncomingMessage];
  socket.terminate();
  expect(answer.headers["sec-websocket-protocol"]).toBeUndefined();
});

describe("the handshake (section 5)", () => {
  const model = "?model=streamspeech-v8";
  test.each([
    ["a key and a model", path + model, authorization, { status: 101 }],
    ["no key", path + model, {}, { status: 401, code: "invalid_api_key", param: null }],
    [
      "a wrong key",
      path + model,
      { authorization: "Bearer no" },
      { status: 401, code: "invalid_api_key", param: null },
    ],
    [
      "a key without the model",
      path + model,
      { authorization: `Bearer ${keys.none}` },
      { status: 403, code: "model_not_allowed", param: "model" },
    ],
    ["no model", path, authorization, { status: 400, code: "missing", param: "model" }],
    ["two models", `${path + model}&model=x`, authorization, { status: 400, code: "wrong_type", param: "model" }],
    ["an unknown model", `${path}?model=x`, authorization, { status: 404, code: "model_not_found", param: "model" }],
    ["Model C", `${path}?model=refvoice-2`, authorization, { status: 400, code: "not_applicable", param: "model" }],
    ["another path", "/v1/models", authorization, { status: 404, code: "not_found", param: null }],
    ["an unknown path", "/nowhere", authorization, { status: 404, code: "not_found", param: null }],
    [
      "a bad Sec-WebSocket-Key",
      path + model,
      { ...authorization, "sec-websocket-key": "short" },
      { status: 400, code: "handshake_invalid", param: null },
    ],
    [
      "another version",
      path + model,
      { ...authorization, "sec-websocket-version": "12" },
      { status: 426, code: "websocket_version_not_supported", param: null },
    ],
  ])("with %s", async (_what, target, headers, expected) => {
    expect(await handshake(target, headers)).toEqual(expected);
  });

  test("is needed: an ordinary request is told so", async () => {
    const request = `GET ${path + model} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization.authorization}\r\n\r\n`;
    const { hostname, port } = new URL(service.address);
    const socket = connect(Number(port), hostname);
    socket.write(request);
    const [answer] = (await once(socket.setEncoding("utf8"), "data")) as [string];
    await once(socket, "close");
    expect(answer).toMatch(/^HTTP\/1\.1 426 /);
    for (const [name, value] of Object.entries(webSocketRequired))
      expect(answer).toContain(`\r\n${name}: ${value}\r\n`);
  });

  test.each(["h2c", "websocket2"])("of %s is passed over: the request is answered as it is", async (upgrade) => {
    const { hostname, port } = new URL(service.address);
    const socket = connect(Number(port), hostname);
    const body = JSON.stringify({ model: "streamspeech-v8", input: "One.", voice: "Nobody" });
    const head = (more: string): string =>
      `POST /v1/audio/speech HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys.all}\r\n${more}` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const offer = `Connection: Upgrade, HTTP2-Settings\r\nUpgrade: ${upgrade}\r\nHTTP2-Settings: AAMAAABk\r\n`;
    socket.write(head(offer) + body.slice(0, 9));
    let answer = "";
    socket.setEncoding("utf8").on("data", (text) => {
      answer += text;
    });
    const answers = (): number => answer.split("voice_not_found").length - 1;
    socket.write(body.slice(9));
    await expect.poll(answers).toBe(1);
    // Clients offer it again with each request of the connection.
    socket.write(head(offer) + body);
    await expect.poll(answers).toBe(2);
    expect(answer.match(/HTTP\/1.1 400/g)).toHaveLength(2);
    socket.destroy();
  });

  test.each(["h2c", "websocket"])("of %s behind a request without an answer ends the connection", async (upgrade) => {
    const { hostname, port } = new URL(service.address);
    const socket = connect(Number(port), hostname).resume();
    const ask = (more: string) => `GET ${path + model} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
    socket.write(ask("") + ask(`Connection: Upgrade\r\nUpgrade: ${upgrade}\r\n`));
    await once(socket, "close");
    expect((await converse([JSON.stringify(frame)])).code).toBe(1000);
  });

  test("that is reset, or is followed by bytes at once, leaves the service alive", async () => {
    const { hostname, port } = new URL(service.address);
    const head =
      `GET ${path + model} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Authorization: Bearer ${keys.all}\r\nSec-WebSocket-Version: 13\r\n` +
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    for (const rest of ["", "garbage that is no frame", "GET / HTTP/1.1\r\n\r\n"]) {
      const socket = connect(Number(port), hostname);
      await once(socket, "connect");
      socket.write(head + rest);
      socket.resetAndDestroy();
      await once(socket, "close");
    }
    expect((await converse([JSON.stringify(frame)])).code).toBe(1000);
  });
});

describe("a conversation (section 6)", () => {
  test("is audio, then the words' times, then complete, then a normal close", async () => {
    const { order, audio, texts, code } = await converse([JSON.stringify(frame)]);
    expect(order).toEqual(["audio", "progress", "complete"]);
    expect(code).toBe(1000);
    const decoder = new MPEGDecoder();
    await decoder.ready;
    const { samplesDecoded, sampleRate } = decoder.decode(Buffer.concat(audio));
    decoder.free();
    expect(samplesDecoded / sampleRate).toBeGreaterThan((3 * wordSamples) / 22_050);
    const delay = (576 + 529) / 22_050;
    const progress = JSON.parse(texts[0] ?? "") as unknown;
    expect(progress).toEqual({
      type: "progress",
      message: ["One", "two", "three."].map((word, index) => ({
        word,
        start: expect.closeTo(delay + (index * wordSamples) / 22_050, 3),
        end: expect.closeTo(delay + ((index + 0.5) * wordSamples) / 22_050, 3),
        text_offset: [0, 4, 8][index],
      })),
    });
    expect(JSON.parse(texts[1] ?? "")).toMatchObject({ type: "complete" });
  });

  test("sends the first audio while the rest is not made yet", async () => {
    service.tones.hold();
    const { socket, heard } = open();
    await once(socket, "open");
    socket.send(JSON.stringify({ ...frame, Text: "word ".repeat(200) }));
    await expect.poll(() => service.tones.active).toBe(1);
    service.tones.release();
    await once(socket, "close");
    expect(heard.order).toEqual(["audio", "progress", "complete"]);
    expect(heard.audio.length).toBeGreaterThan(10);
  });

  test.each([
    ["text that isn't JSON", "Hello", 1007, "message_not_json", null],
    ["nothing", "", 1007, "message_not_json", null],
    ["a name that changes others", `{"Text":"a","__proto__":{"VoiceId":"Mei"}}`, 1007, "message_not_json", null],
    ["a list", "[]", 1008, "body_not_an_object", null],
    ["a binary message", Buffer.from(JSON.stringify(frame)), 1003, "message_not_text", null],
    ["a message of 300,000 bytes", " ".repeat(300_000), 1009, "message_too_large", null],
    ["5,000 levels", `${"[".repeat(5_000)}${"]".repeat(5_000)}`, 1008, "json_too_complex", null],
    ["30,000 keys", `{"Text":"a"${',"key":0'.repeat(30_000)}}`, 1008, "json_too_complex", null],
    ["1,001 characters", JSON.stringify({ ...frame, Text: "😀".repeat(1_001) }), 1008, "text_too_long", "Text"],
    ["no voice", JSON.stringify({ Text: "a" }), 1008, "missing", "VoiceId"],
    ["an unknown voice", JSON.stringify({ ...frame, VoiceId: "x" }), 1008, "voice_not_found", "VoiceId"],
    ["a speed as a string", JSON.stringify({ ...frame, Speed: "0" }), 1008, "wrong_type", "Speed"],
    ["a codec", JSON.stringify({ ...frame, Codec: "pcm_s16le" }), 1008, "not_applicable", "Codec"],
    ["another model", JSON.stringify({ ...frame, model: "cloud-tts" }), 1008, "conflict", "model"],
    ["nothing to speak", JSON.stringify({ ...frame, Text: " " }), 1008, "nothing_to_speak", "Text"],
    ["nothing, by another name", JSON.stringify({ input: " ", voice: "Mei" }), 1008, "nothing_to_speak", "input"],
  ])("%s is refused by a frame and a close", async (_what, message, code, errorCode, param) => {
    const heard = await converse([message]);
    expect(heard).toMatchObject({ order: ["error"], code });
    expect(JSON.parse(heard.texts[0] ?? "")).toMatchObject({
      type: "error",
      error: { code: errorCode, param, message: expect.stringMatching(/\w/) },
    });
  });

  test("a message beyond a megabyte is not even read", async () => {
    expect(await converse([" ".repeat(1024 * 1024 + 1)])).toMatchObject({ order: [], code: 1009 });
  });

  test("text that isn't UTF-8 is closed with 1007", async () => {
    const { socket, heard } = open();
    await once(socket, "open");
    socket.send(Buffer.from([0xff, 0xfe]), { binary: false });
    await once(socket, "close");
    expect(heard.code).toBe(1007);
  });

  test("1,000 emoji are not too long", async () => {
    const { code } = await converse([JSON.stringify({ ...frame, Text: "😀".repeat(1_000) })]);
    expect(code).toBe(1000);
  });

  test("a second message ends the work", async () => {
    service.tones.hold();
    const heard = await converse([JSON.stringify(frame), JSON.stringify(frame)]);
    expect(heard).toMatchObject({ code: 1008 });
    expect(parseFrame(heard.texts.at(-1) ?? "")).toMatchObject({ type: "error" });
    await expect.poll(() => service.tones.active).toBe(0);
  });

  test("an engine that fails is told, and complete is not", async () => {
    const heard = await converse([JSON.stringify({ ...frame, Text: `One ${poison} three.` })]);
    expect(heard.code).toBe(1011);
    expect(heard.order.at(-1)).toBe("error");
    expect(heard.order).not.toContain("complete");
  });

  test("a client that leaves stops the work", async () => {
    service.tones.hold();
    const { socket } = open();
    await once(socket, "open");
    socket.send(JSON.stringify(frame));
    await expect.poll(() => service.tones.active).toBe(1);
    socket.terminate();
    await expect.poll(() => service.tones.active).toBe(0);
  });

  test("a slow reader holds the work back", async () => {
    const { socket, heard } = open();
    await once(socket, "open");
    socket.pause();
    // 60 MB are more than the system takes for a reader that doesn't read.
    const before = service.tones.words;
    socket.send(JSON.stringify({ ...frame, Text: `${bulk} `.repeat(60) }));
    let last = before;
    const stands = (): boolean => {
      const isSame = last === service.tones.words && last > before;
      last = service.tones.words;
      return isSame;
    };
    await expect.poll(stands, { interval: 100 }).toBe(true);
    expect(last - before).toBeLessThan(30);
    socket.resume();
    await once(socket, "close");
    expect(heard).toMatchObject({ order: ["audio", "progress", "complete"], code: 1000 });
    expect(heard.audio.length).toBeGreaterThanOrEqual(60);
  });
});

describe("silence", () => {
  test("a peer that sends no request is closed", async () => {
    const quick = await startToneService({ socketTimes: { pingEvery: 60_000, requestWithin: 40 } });
    try {
      expect(await converse([], quick)).toMatchObject({ order: ["error"], code: 1008 });
    } finally {
      await quick.close();
    }
  });

  test("a peer that answers no ping is cut, one that does is not", async () => {
    const quick = await startToneService({ socketTimes: { pingEvery: 40, requestWithin: 60_000 } });
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const [silent, alive] = [open(quick), open(quick)];
      await Promise.all([once(silent.socket, "open"), once(alive.socket, "open")]);
      silent.socket.pong = () => undefined;
      for (let pings = 0; pings < 4; pings++) {
        const pinged = once(alive.socket, "ping");
        vi.advanceTimersByTime(40);
        await pinged;
        // Answered behind it, so the answer to the ping has come.
        await quick.request("/v1/models");
      }
      expect(silent.heard.code).toBe(1006);
      expect(alive.socket.readyState).toBe(WebSocket.OPEN);
    } finally {
      vi.useRealTimers();
      await quick.close();
    }
  });

  test("a service that stops says so", async () => {
    const other = await startToneService();
    const { socket, heard } = open(other);
    await once(socket, "open");
    const closed = once(socket, "close");
    await other.close();
    await closed;
    expect(heard.code).toBe(1001);
  });
});
