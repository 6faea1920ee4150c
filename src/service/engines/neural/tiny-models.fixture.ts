/// <reference path="../espeak/espeak.d.ts" />
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import load from "@echogarden/espeak-ng-emscripten";
import { kindOf, type ModelFamily, type modelFamilies, type NeuralModel } from "./model.ts";
import { cast, type OnnxGraph, type OnnxNode, onnxModel } from "./onnx.fixture.ts";
import { pocketFiles } from "./tiny-pocket.fixture.ts";
import { paraformerFiles } from "./tiny-recogniser.fixture.ts";
import { zipvoiceFiles } from "./tiny-zipvoice.fixture.ts";

type VoicesFamily = (typeof modelFamilies)[number];

/** How long each token sounds at a speed of 1, in seconds, and how fast its tone swings at the first speaker, in Hz. */
export const tokenSeconds = 0.08;
export const firstPitch = 220;

/** What a process with a tiny model keeps to, in bytes: Node, library and model hold 70 to 90 MB. */
export const enoughMemory = 150 * 2 ** 20;

/** Tokens that are silent: the marks around a sentence, the space and punctuation. */
const silent = Array.from('$^_ ;:,.!?—…"()“”');
const sounding = Array.from(
  "̃ʣʥʦʨᵝꭧAIOQSTWYᵊabcdefhijklmnopqrstuvwxyzɑɐɒæβɔɕçɖðʤəɚɛɜɟɡɥɨɪʝɯɰŋɳɲɴøɸθœɹɾɻʁɽʂʃʈʧʊʋʌɣɤχʎʒʔˈˌːʰʲ↓→↗↘ᵻ̩",
);
const symbols = [...silent, ...sounding];

const sampleRates = { kokoro: 24_000, kitten: 24_000, vits: 22_050 } as const;

/**
 * Makes a model of a family that the library takes for a real one, of a few thousand bytes: each token is a tone of 80
 * ms, so that it is known when each sounds; spaces and punctuation are silent. The second speaker is an octave higher.
 * What models that clone and recognise do, their own files say.
 */
export async function makeTinyModel(folder: string, family: ModelFamily): Promise<NeuralModel> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(filesOf(family))) await writeFile(join(folder, name), content);
  if (family !== "pocket" && family !== "paraformer") await writeEspeakData(join(folder, "espeak-ng-data"));
  const shared = { name: `tiny-${family}`, family, folder };
  if (kindOf(family) !== "voices") return { ...shared, files: {}, speakers: [], languages: ["zh", "en"] };
  const genders = ["female", "male"] as const;
  const speakers = genders.map((gender, number) => ({ number, language: "en", gender }));
  return { ...shared, files: { model: "model.onnx" }, speakers };
}

function filesOf(family: ModelFamily): Readonly<Record<string, string | Uint8Array>> {
  const tokens = symbols.map((symbol, index) => `${symbol} ${index}\n`).join("");
  switch (family) {
    case "pocket":
      return pocketFiles();
    case "zipvoice":
      return { ...zipvoiceFiles(silent.length), "tokens.txt": tokens };
    case "paraformer":
      return paraformerFiles();
    case "vits":
      return { "model.onnx": onnxModel(vits()), "tokens.txt": tokens };
    default: {
      const size = family === "kokoro" ? 510 * 256 : 256;
      const styles = new Float32Array(2 * size).fill(1, size);
      const voices = new Uint8Array(styles.buffer);
      return { "model.onnx": onnxModel(styled(family)), "tokens.txt": tokens, "voices.bin": voices };
    }
  }
}

/** Kokoro and Kitten: tokens, a speaker's vector, a speed. */
function styled(family: "kokoro" | "kitten"): OnnxGraph {
  const shared = { sample_rate: "24000", n_speakers: "2", has_espeak: "1", voice: "en-us", speaker_names: "a,b" };
  const own =
    family === "kokoro"
      ? { model_type: "kokoro", version: "1", language: "English", style_dim: "510,1,256" }
      : { model_type: "kitten-tts", version: "1", language: "English", style_dim: "1,256" };
  return graphOf({
    family,
    tokens: family === "kokoro" ? "tokens" : "input_ids",
    inputs: {
      style: { kind: "float", shape: [1, 256] },
      speed: { kind: "float", shape: [1] },
    },
    nodes: [
      { op: "Squeeze", inputs: ["speed"], output: "pace" },
      { op: "Div", inputs: ["usual", "pace"], output: "perToken" },
      { op: "ReduceMean", inputs: ["style"], output: "octave", attributes: { keepdims: 0 } },
    ],
    metadata: { ...shared, ...own, comment: "made by a test" },
  });
}

