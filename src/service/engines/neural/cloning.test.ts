import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { joinSamples } from "../../../contract/bytes.ts";
import { tone, vowel } from "../../adaptation/recordings.fixture.ts";
import { medianFundamental } from "../../synthesis/fundamental-frequency.fixture.ts";
import { soundingStretches } from "../../synthesis/signal/sounding.ts";
import { cloningFamilies, type ModelFamily, type NeuralModel, referenceSampleRate, requiredFiles } from "./model.ts";
import { ModelProcesses, type ProcessLimits, usualLimits } from "./model-processes.ts";
import { encodeSound, type VoiceReference } from "./reference.ts";
import { enoughMemory, makeTinyModel } from "./tiny-models.fixture.ts";
import { heardWords, wordSeconds } from "./tiny-recogniser.fixture.ts";
import { stepOfPitch } from "./tiny-zipvoice.fixture.ts";

const processFile = new URL("../../../../dist/programs/model-process.js", import.meta.url);

let folder = "";
const models = new Map<ModelFamily, NeuralModel>();
const open: ModelProcesses[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tiny-models-"));
  for (const family of [...cloningFamilies, "paraformer"] as const) {
    models.set(family, await makeTinyModel(join(folder, family), family));
  }
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((processes) => processes.close()));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function processesOf(family: ModelFamily, limits: Partial<ProcessLimits> = {}): ModelProcesses {
  const model = models.get(family);
  if (model === undefined) throw new Error(`no tiny model of ${family}`);
  const processes = new ModelProcesses(model, processFile, { ...usualLimits, ...limits });
  open.push(processes);
  return processes;
}

const references = new Map<string, VoiceReference>();

/** Three seconds of a vowel, of a pitch and with a loudest resonance. */
function referenceOf(f0: number, formant: number): VoiceReference {
  const made = references.get(`${f0} ${formant}`) ?? makeReference(f0, formant);
  references.set(`${f0} ${formant}`, made);
  return made;
}

function makeReference(f0: number, formant: number): VoiceReference {
  const { samples } = vowel(() => f0, 3, { formants: [formant, 2_500], sampleRate: referenceSampleRate });
  return { sound: encodeSound(samples), transcript: { text: "Hello there my dear friend", source: "provided" } };
}

async function speak(processes: ModelProcesses, text: string, reference?: VoiceReference): Promise<Float32Array[]> {
  const parts: Float32Array[] = [];
  await processes.speak(text, 0, (samples) => parts.push(samples), new AbortController().signal, reference);
  return parts;
}
const text = "Hello there, how do you do? Good morning to you.";
const pitchOf = (parts: readonly Float32Array[]) => medianFundamental(joinSamples(parts), 22_050);

