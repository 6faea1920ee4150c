import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { NaturalVoices } from "../../synthesis/natural-voices.ts";
import { ModelFailedError, type NeuralVoice } from "../natural-voices.ts";
import { PcmReader, repeats } from "./answer.ts";
import { type FakeSpeechServer, soundOf, startFakeSpeechServer } from "./speech-server.fixture.ts";
import { SpeechServer } from "./speech-server.ts";

const heart: NeuralVoice = { model: "kokoro", speaker: "af_heart" };
const secret = "sk-very-secret";

type Changes = Partial<ConstructorParameters<typeof SpeechServer>[0]>;
type Limits = ConstructorParameters<typeof SpeechServer>[2];

async function fake(options: Parameters<typeof startFakeSpeechServer>[0] = {}): Promise<FakeSpeechServer> {
  const server = await startFakeSpeechServer(options);
  onTestFinished(() => server.close());
  return server;
}

function engineAt(url: string, changes: Changes = {}, limits: Limits = {}) {
  const log: { readonly facts: unknown; readonly message: string }[] = [];
  const logger = { warn: (facts: unknown, message?: string) => log.push({ facts, message: message ?? "" }) };
  const engine = new SpeechServer({ url, model: "kokoro", sampleRate: 24_000, ...changes }, logger, limits);
  onTestFinished(() => engine.close());
  return { engine, log };
}

async function speak(engine: SpeechServer, text = "Hello.", signal = new AbortController().signal) {
  const parts: Float32Array[] = [];
  const rates = new Set<number>();
  await engine.speak(
    heart,
    text,
    (samples, sampleRate) => {
      parts.push(samples);
      rates.add(sampleRate);
    },
    signal,
  );
  return { parts, rates, samples: Float32Array.from(parts.flatMap((part) => [...part])) };
}

