import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { type NeuralModel, requiredFiles } from "./model.ts";
import { NeuralModels } from "./neural-models.ts";

/** A model's process whose sound is one sample: how many files of rules it reads by. */
const countsRules = `let rules;
process.on("message", ({ type, model }) => {
  if (type === "load") {
    rules = model.files.rules?.files.length ?? 0;
    process.send({ type: "ready" });
  } else if (type === "speak") {
    process.send({ type: "samples", samples: Float32Array.of(rules) });
    process.send({ type: "done" });
  }
});
process.on("disconnect", () => process.exit());`;

async function modelsInFolder(files: NeuralModel["files"]): Promise<NeuralModels> {
  const folder = await mkdtemp(join(tmpdir(), "neural-models-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const path of requiredFiles({ family: "kokoro", files })) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), "");
  }
  const processFile = join(folder, "process.mjs");
  await writeFile(processFile, countsRules);
  const speakers = [
    { number: 0, language: "en-US", gender: "female" },
    { number: 3, language: "zh-CN", gender: "female" },
  ] as const;
  const model = { name: "tiny", family: "kokoro", folder, files, speakers, languages: [] } as const;
  const models = new NeuralModels([model], { processFile: pathToFileURL(processFile) });
  onTestFinished(() => models.close());
  return models;
}

async function rulesFor(models: NeuralModels, speaker: number): Promise<number | undefined> {
  const heard: number[] = [];
  const take = (samples: Float32Array) => void heard.push(...samples);
  await models.speak({ model: "tiny", speaker }, "1", take, new AbortController().signal);
  return heard[0];
}

it("reads numbers by Chinese rules where it speaks Chinese, and nowhere else", async () => {
  const models = await modelsInFolder({ model: "model.onnx", rules: { language: "zh", files: ["date", "number"] } });
  expect(await rulesFor(models, 0)).toBe(0);
  expect(models.pids).toHaveLength(1);
  expect(await rulesFor(models, 3)).toBe(2);
  expect(models.pids).toHaveLength(2);
  await models.close();
  expect(models.pids).toEqual([]);
});

it("has the same processes for all of its languages where there are no rules", async () => {
  const models = await modelsInFolder({ model: "model.onnx" });
  expect(await rulesFor(models, 0)).toBe(0);
  expect(await rulesFor(models, 3)).toBe(0);
  expect(models.pids).toHaveLength(1);
});
