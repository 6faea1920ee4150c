import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ModelFamily, modelFamilies } from "../engines/neural/model.ts";
import { NeuralModels } from "../engines/neural/neural-models.ts";
import { firstPitch, makeTinyModel, tokenSeconds } from "../engines/neural/tiny-models.fixture.ts";
import { medianFundamental, rootMeanSquare } from "./fundamental-frequency.fixture.ts";
import { NaturalVoices } from "./natural-voices.ts";
import { soundingStretches } from "./signal/sounding.ts";
import { builtWorker, speakAll, voiceNamed } from "./speaking.fixture.ts";
import { createSynthesizer, type Synthesizer, type Utterance } from "./synthesizer.ts";

const text = "The quick brown fox jumps over the lazy dog, and then it sleeps. Nobody wakes it before noon!";

let folder = "";
let neural: NeuralModels;
let synthesizer: Synthesizer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tiny-models-"));
  const models = await Promise.all(modelFamilies.map((family) => makeTinyModel(join(folder, family), family)));
  const processFile = new URL("../../../dist/programs/model-process.js", import.meta.url);
  neural = new NeuralModels(models, { processFile });
  synthesizer = await createSynthesizer({ workerFile: builtWorker, threads: 1, natural: new NaturalVoices([neural]) });
});
afterAll(async () => {
  await synthesizer.close();
  await rm(folder, { recursive: true, force: true });
});

function natural(family: ModelFamily = "kokoro", speaker = 0): Utterance["voice"] {
  return { ...voiceNamed("en-US-AriaNeural"), natural: { model: `tiny-${family}`, speaker } };
}

const speak = (changes: Partial<Utterance> = {}) => speakAll(synthesizer, { text, voice: natural(), ...changes });

describe.each(modelFamilies)("a natural voice of the family %s", (family) => {
  it("is as fast as asked for, within 3 %", async () => {
    const { durationSeconds: usual } = await speak({ voice: natural(family) });
    for (const speed of [0.5, 0.9, 1.3, 2, 4]) {
      const { durationSeconds } = await speak({ voice: natural(family), speed });
      expect(Math.abs((durationSeconds * speed) / usual - 1)).toBeLessThan(0.03);
    }
  });

  it("has the pitch that is asked for, within 4 %", async () => {
    for (const pitch of [
      { multiplier: 1, offset: 0 },
      { multiplier: 1, offset: 60 },
      { multiplier: 1, offset: -80 },
      { multiplier: 1.5, offset: 0 },
      { multiplier: 0.6, offset: 0 },
    ]) {
      const { samples } = await speak({ voice: natural(family), pitch });
      const asked = firstPitch * pitch.multiplier + pitch.offset;
      expect(Math.abs(medianFundamental(samples, 22_050) / asked - 1)).toBeLessThan(0.04);
    }
  });

  it.each([
    text,
    "My big red dog likes cold water, warm sunshine and green grass.",
    "Winter came early last year; snow covered every street.",
    "Do we really know why birds fly south every autumn?",
    "Information technology changed manufacturing considerably.",
  ])("tells when each word is heard, within 80 ms: %s", async (spoken) => {
    const { words, samples } = await speak({ text: spoken, voice: natural(family) });
    expect(words.map(({ word }) => word).join(" ")).toBe(spoken.replaceAll(/[.,;!?]/g, ""));
    // The tiny models are silent between words, and nowhere else; how long a word is, is a matter of its tokens.
    const heard = soundingStretches(samples, 22_050);
    expect(heard).toHaveLength(words.length);
    for (const [index, { start, end }] of words.entries()) {
      expect(Math.abs(start - (heard[index]?.from ?? 0))).toBeLessThan(0.08);
      expect(Math.abs(end - (heard[index]?.to ?? 0))).toBeLessThan(0.08);
    }
  });

  it("tells when each sentence begins and ends", async () => {
    const { sentences, samples } = await speak({ voice: natural(family) });
    const heard = soundingStretches(samples, 22_050);
    expect(sentences.map(({ sentence }) => sentence).join(" ")).toBe(text);
    expect(sentences[0]?.start).toBe(0);
    for (const [index, word] of [0, 13].entries()) {
      expect(Math.abs((sentences[index]?.start ?? 0) - (heard[word]?.from ?? 0))).toBeLessThan(0.011);
    }
    for (const [index, word] of [12, 17].entries()) {
      expect(Math.abs((sentences[index]?.end ?? 0) - (heard[word]?.to ?? 0))).toBeLessThan(0.011);
    }
  });
});