describe("a speech server", () => {
  it("is asked for samples with the fields that all of them know, and its key", async () => {
    const server = await fake({ key: secret });
    const { engine } = engineAt(server.url, { key: secret });
    await speak(engine, "Hello.");
    expect(server.asked).toEqual([
      {
        body: { model: "kokoro", input: "Hello.", voice: "af_heart", response_format: "pcm" },
        authorization: `Bearer ${secret}`,
        wasCut: false,
      },
    ]);
  });

  it("hands on what it says while it says it, wherever it is cut", async () => {
    const server = await fake();
    let begun = false;
    let goOn = (): void => {};
    const rest = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    server.behave(async (response, sound) => {
      response.writeHead(200, { "content-type": "audio/pcm" });
      response.write(sound.subarray(0, 10_001));
      await rest;
      response.end(sound.subarray(10_001));
    });
    const { engine } = engineAt(server.url);
    const parts: Float32Array[] = [];
    await engine.speak(
      heart,
      "Hello.",
      (samples) => {
        parts.push(samples);
        // Only what was heard lets the server go on.
        if (!begun) goOn();
        begun = true;
      },
      new AbortController().signal,
    );
    const whole = new PcmReader().push(soundOf("Hello."));
    expect(Float32Array.from(parts.flatMap((part) => [...part]))).toEqual(whole);
  });

  it("obeys no command in what a person wrote", async () => {
    const server = await fake();
    await speak(engineAt(server.url).engine, "One [pause:9s] two <break/> 3 < 4.");
    expect(server.asked[0]?.body["input"]).toBe("One (pause:9s) two < break/> 3 < 4.");
  });

  it("names its own sample rate, or has the configured one", async () => {
    const server = await fake();
    const { engine } = engineAt(server.url, { sampleRate: 16_000 });
    expect((await speak(engine)).rates).toEqual(new Set([16_000]));
    server.behave(
      (response, sound) => void response.writeHead(200, { "content-type": "audio/L16; rate=48000" }).end(sound),
    );
    expect((await speak(engine)).rates).toEqual(new Set([48_000]));
  });

  it("is brought to the rate of the engines", async () => {
    const server = await fake();
    const { engine } = engineAt(server.url, { voices: [{ speaker: "af_heart", language: "en-US", gender: "female" }] });
    const natural = new NaturalVoices([engine]);
    let samples = 0;
    const count = (part: Float32Array): void => {
      samples += part.length;
    };
    await natural.speak(heart, "Hello.", count, new AbortController().signal);
    expect(samples / 22_050).toBeCloseTo(soundOf("Hello.").length / 2 / 24_000, 3);
  });

  it("is asked no more at once than it may be", async () => {
    const server = await fake();
    const { engine } = engineAt(server.url, {}, { requests: 2 });
    await Promise.all(Array.from({ length: 9 }, () => speak(engine)));
    expect(server.asked).toHaveLength(9);
    expect(server.most).toBe(2);
  });

  it("hears at once when nobody listens any more", async () => {
    const server = await fake();
    server.behave((response, sound) => void response.writeHead(200, { "content-type": "audio/pcm" }).write(sound));
    const left = new AbortController();
    const { engine } = engineAt(server.url);
    const leaving = engine.speak(heart, "Hello.", () => left.abort(new Error("I left.")), left.signal);
    await expect(leaving).rejects.toThrow("I left.");
    await expect.poll(() => server.asked[0]?.wasCut).toBe(true);
  });

  it("is asked nothing for those who left while they waited", async () => {
    const server = await fake();
    const { engine } = engineAt(server.url, {}, { requests: 1 });
    const first = speak(engine);
    await expect(speak(engine, "Two.", AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
    await first;
    expect(server.asked).toHaveLength(1);
  });
});

describe("what a speech server does wrong", () => {
  const answers = (status: number, type: string, body: string | Buffer, headers = {}) => ({
    status,
    type,
    body,
    headers,
  });
  it.each([
    [answers(401, "application/json", `{"detail":"Bearer ${secret}"}`), 502, "it refuses the service's key"],
    [answers(403, "application/json", `{"detail":"no"}`), 502, "it refuses the service's key"],
    [answers(404, "application/json", `{"detail":"no"}`), 502, "doesn't know the address, the model or the voice"],
    [answers(422, "application/json", `{"detail":[]}`), 502, "it answered 422"],
    [answers(302, "text/html", "", { location: "http://127.0.0.1:1/" }), 502, "it answered 302"],
    [answers(429, "application/json", "{}", { "retry-after": "7" }), 503, "it has too much to do", 7],
    [answers(429, "text/plain", "slow down"), 503, "it has too much to do", 1],
    [answers(500, "application/json", "{}"), 503, "it failed (500)"],
    [answers(503, "text/html", "<h1>busy</h1>", { "retry-after": "99999" }), 503, "it failed (503)", 3_600],
    [answers(200, "application/json", `{"detail":"no"}`), 502, "its answer is application/json"],
    [answers(200, "text/html", "<html>"), 502, "its answer is text/html"],
    [answers(200, "audio/mpeg", "ID3"), 502, "its answer is audio/mpeg"],
    [answers(200, "audio/pcm", Buffer.from("RIFF....WAVE")), 502, "its answer begins with RIFF"],
    [answers(200, "audio/pcm; rate=4000", Buffer.alloc(100)), 502, "it names a sample rate of 4000 Hz"],
    [answers(200, "audio/pcm", ""), 502, "it answered without any sound"],
    [answers(200, "audio/pcm", Buffer.alloc(24_000 * 2 * 2)), 502, "more than 1 s of sound"],
  ] as const)(
    "is told as an error of ours, without the key: %j",
    async ({ status, type, body, headers }, told, why, wait?: number) => {
      const server = await fake();
      server.behave((response) => void response.writeHead(status, { "content-type": type, ...headers }).end(body));
      const { engine, log } = engineAt(server.url, { key: secret }, { longestPiece: 1 });
      const error = await speak(engine).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ModelFailedError);
      expect(error).toMatchObject({ facts: { status: told, ...(wait === undefined ? {} : { retryAfter: wait }) } });
      expect(String(error)).toContain(why);
      expect(JSON.stringify([log, String(error)])).not.toContain(secret);
    },
  );

  it("is told as broken off, where an answer ends in the middle", async () => {
    const server = await fake();
    server.behave((response, sound) => {
      response.writeHead(200, { "content-type": "audio/pcm", "content-length": sound.length });
      response.write(sound.subarray(0, 5_000), () => response.destroy());
    });
    const { engine } = engineAt(server.url);
    await expect(speak(engine)).rejects.toThrow("The speech server broke its answer off.");
    // The end of the connection is the end of this one, were it not reset.
    server.behave((response, sound) => {
      response.removeHeader("transfer-encoding");
      response.writeHead(200, { "content-type": "audio/pcm", connection: "close" });
      response.write(sound.subarray(0, 5_000), () => setTimeout(() => response.socket?.resetAndDestroy(), 20));
    });
    await expect(speak(engine)).rejects.toThrow("The speech server broke its answer off.");
    server.behave(undefined);
    expect((await speak(engine)).samples.length).toBeGreaterThan(0);
  });

  it.each([
    ["begins no answer", { beginTime: 50 }, (): void => undefined, "its answer didn't begin in time"],
    [
      "stands still",
      { silentTime: 50 },
      (response: Parameters<Parameters<FakeSpeechServer["behave"]>[0] & object>[0]) =>
        void response.writeHead(200, { "content-type": "audio/pcm" }).write(Buffer.alloc(100)),
      "its answer stood still",
    ],
    ["takes too long in all", { pieceTime: 1_000 }, (): void => undefined, "a piece took longer than 1 s"],
  ] as const)("is told as too slow, where it %s", async (_, limits, behaviour, why) => {
    const server = await fake();
    server.behave(behaviour);
    const { engine } = engineAt(server.url, {}, limits);
    const error = await speak(engine).catch((reason: unknown) => reason);
    expect(String(error)).toContain(why);
    expect(error).toMatchObject({ facts: { status: 504 } });
    await expect.poll(() => server.asked[0]?.wasCut).toBe(true);
  });

  it("is told as out of reach, where nobody listens, and is over when somebody does", async () => {
    const server = await startFakeSpeechServer();
    const { engine } = engineAt(server.url);
    await server.close();
    const error = await speak(engine).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      message: "The speech server can't be reached.",
      facts: { status: 503, retryAfter: 5 },
    });
    await fake({ port: server.port });
    expect((await speak(engine)).samples.length).toBeGreaterThan(0);
  });

  it("is told as broken off, where it isn't a web server", async () => {
    const server = createServer((socket) => void socket.end("220 hello\r\n"));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    await expect(speak(engineAt(`http://127.0.0.1:${port}`).engine)).rejects.toBeInstanceOf(ModelFailedError);
  });
});

