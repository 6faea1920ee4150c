import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { joinSamples } from "../../contract/bytes.ts";
import { tone } from "../adaptation/recordings.fixture.ts";
import { NeuralModels } from "../engines/neural/neural-models.ts";
import { makeTinyModel } from "../engines/neural/tiny-models.fixture.ts";
import { wordSeconds } from "../engines/neural/tiny-recogniser.fixture.ts";
import { recogniserFor } from "./recogniser.ts";

const sampleRate = 22_050;
const signal = new AbortController().signal;
let folder = "";
let models: NeuralModels;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tiny-models-"));
  const processFile = new URL("../../../dist/programs/model-process.js", import.meta.url);
  const made = [await makeTinyModel(join(folder, "a"), "kokoro"), await makeTinyModel(join(folder, "b"), "paraformer")];
  models = new NeuralModels(made, { processFile });
});
afterAll(async () => {
  await models.close();
  await rm(folder, { recursive: true, force: true });
});

test("the recogniser is the model that recognises speech, and a language that it knows", () => {
  expect(recogniserFor(models)?.name).toBe("tiny-paraformer");
  expect(recogniserFor(models, "zh")?.name).toBe("tiny-paraformer");
  expect(recogniserFor(models, "fr")).toBeUndefined();
});

test("what is heard comes as a text, however long the sound is", async () => {
  const silence = new Float32Array(sampleRate / 2);
  const part = joinSamples([tone(300, 2, sampleRate).samples, silence, tone(2_000, 2, sampleRate).samples, silence]);
  const wordsIn = async (samples: Float32Array) =>
    (await recogniserFor(models)?.recognise(samples, sampleRate, signal))?.split(" ");
  const heard = await wordsIn(part);
  expect(new Set(heard).size).toBe(2);
  const long = joinSamples(Array(10).fill(part));
  const more = await wordsIn(long);
  expect(new Set(more)).toEqual(new Set(heard));
  // A word for each stretch that sounds; where parts meet, one may be lost.
  expect(Math.abs((more?.length ?? 0) - 40 / wordSeconds)).toBeLessThan(12);
});

test("nothing is heard in silence", async () => {
  const heard = await recogniserFor(models)?.recognise(new Float32Array(30 * sampleRate), sampleRate, signal);
  expect(heard).toBe("");
});
