import { getEventListeners } from "node:events";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type ModelFamily, modelFamilies, type NeuralModel } from "./model.ts";
import { ModelProcesses, type ProcessLimits, usualLimits } from "./model-processes.ts";
import { enoughMemory, firstPitch, makeTinyModel, tokenSeconds } from "./tiny-models.fixture.ts";

const processFile = new URL("../../../../dist/programs/model-process.js", import.meta.url);
const long = "A long sentence that nobody waits for, since it goes on and on. ".repeat(400);

let folder = "";
const models = new Map<ModelFamily, NeuralModel>();
const open: ModelProcesses[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tiny-models-"));
  for (const family of modelFamilies) models.set(family, await makeTinyModel(join(folder, family), family));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((processes) => processes.close()));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function processesOf(model: NeuralModel, limits: Partial<ProcessLimits> = {}): ModelProcesses {
  const processes = new ModelProcesses(model, processFile, { ...usualLimits, ...limits });
  open.push(processes);
  return processes;
}

const tiny = (family: ModelFamily = "kokoro"): NeuralModel => {
  const model = models.get(family);
  if (model === undefined) throw new Error(`no tiny model of ${family}`);
  return model;
};

async function speak(processes: ModelProcesses, text: string, speaker = 0, signal = new AbortController().signal) {
  const parts: Float32Array[] = [];
  await processes.speak(text, speaker, (samples) => parts.push(samples), signal);
  return parts;
}

/** Swings in a second of a tone that is all in one piece, by its zero crossings. */
function pitchOf(tone: Float32Array): number {
  const crossings = tone.filter((sample, index) => index > 0 && sample >= 0 && (tone[index - 1] ?? 0) < 0).length;
  return (crossings * 22_050) / tone.length;
}

describe.each(modelFamilies)("a model of the family %s, in the library's own process", (family) => {
  it("speaks sentence by sentence, at 22,050 Hz", async () => {
    const parts = await speak(processesOf(tiny(family)), "Hello there. Good morning to you.");
    expect(parts).toHaveLength(2);
    const [first, second] = parts.map((part) => part.length / 22_050);
    expect(first).toBeGreaterThan(6 * tokenSeconds);
    expect(second).toBeGreaterThan(first ?? 0);
  });

  it("speaks as each of its speakers", async () => {
    const processes = processesOf(tiny(family));
    for (const [speaker, factor] of [1, 2].entries()) {
      const [samples = new Float32Array(0)] = await speak(processes, "Mississippi", speaker);
      const at = Math.round(samples.length / 2);
      expect(pitchOf(samples.subarray(at, at + 1_500))).toBeCloseTo(firstPitch * factor, -1.5);
    }
    expect(processes.pids).toHaveLength(1);
  });
});