describe.each(cloningFamilies)("a model of the family %s, in the library's own process", (family) => {
  it("speaks like the recording that it is given, and like each in one process", async () => {
    const processes = processesOf(family);
    const deep = pitchOf(await speak(processes, text, referenceOf(120, 350)));
    const high = pitchOf(await speak(processes, text, referenceOf(200, 700)));
    if (family === "pocket") {
      expect(deep).toBeCloseTo(120, -0.5);
      expect(high).toBeCloseTo(200, -0.5);
    } else {
      expect(deep / stepOfPitch).toBeCloseTo(7, 0.5);
      expect(high / stepOfPitch).toBeCloseTo(10, 0.5);
    }
    expect(pitchOf(await speak(processes, text, referenceOf(120, 350)))).toBeCloseTo(deep, 0);
    expect(processes.pids).toHaveLength(1);
  });

  it("says so where it is given none", async () => {
    const processes = processesOf(family);
    await expect(speak(processes, text)).rejects.toThrow(
      `The model tiny-${family} could not speak: the model needs a recording to speak like.`,
    );
    expect((await speak(processes, text, referenceOf(120, 350))).length).toBeGreaterThan(0);
  });

  it("fails one text when it dies, and the next one is spoken by another", async () => {
    const processes = processesOf(family);
    await speak(processes, text, referenceOf(120, 350));
    const [pid = 0] = processes.pids;
    const spoken = speak(processes, text.repeat(100), referenceOf(120, 350));
    process.kill(pid, "SIGKILL");
    await expect(spoken).rejects.toThrow("its process ended by itself (SIGKILL)");
    expect((await speak(processes, text, referenceOf(120, 350))).length).toBeGreaterThan(0);
    expect(processes.pids).not.toContain(pid);
  });

  it("is ended when a recording takes more memory than it may, and the next text is spoken by another", async () => {
    const processes = processesOf(family, { memory: enoughMemory });
    for (let time = 0; time < 5; time += 1) await speak(processes, text, referenceOf(120, 350));
    const [pid] = processes.pids;
    const long = { ...referenceOf(120, 350), sound: encodeSound(tone(150, 600, referenceSampleRate).samples) };
    await expect(speak(processes, text, long)).rejects.toThrow("more than 150 MB of memory");
    expect((await speak(processes, text, referenceOf(120, 350))).length).toBeGreaterThan(0);
    expect(processes.pids).not.toContain(pid);
  });

  it("names the file that is missing, whichever it is", async () => {
    const made = await makeTinyModel(join(folder, `incomplete-${family}`), family);
    const processes = new ModelProcesses(made, processFile, usualLimits);
    open.push(processes);
    for (const file of requiredFiles(made)) {
      const content = await readFile(join(made.folder, file));
      await rm(join(made.folder, file));
      await expect(speak(processes, text, referenceOf(120, 350))).rejects.toThrow(
        `${file} is missing from the model tiny-${family}`,
      );
      await writeFile(join(made.folder, file), content);
    }
    expect(processes.pids).toEqual([]);
  });
});

it("zipvoice speaks as fast as the recording's words come, by their transcript", async () => {
  const processes = processesOf("zipvoice");
  const said = async (transcript: string) => {
    const { sound } = referenceOf(120, 350);
    const parts = await speak(processes, text, { sound, transcript: { text: transcript, source: "provided" } });
    return joinSamples(parts).length;
  };
  const few = await said("hello there");
  const many = await said("hello there hello there hello there hello there");
  // Between the words are spaces, which are tokens as well.
  expect(few / many).toBeGreaterThan(3.5);
  expect(few / many).toBeLessThan(5);
});

it("zipvoice speaks Chinese by its lexicon", async () => {
  const [sound = new Float32Array(0)] = await speak(processesOf("zipvoice"), "你好，我是你。", referenceOf(120, 350));
  const heard = soundingStretches(sound, 22_050);
  expect(heard.length).toBeGreaterThanOrEqual(2);
});

describe("a recogniser of speech", () => {
  const signal = new AbortController().signal;

  it("hears other words in other sounds, at any sample rate, and none in silence", async () => {
    const processes = processesOf("paraformer");
    const heard = async (frequency: number, sampleRate: number) =>
      (await processes.recognise(tone(frequency, 4 * wordSeconds, sampleRate).samples, sampleRate, signal)).split(" ");
    const deep = await heard(300, 16_000);
    const high = await heard(2_000, 16_000);
    expect(deep.length).toBeGreaterThanOrEqual(3);
    expect(new Set(deep).size).toBe(1);
    expect(heardWords.indexOf(deep[0] ?? "")).toBeLessThan(heardWords.indexOf(high[0] ?? ""));
    expect((await heard(2_000, 24_000))[0]).toBe(high[0]);
    expect(await processes.recognise(new Float32Array(48_000), 24_000, signal)).toBe("");
  });

  it("fails one sound when it takes too much memory, says that it didn't speak, and hears the next one", async () => {
    const processes = processesOf("paraformer", { memory: enoughMemory });
    const hear = (seconds: number) => processes.recognise(tone(300, seconds, 16_000).samples, 16_000, signal);
    for (let time = 0; time < 5; time += 1) expect(await hear(1)).not.toBe("");
    await expect(hear(1_200)).rejects.toThrow(
      "The model tiny-paraformer could not recognise speech: it took more than 150 MB of memory.",
    );
    expect(await hear(1)).not.toBe("");
  });
});
