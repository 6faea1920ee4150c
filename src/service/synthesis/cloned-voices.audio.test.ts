import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { vowel } from "../adaptation/recordings.fixture.ts";
import { cloningFamilies, referenceSampleRate } from "../engines/neural/model.ts";
import { NeuralModels } from "../engines/neural/neural-models.ts";
import { encodeSound } from "../engines/neural/reference.ts";
import { makeTinyModel } from "../engines/neural/tiny-models.fixture.ts";
import { medianFundamental, rootMeanSquare } from "./fundamental-frequency.fixture.ts";
import { NaturalVoices } from "./natural-voices.ts";
import { soundingStretches } from "./signal/sounding.ts";
import { builtWorker, speakAll, voiceNamed } from "./speaking.fixture.ts";
import { createSynthesizer, type Synthesizer, type Utterance } from "./synthesizer.ts";

const text = "The quick brown fox jumps over the lazy dog, and then it sleeps. Nobody wakes it before noon!";

let folder = "";
let synthesizer: Synthesizer;
let sound = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tiny-models-"));
  const models = await Promise.all(cloningFamilies.map((family) => makeTinyModel(join(folder, family), family)));
  const processFile = new URL("../../../dist/programs/model-process.js", import.meta.url);
  const neural = new NeuralModels(models, { processFile });
  synthesizer = await createSynthesizer({ workerFile: builtWorker, threads: 1, natural: new NaturalVoices([neural]) });
  const formants = [350, 2_500];
  sound = encodeSound(vowel(() => 160, 3, { formants, sampleRate: referenceSampleRate }).samples);
});
afterAll(async () => {
  await synthesizer.close();
  await rm(folder, { recursive: true, force: true });
});

describe.each(cloningFamilies)("a voice cloned by a model of the family %s", (family) => {
  const speak = (changes: Partial<Utterance> = {}) => {
    const transcript = { text: "Hello there my friend", source: "provided" } as const;
    const natural = { model: `tiny-${family}`, speaker: 0, reference: { sound, transcript } };
    return speakAll(synthesizer, { text, voice: { ...voiceNamed("en-US-AriaNeural"), natural }, ...changes });
  };

  it("is as fast as asked for, within 3 %", async () => {
    const { durationSeconds: usual } = await speak();
    for (const speed of [0.5, 0.9, 1.3, 2]) {
      const { durationSeconds } = await speak({ speed });
      expect(Math.abs((durationSeconds * speed) / usual - 1)).toBeLessThan(0.03);
    }
  });

  it("has the pitch that is asked for, within 4 %", async () => {
    const own = medianFundamental((await speak()).samples, 22_050);
    for (const pitch of [
      { multiplier: 1, offset: 60 },
      { multiplier: 1, offset: -60 },
      { multiplier: 1.5, offset: 0 },
      { multiplier: 0.6, offset: 0 },
    ]) {
      const { samples } = await speak({ pitch });
      const asked = own * pitch.multiplier + pitch.offset;
      expect(Math.abs(medianFundamental(samples, 22_050) / asked - 1)).toBeLessThan(0.04);
    }
  });

  it("is as loud as asked for, within 0.5 dB", async () => {
    const level = async (volume: number) => 20 * Math.log10(rootMeanSquare((await speak({ volume })).samples));
    const usual = await level(1);
    expect(Math.abs((await level(0.5)) - usual + 6.02)).toBeLessThan(0.5);
    expect(Math.abs((await level(2)) - usual - 6.02)).toBeLessThan(0.5);
  });

  // With zipvoice, tokens are as slow as this recording's: 140 ms.
  it.each([
    text,
    "My big red dog likes cold water, warm sunshine and green grass.",
    "Winter came early last year; snow covered every street.",
    "Do we really know why birds fly south every autumn?",
  ])("tells when each word is heard, within 80 ms: %s", async (spoken) => {
    const { words, samples } = await speak({ text: spoken });
    expect(words.map(({ word }) => word).join(" ")).toBe(spoken.replaceAll(/[.,;!?]/g, ""));
    const heard = soundingStretches(samples, 22_050);
    expect(heard).toHaveLength(words.length);
    for (const [index, { start, end }] of words.entries()) {
      expect(Math.abs(start - (heard[index]?.from ?? 0))).toBeLessThan(0.08);
      expect(Math.abs(end - (heard[index]?.to ?? 0))).toBeLessThan(0.08);
    }
  });

  it("leaves a tone that never swings as it is, whatever its intonation shall be", async () => {
    const own = await speak();
    const wide = await speak({ intonation: 2 });
    expect(wide.durationSeconds).toBeCloseTo(own.durationSeconds, 3);
    expect(Math.abs(medianFundamental(wide.samples, 22_050) / medianFundamental(own.samples, 22_050) - 1)).toBeLessThan(
      0.04,
    );
  });
});
