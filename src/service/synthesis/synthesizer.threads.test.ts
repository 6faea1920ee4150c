import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { NaturalSource } from "../engines/natural-voices.ts";
import { NaturalVoices } from "./natural-voices.ts";
import { builtWorker, speakAll, utteranceOf, voiceNamed } from "./speaking.fixture.ts";
import { createSynthesizer, SynthesisFailedError, type Synthesizer } from "./synthesizer.ts";
import { creditBytes } from "./threads/messages.ts";

const longText = "This is one sentence of a very long text, which goes on and on. ".repeat(7_800);

/** Reads a synthesis to its end, or to the error, and returns the number of bytes. */
async function drain(audio: AsyncIterable<Uint8Array>, onBytes?: (total: number) => void): Promise<number> {
  let total = 0;
  for await (const part of audio) {
    total += part.length;
    onBytes?.(total);
  }
  return total;
}

describe("one thread", () => {
  let synthesizer: Synthesizer;
  beforeAll(async () => {
    synthesizer = await createSynthesizer({ workerFile: builtWorker, threads: 1 });
  });
  afterAll(() => synthesizer.close());

  it("lets a short text pass one of 500,000 characters", async () => {
    const leave = new AbortController();
    const events: string[] = [];
    let begin: () => void = () => undefined;
    const isUnderWay = new Promise<void>((resolve) => {
      begin = resolve;
    });
    let longBytes = 0;
    const long = drain(synthesizer.speak(utteranceOf({ text: longText }), leave.signal), (total) => {
      longBytes = total;
      if (total > 2_000_000) begin();
    });
    await isUnderWay;
    const atStart = longBytes;
    for (const name of ["first", "second", "third"]) {
      const { durationSeconds } = await speakAll(synthesizer, { text: "A short one. It has two sentences." });
      events.push(`${name} ${durationSeconds > 1}`);
    }
    expect(events).toEqual(["first true", "second true", "third true"]);
    // Between start and end of three short texts the long one had few turns: well under a minute of speech.
    expect(longBytes - atStart).toBeLessThan(60 * 44_100);
    leave.abort();
    await expect(long).rejects.toMatchObject({ name: "AbortError" });
  });

  it("shares itself between many at once: every one begins before any of the long ones is done", async () => {
    const order: string[] = [];
    const text = "One sentence is here. Another one follows it. ".repeat(8);
    await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        let hasBegun = false;
        await drain(synthesizer.speak(utteranceOf({ text }), new AbortController().signal), () => {
          if (!hasBegun) order.push(`begin ${index}`);
          hasBegun = true;
        });
        order.push(`end ${index}`);
      }),
    );
    expect(order.slice(0, 12).every((entry) => entry.startsWith("begin"))).toBe(true);
    expect(order).toHaveLength(24);
  });

  it("makes no more than the reader takes", async () => {
    const leave = new AbortController();
    const synthesis = synthesizer.speak(
      utteranceOf({ text: longText, format: { codec: "pcm_s16le", sampleRate: 22_050 } }),
      leave.signal,
    );
    const reader = synthesis[Symbol.asyncIterator]();
    await reader.next();
    // The thread is free for others because the long job waits: were it not, these would take turns with it.
    for (let run = 0; run < 5; run++) await speakAll(synthesizer, { text: "Here is another text. ".repeat(30) });
    let waiting = 0;
    // What has been made meanwhile is there without asking the thread: read it in one turn of the event loop.
    for (;;) {
      const next = await Promise.race([
        reader.next(),
        new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined))),
      ]);
      if (next === undefined || next.done) break;
      waiting += next.value.length;
      if (waiting > 4 * creditBytes) break;
    }
    expect(waiting).toBeGreaterThan(0);
    expect(waiting).toBeLessThan(4 * creditBytes);
    leave.abort();
    await expect(synthesis.result).rejects.toMatchObject({ name: "AbortError" });
  });

  it("stops in mid-sentence when it is aborted, and is free for the next at once", async () => {
    const leave = new AbortController();
    // One piece that would take the engine seconds: as slow as can be.
    const text = "a ".repeat(95);
    const slow = synthesizer.speak(utteranceOf({ text, speed: 0.25 }), leave.signal);
    const other = speakAll(synthesizer, { text: "Quick." });
    leave.abort(new Error("left"));
    await expect(slow.result).rejects.toThrow("left");
    await expect(drain(slow)).rejects.toThrow("left");
    expect((await other).durationSeconds).toBeGreaterThan(0.2);
  });

  it("takes a reader's leaving for an abort", async () => {
    const synthesis = synthesizer.speak(utteranceOf({ text: longText }), new AbortController().signal);
    for await (const _ of synthesis) break;
    await expect(synthesis.result).rejects.toMatchObject({ name: "AbortError" });
    expect((await speakAll(synthesizer, { text: "Still there." })).durationSeconds).toBeGreaterThan(0.5);
  });

  it("fails a job in a language that the engine lacks, and no other", async () => {
    const voice = { ...voiceNamed("en-US-AriaNeural"), language: "tlh-x-none" };
    await expect(speakAll(synthesizer, { text: "Hello.", voice })).rejects.toBeInstanceOf(SynthesisFailedError);
    expect((await speakAll(synthesizer, { text: "Still there." })).durationSeconds).toBeGreaterThan(0.5);
  });
});