describe("a model's process", () => {
  it("is started by the first text, and ended when there was nothing to speak for a while", async () => {
    const processes = processesOf(tiny(), { idleTime: 100 });
    expect(processes.pids).toEqual([]);
    await speak(processes, "Hello.");
    expect(processes.pids).toHaveLength(1);
    await expect.poll(() => processes.pids).toEqual([]);
    expect(await speak(processes, "Again.")).toHaveLength(1);
  });

  it("fails one text when it dies, and the next one is spoken by another", async () => {
    const processes = processesOf(tiny());
    await speak(processes, "Hello.");
    const [pid = 0] = processes.pids;
    const spoken = speak(processes, long);
    process.kill(pid, "SIGKILL");
    const waiting = speak(processes, "I waited.");
    await expect(spoken).rejects.toThrow(
      "The model tiny-kokoro could not speak: its process ended by itself (SIGKILL).",
    );
    expect(await waiting).toHaveLength(1);
    expect(processes.pids).not.toContain(pid);
  });

  it("speaks on where a supervisor tells every process of the service to end", async () => {
    const processes = processesOf(tiny());
    await speak(processes, "Hello.");
    const [pid = 0] = processes.pids;
    const spoken = speak(processes, "Hello there. ".repeat(20));
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.kill(pid, signal);
    expect(await spoken).not.toHaveLength(0);
    expect(processes.pids).toEqual([pid]);
  });

  it("is one of as many as are allowed, and the rest waits", async () => {
    const processes = processesOf(tiny(), { processes: 2 });
    const spoken = await Promise.all(["One.", "Two.", "Three.", "Four."].map((text) => speak(processes, text)));
    expect(spoken.map((parts) => parts.length)).toEqual([1, 1, 1, 1]);
    expect(processes.pids).toHaveLength(2);
  });

  it("is ended when a text takes more memory than it may, and the next one is spoken by another", async () => {
    const processes = processesOf(tiny("vits"), { memory: enoughMemory });
    for (let time = 0; time < 5; time += 1) expect(await speak(processes, "Hello.")).toHaveLength(1);
    const [pid] = processes.pids;
    // One sentence, whose sound is minutes long.
    await expect(speak(processes, "Mississippi ".repeat(500))).rejects.toThrow("it took more than 150 MB of memory");
    expect(await speak(processes, "Hello.")).toHaveLength(1);
    expect(processes.pids).not.toContain(pid);
  });

  it("is ended when a text takes longer than it may", async () => {
    const processes = processesOf(tiny(), { sentenceTime: 50 });
    await speak(processes, "Hello.").catch(() => undefined);
    await expect(speak(processes, long)).rejects.toThrow("a sentence took longer than 0.05 s");
  });

  it("leaves nothing at a signal that goes on behind its sentence", async () => {
    const { signal } = new AbortController();
    await speak(processesOf(tiny()), "Hello.", 0, signal);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("stops behind a sentence when nobody waits, and speaks on for others", async () => {
    const processes = processesOf(tiny());
    const left = new AbortController();
    const parts: Float32Array[] = [];
    const take = (samples: Float32Array) => {
      parts.push(samples);
      left.abort(new Error("I left."));
    };
    await expect(processes.speak(long, 0, take, left.signal)).rejects.toThrow("I left.");
    const [pid] = processes.pids;
    expect(await speak(processes, "Hello.")).toHaveLength(1);
    expect(parts).toHaveLength(1);
    expect(processes.pids).toEqual([pid]);
  });

  it("knows nothing of the service's keys", async () => {
    const processes = processesOf(tiny());
    await speak(processes, "Hello.");
    const { readFile } = await import("node:fs/promises");
    const environment = await readFile(`/proc/${processes.pids[0]}/environ`, "utf8");
    expect(environment.split("\0").map((entry) => entry.split("=", 1)[0])).not.toContain("HOME");
  });
});

describe("a model that can't be used", () => {
  it("names the file that is missing", async () => {
    const model = await makeTinyModel(join(folder, "incomplete"), "kokoro");
    await rm(join(model.folder, "voices.bin"));
    await expect(speak(processesOf(model), "Hello.")).rejects.toThrow(
      "voices.bin is missing from the model tiny-kokoro: run npm run voices -- add tiny-kokoro.",
    );
  });

  it.each([
    ["a model that is cut off", "model.onnx"],
    ["speakers that are cut off", "voices.bin"],
    ["tokens that are none", "tokens.txt"],
  ])("%s fails its text and nothing else", async (_, file) => {
    const model = await makeTinyModel(join(folder, `broken-${file}`), "kokoro");
    const path = join(model.folder, file);
    if (file === "tokens.txt") await writeFile(path, "no tokens\n");
    else await truncate(path, 100);
    const processes = processesOf(model);
    const failure = await speak(processes, "Hello.").catch((error: unknown) => error);
    expect(String(failure)).toMatch(/The model tiny-kokoro could not speak: .*[^.]\.$/s);
    // Whoever asked hears of it, and needn't know the machine's folders.
    expect(String(failure)).not.toContain(folder);
    await expect.poll(() => processes.pids).toEqual([]);
  });
});