/** Piper's: tokens, their number, three scales of which the second is the length, a speaker's number. */
function vits(): OnnxGraph {
  return graphOf({
    family: "vits",
    tokens: "input",
    inputs: {
      input_lengths: { kind: "int64", shape: [1] },
      scales: { kind: "float", shape: [3] },
      sid: { kind: "int64", shape: [1] },
    },
    nodes: [
      { op: "Gather", inputs: ["scales", "one"], output: "slowness", attributes: { axis: 0 } },
      { op: "Mul", inputs: ["usual", "slowness"], output: "perToken" },
      { op: "Squeeze", inputs: ["sid"], output: "speaker" },
      { op: "Cast", inputs: ["speaker"], output: "octave", attributes: { to: 1 } },
    ],
    metadata: {
      model_type: "vits",
      sample_rate: String(sampleRates.vits),
      n_speakers: "2",
      has_espeak: "1",
      add_blank: "0",
      language: "English",
      voice: "en-us",
      comment: "piper, made by a test",
    },
  });
}

interface Parts {
  readonly family: VoicesFamily;
  /** The name of the tokens' input. */
  readonly tokens: string;
  readonly inputs: OnnxGraph["inputs"];
  /** What makes `perToken`, in samples, and `octave` of the other inputs and of `usual`. */
  readonly nodes: readonly OnnxNode[];
  readonly metadata: OnnxGraph["metadata"];
}

function graphOf({ family, tokens, inputs, nodes, metadata }: Parts): OnnxGraph {
  const sampleRate = sampleRates[family];
  return {
    inputs: { [tokens]: { kind: "int64", shape: [1, "tokens"] }, ...inputs },
    outputs: { audio: { kind: "float", shape: ["samples"] } },
    metadata,
    constants: {
      zero: { kind: "int64", value: 0 },
      one: { kind: "int64", value: 1 },
      flat: { kind: "int64", value: [-1] },
      oneFloat: { kind: "float", value: 1 },
      usual: { kind: "float", value: tokenSeconds * sampleRate },
      radians: { kind: "float", value: (2 * Math.PI * firstPitch) / sampleRate },
      level: { kind: "float", value: 0.3 },
      lastSilent: { kind: "float", value: silent.length - 0.5 },
      // In a model of Piper's a blank follows each token: it sounds as that does.
      group: { kind: "int64", value: family === "vits" ? 2 : 1 },
    },
    nodes: [
      ...nodes,
      { op: "Shape", inputs: [tokens], output: "shape" },
      { op: "Gather", inputs: ["shape", "one"], output: "count", attributes: { axis: 0 } },
      cast("count", "countFloat", 1),
      { op: "Mul", inputs: ["countFloat", "perToken"], output: "lengthFloat" },
      cast("lengthFloat", "length", 7),
      { op: "Range", inputs: ["zero", "length", "one"], output: "time" },
      cast("time", "timeFloat", 1),
      { op: "Div", inputs: ["timeFloat", "perToken"], output: "placeFloat" },
      cast("placeFloat", "place", 7),
      { op: "Sub", inputs: ["count", "one"], output: "last" },
      { op: "Min", inputs: ["place", "last"], output: "placeWithin" },
      { op: "Div", inputs: ["placeWithin", "group"], output: "groupNumber" },
      { op: "Mul", inputs: ["groupNumber", "group"], output: "first" },
      { op: "Reshape", inputs: [tokens, "flat"], output: "list" },
      { op: "Gather", inputs: ["list", "first"], output: "token", attributes: { axis: 0 } },
      cast("token", "tokenFloat", 1),
      { op: "Greater", inputs: ["tokenFloat", "lastSilent"], output: "sounds" },
      cast("sounds", "mask", 1),
      { op: "Add", inputs: ["octave", "oneFloat"], output: "factor" },
      { op: "Mul", inputs: ["factor", "radians"], output: "step" },
      { op: "Mul", inputs: ["timeFloat", "step"], output: "phase" },
      { op: "Sin", inputs: ["phase"], output: "sine" },
      { op: "Mul", inputs: ["sine", "level"], output: "tone" },
      { op: "Mul", inputs: ["tone", "mask"], output: "audio" },
    ],
  };
}

interface PackedFiles {
  readdir(path: string): string[];
  readFile(path: string): Uint8Array;
}

/**
 * What English needs of eSpeak NG's data, by path: the library reads text by it, and the engine's own package has a
 * copy. It is unpacked once.
 */
let espeakData: Promise<ReadonlyMap<string, Uint8Array>> | undefined;

async function unpackEspeakData(): Promise<ReadonlyMap<string, Uint8Array>> {
  const { FS } = (await load()) as unknown as { readonly FS: PackedFiles };
  const from = "/usr/share/espeak-ng-data";
  const shared = ["phontab", "phonindex", "phondata", "intonations", "en_dict"];
  const english = FS.readdir(`${from}/lang/gmw`).filter((name) => name.startsWith("en"));
  const paths = [...shared, ...english.map((name) => `lang/gmw/${name}`)];
  return new Map(paths.map((path) => [path, FS.readFile(`${from}/${path}`).slice()]));
}

async function writeEspeakData(folder: string): Promise<void> {
  espeakData ??= unpackEspeakData();
  await mkdir(join(folder, "lang", "gmw"), { recursive: true });
  for (const [path, content] of await espeakData) await writeFile(join(folder, path), content);
}