describe("the voices of a speech server", () => {
  const voicesOf = ({ models }: SpeechServer) =>
    models.flatMap(({ speakers }) => speakers.map(({ speaker }) => speaker));

  it("are read at the start; those that nothing is known of are left out, and the log says so", async () => {
    const server = await fake();
    const { engine, log } = engineAt(server.url);
    await engine.start();
    expect(voicesOf(engine)).toEqual(["af_heart", "af_sky", "am_adam", "bf_emma", "zf_xiaobei", "zm_yunxi"]);
    expect(engine.models.map(({ name }) => name)).toEqual(["kokoro"]);
    expect(log).toEqual([
      {
        facts: { url: server.url, voices: 6, leftOut: ["xx_odd"] },
        message: "nothing says the language and gender of some voices: SERVICE_ENGINE_VOICES can",
      },
    ]);
  });

  it("are read from Speaches", async () => {
    const server = await fake({ flavour: "speaches" });
    const { engine } = engineAt(server.url);
    await engine.start();
    expect(voicesOf(engine)).toEqual(["af_heart", "jm_kumo"]);
  });

  it("are the configured ones, whatever the server lists", async () => {
    const server = await fake({ voicesStatus: 404 });
    const { engine, log } = engineAt(server.url, {
      voices: [{ speaker: "alloy", language: "en-US", gender: "female" }],
    });
    await engine.start();
    expect(voicesOf(engine)).toEqual(["alloy"]);
    expect(log).toEqual([]);
  });

  it("must be configured for a server that has no list, which the log says", async () => {
    const server = await fake({ voicesStatus: 404 });
    const { engine, log } = engineAt(server.url);
    await engine.start();
    expect(engine.models).toEqual([]);
    expect(log.map(({ message }) => message)).toEqual([
      "the speech server has no list of voices: name them in SERVICE_ENGINE_VOICES",
    ]);
  });

  it("come by themselves when the server does; the log says both once", async () => {
    const gone = await startFakeSpeechServer();
    await gone.close();
    const { engine, log } = engineAt(gone.url, {}, { againTime: 20, startTime: 10 });
    await engine.start();
    expect(engine.models).toEqual([]);
    await expect.poll(() => log.length).toBe(1);
    const server = await fake({ port: gone.port, flavour: "speaches" });
    await expect.poll(() => voicesOf(engine)).toEqual(["af_heart", "jm_kumo"]);
    expect(log[0]).toEqual({
      facts: { url: server.url, reason: "The speech server can't be reached." },
      message: "its voices are spoken by others until it answers: the speech server is asked again every 0.02 s",
    });
  });

  it("don't hold the start up where the server is silent", async () => {
    const silent = createServer(() => undefined);
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    onTestFinished(() => void silent.close());
    const address = silent.address();
    const { engine } = engineAt(
      `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
      {},
      { startTime: 30 },
    );
    const begun = performance.now();
    await engine.start();
    expect(performance.now() - begun).toBeLessThan(15_000);
    expect(engine.models).toEqual([]);
  });

  it("aren't told to one whose key is wrong, and the log doesn't tell the key", async () => {
    const server = await fake({ key: "another" });
    const { engine, log } = engineAt(server.url, { key: secret }, { startTime: 200 });
    await engine.start();
    expect(engine.models).toEqual([]);
    await expect.poll(() => JSON.stringify(log)).toContain("it refuses the service's key, SERVICE_ENGINE_KEY");
    expect(JSON.stringify(log)).not.toContain(secret);
  });
});

it.each([
  ["the text", "Unknown voice for 'My secret diary entry of Tuesday.'", true],
  ["a piece of it", "…'secret diary en…' is too long", true],
  ["it in small letters", "cannot speak: my secret diary entry", true],
  ["Chinese, escaped", String.raw`{'input': '\u6211\u7684\u5bc6\u7801\u662f'}`, true],
  ["other words", "The voice isn't known. Use one of alloy, echo.", false],
])("what a server says is known to repeat the text: %s", (_, said, expected) => {
  expect(repeats(said, "My secret diary entry of Tuesday.") || repeats(said, "我的密码是一二三四")).toBe(expected);
});