describe("a natural voice", () => {
  it("is as loud as asked for, within 0.5 dB", async () => {
    const level = async (volume: number) => 20 * Math.log10(rootMeanSquare((await speak({ volume })).samples));
    const usual = await level(1);
    expect(Math.abs((await level(0.5)) - usual + 6.02)).toBeLessThan(0.5);
    expect(Math.abs((await level(0.1)) - usual + 20)).toBeLessThan(0.5);
    expect(Math.abs((await level(2)) - usual - 6.02)).toBeLessThan(0.5);
  });

  it("pauses between sentences as every other does", async () => {
    const { samples } = await speak({ text: "One. Two." });
    const [first, second] = soundingStretches(samples, 22_050);
    expect((second?.from ?? 0) - (first?.to ?? 0)).toBeCloseTo(0.295, 1.9);
  });

  it("has as much sound as its tokens take", async () => {
    const { durationSeconds } = await speak({ text: "Mississippi" });
    expect(durationSeconds / tokenSeconds).toBeCloseTo(Math.round(durationSeconds / tokenSeconds), 0.8);
  });

  it("sends the first sentence while the second is made, in any format", async () => {
    const utterance = { text, voice: natural(), speed: 1, pitch: { multiplier: 1, offset: 0 }, volume: 1 };
    const synthesis = synthesizer.speak(
      { ...utterance, variation: 0.4, format: { codec: "mp3", bitrate: 64 } },
      new AbortController().signal,
    );
    let bytes = 0;
    for await (const part of synthesis) bytes += part.length;
    const { durationSeconds } = await synthesis.result;
    expect(bytes).toBeCloseTo(durationSeconds * 8_000, -4);
  });

  it("fails one text when its process dies, and speaks the next one", async () => {
    const speakByProcess = neural.speak.bind(neural);
    vi.spyOn(neural, "speak").mockImplementationOnce((...given) => {
      const spoken = speakByProcess(...given);
      // The process has the sentence now: one that dies between two sentences fails none.
      for (const pid of neural.pids) process.kill(pid, "SIGKILL");
      return spoken;
    });
    await expect(speak()).rejects.toThrow(/^The model tiny-kokoro could not speak: its process/);
    expect((await speak({ text: "Hello." })).words).toHaveLength(1);
  });

  it("holds nobody else up: eSpeak NG speaks meanwhile in the same thread", async () => {
    const long = speak({ text: text.repeat(40) });
    const { words } = await speakAll(synthesizer, { text: "I am first." });
    expect(words).toHaveLength(3);
    expect((await long).words.length).toBe(18 * 40);
  });

  it("stops when nobody listens", async () => {
    const left = new AbortController();
    const utterance = { text: text.repeat(200), voice: natural(), speed: 1, pitch: { multiplier: 1, offset: 0 } };
    const synthesis = synthesizer.speak(
      { ...utterance, volume: 1, variation: 0, format: { codec: "pcm_s16le", sampleRate: 22_050 } },
      left.signal,
    );
    await expect(async () => {
      for await (const _ of synthesis) left.abort(new Error("I left."));
    }).rejects.toThrow("I left.");
    expect((await speak({ text: "Hello." })).words).toHaveLength(1);
  });

  it("says so where its model isn't installed", async () => {
    const voice = { ...voiceNamed("en-US-AriaNeural"), natural: { model: "gone", speaker: 0 } };
    await expect(speak({ voice })).rejects.toThrow("The model gone is not installed: run npm run voices -- add gone.");
  });
});