describe("a thread that crashes", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "synthesis-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** A worker that is the real one, but throws when it is given a text with a certain word. */
  async function fragileWorker(): Promise<URL> {
    const file = join(folder, "worker.mjs");
    await writeFile(
      file,
      `import { parentPort, threadId } from "node:worker_threads";
       await import(${JSON.stringify(builtWorker.href)});
       const channel = new BroadcastChannel("threads");
       parentPort.on("message", (message) => {
         if (message.type === "speak") channel.postMessage(threadId);
         const isCrash = message.type === "speak" && message.utterance.text.includes("CRASH");
         if (isCrash) throw new Error("memory access out of bounds");
       });`,
    );
    return pathToFileURL(file);
  }

  it("fails its own jobs with a typed error, is replaced, and leaves the others alone", async () => {
    const channel = new BroadcastChannel("threads");
    const speaking = new Set<unknown>();
    channel.onmessage = (message) => speaking.add(Reflect.get(Object(message), "data"));
    const synthesizer = await createSynthesizer({ workerFile: await fragileWorker(), threads: 2 });
    try {
      // The second thread starts once the first is busy.
      const short = () => speakAll(synthesizer, { text: "A short one." });
      while (speaking.size < 2) await Promise.all([short(), short()]);
      const text = "This one goes on and on in its own thread. ".repeat(60);
      const unharmed = speakAll(synthesizer, { text });
      const crashing = speakAll(synthesizer, { text: "CRASH" });
      const error = await crashing.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(SynthesisFailedError);
      expect(error).toHaveProperty("cause.message", "memory access out of bounds");
      expect(String(error)).not.toContain("CRASH");
      expect((await unharmed).durationSeconds).toBeGreaterThan(100);
      const after = await Promise.all([1, 2, 3, 4].map(() => speakAll(synthesizer, { text: "And on it goes." })));
      for (const { durationSeconds } of after) expect(durationSeconds).toBeGreaterThan(0.5);
    } finally {
      channel.close();
      await synthesizer.close();
    }
  });

  it("takes nothing from the thread in its place, which can still say that a sound isn't wanted", async () => {
    const file = join(folder, "asking.mjs");
    await writeFile(
      file,
      `import { parentPort } from "node:worker_threads";
       let text;
       parentPort.on("message", ({ type, utterance }) => {
         if (type === "speak") {
           text = utterance.text;
           parentPort.postMessage({ type: "sound", request: 0, voice: { model: "slow", speaker: 0 }, text });
         } else if (type === "cancelled") {
           if (text === "CRASH") throw new Error("memory access out of bounds");
           parentPort.postMessage({ type: "sound-unwanted", request: 0 });
         }
       });
       parentPort.postMessage({ type: "ready" });`,
    );
    const asked: { readonly signal: AbortSignal; readonly end: () => void }[] = [];
    const slow: NaturalSource = {
      models: [{ name: "slow", speakers: [] }],
      speak: (_voice, _text, _take, signal) =>
        new Promise((_resolve, reject) => asked.push({ signal, end: () => reject(signal.reason) })),
      close: async () => {},
    };
    const natural = new NaturalVoices([slow]);
    const synthesizer = await createSynthesizer({ workerFile: pathToFileURL(file), threads: 1, natural });
    onTestFinished(() => synthesizer.close());
    const speak = (text: string) => {
      const leave = new AbortController();
      synthesizer.speak(utteranceOf({ text }), leave.signal).result.catch(() => undefined);
      return () => leave.abort();
    };
    const leaveFirst = speak("CRASH");
    await expect.poll(() => asked.length).toBe(1);
    leaveFirst();
    await expect.poll(() => asked[0]?.signal.aborted).toBe(true);
    const leaveSecond = speak("Still there.");
    await expect.poll(() => asked.length).toBe(2);
    // What spoke for the first thread notices only now that nobody listens.
    asked[0]?.end();
    leaveSecond();
    await expect.poll(() => asked[1]?.signal.aborted).toBe(true);
  });

  it("is reported where it can't even start", async () => {
    const missing = pathToFileURL(join(folder, "missing.mjs"));
    await expect(createSynthesizer({ workerFile: missing, threads: 1 })).rejects.toBeInstanceOf(SynthesisFailedError);
  });

  it("is no surprise after closing: what comes then fails at once", async () => {
    const synthesizer = await createSynthesizer({ workerFile: builtWorker, threads: 1 });
    const running = expect(speakAll(synthesizer, { text: longText })).rejects.toBeInstanceOf(SynthesisFailedError);
    await synthesizer.close();
    await running;
    await expect(speakAll(synthesizer, { text: "Too late." })).rejects.toBeInstanceOf(SynthesisFailedError);
  });
});
