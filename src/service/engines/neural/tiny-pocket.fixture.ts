import { cast, node, type OnnxGraph, onnxModel } from "./onnx.fixture.ts";

/**
 * A model of the family `pocket`, in its five graphs: each letter is a tone of 80 ms, and all else is silent. The pitch
 * of the tone is that of the recording that it shall speak like, by the zero crossings of what is left of it below
 * 300 Hz.
 */
export function pocketFiles(): Readonly<Record<string, string | Uint8Array>> {
  const vocabulary = Object.fromEntries(tokens.map((token, id) => [token, id]));
  const scores = Object.fromEntries(tokens.map((token) => [token, token.startsWith("<0x") ? -10 : -1]));
  return {
    "encoder.onnx": onnxModel(encoder),
    "text_conditioner.onnx": onnxModel(textConditioner),
    "lm_main.int8.onnx": onnxModel(lmMain),
    "lm_flow.int8.onnx": onnxModel(lmFlow),
    "decoder.int8.onnx": onnxModel(decoder),
    "vocab.json": JSON.stringify(vocabulary),
    "token_scores.json": JSON.stringify(scores),
  };
}

const letters = Array.from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
const bytes = Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`);
/** Silent ones first: what is no letter, and the bytes that other characters are made of. */
const tokens = ["<unk>", "▁", ...Array.from(".,;:!?'-"), ...bytes, ...letters];
const lastSilent = tokens.length - letters.length - 0.5;

const sampleRate = 24_000;
/** Samples of a frame: 80 ms. */
const frame = 1_920;
/** The sizes of the library's own embeddings and latents. */
const [embedding, latent] = [1_024, 32];

/** The samples' pitch, in Hz, as an embedding. */
const encoder: OnnxGraph = {
  inputs: { audio: { kind: "float", shape: [1, 1, "samples"] } },
  outputs: { embedding: { kind: "float", shape: [1, 1, embedding] } },
  metadata: {},
  constants: {
    starts: { kind: "int64", value: [0] },
    ends: { kind: "int64", value: [-1] },
    second: { kind: "int64", value: [1] },
    far: { kind: "int64", value: [2 ** 31] },
    last: { kind: "int64", value: [2] },
    half: { kind: "float", value: 0.5 },
    rate: { kind: "float", value: sampleRate },
    shape: { kind: "int64", value: [1, 1, embedding] },
  },
  nodes: [
    node("AveragePool", ["audio"], "smooth", { kernel_shape: [48], strides: [1] }),
    node("AveragePool", ["smooth"], "smoother", { kernel_shape: [60], strides: [1] }),
    node("Sign", ["smoother"], "signs"),
    node("Slice", ["signs", "starts", "ends", "last"], "before"),
    node("Slice", ["signs", "second", "far", "last"], "after"),
    node("Sub", ["after", "before"], "steps"),
    node("Abs", ["steps"], "crossings"),
    node("ReduceMean", ["crossings"], "perSample", { keepdims: 0 }),
    // Each crossing is a step of 2, and each period has two.
    node("Mul", ["perSample", "half"], "halves"),
    node("Mul", ["halves", "half"], "periods"),
    node("Mul", ["periods", "rate"], "pitch"),
    node("Expand", ["pitch", "shape"], "embedding"),
  ],
};

/** Tokens as embeddings. */
const textConditioner: OnnxGraph = {
  inputs: { tokens: { kind: "int64", shape: [1, "count"] } },
  outputs: { embeddings: { kind: "float", shape: [1, "count", embedding] } },
  metadata: {},
  constants: {
    last: { kind: "int64", value: [2] },
    width: { kind: "float", value: Array(embedding).fill(1) },
  },
  nodes: [
    cast("tokens", "numbers", 1),
    node("Unsqueeze", ["numbers", "last"], "column"),
    node("Mul", ["column", "width"], "embeddings"),
  ],
};

/**
 * Gathers what it is told: a zero, the pitch, then the tokens. With each latent that it is given it tells the next
 * token, and behind the last one that it is the end.
 */
const lmMain: OnnxGraph = {
  inputs: {
    sequence: { kind: "float", shape: [1, "steps", latent] },
    text_embeddings: { kind: "float", shape: [1, "count", embedding] },
    state_told: { kind: "float", shape: [1, "told"] },
    state_step: { kind: "float", shape: [1, 1] },
  },
  outputs: {
    conditioning: { kind: "float", shape: [1, 2] },
    eos_logit: { kind: "float", shape: [1, 1] },
    out_state_told: { kind: "float", shape: [1, "more"] },
    out_state_step: { kind: "float", shape: [1, 1] },
  },
  metadata: {},
  constants: {
    zero: { kind: "int64", value: [0] },
    one: { kind: "int64", value: [1] },
    two: { kind: "int64", value: [2] },
    oneNumber: { kind: "int64", value: 1 },
    oneFloat: { kind: "float", value: 1 },
    twoFloat: { kind: "float", value: 2 },
    row: { kind: "int64", value: [1, 1] },
    sure: { kind: "float", value: 100 },
    half: { kind: "float", value: 0.5 },
  },
  nodes: [
    node("Slice", ["text_embeddings", "zero", "one", "two"], "column"),
    node("Squeeze", ["column", "two"], "new"),
    node("Concat", ["state_told", "new"], "out_state_told", { axis: 1 }),
    node("Shape", ["sequence"], "sequenceShape"),
    node("Gather", ["sequenceShape", "oneNumber"], "steps", { axis: 0 }),
    cast("steps", "stepsFloat", 1),
    node("Add", ["state_step", "stepsFloat"], "out_state_step"),
    node("Shape", ["out_state_told"], "toldShape"),
    node("Gather", ["toldShape", "one"], "told", { axis: 0 }),
    cast("told", "toldFloat", 1),
    node("Sub", ["toldFloat", "oneFloat"], "lastPlace"),
    node("Add", ["out_state_step", "oneFloat"], "wanted"),
    node("Min", ["wanted", "lastPlace"], "place"),
    cast("place", "placeNumber", 7),
    node("Squeeze", ["placeNumber"], "placeAlone"),
    node("Squeeze", ["out_state_told", "zero"], "list"),
    node("Gather", ["list", "placeAlone"], "token", { axis: 0 }),
    // Behind the last token all is silent: the first token is no letter.
    node("Less", ["lastPlace", "wanted"], "isPast"),
    node("Not", ["isPast"], "isWithin"),
    cast("isWithin", "within", 1),
    node("Reshape", ["token", "row"], "tokenRow"),
    node("Mul", ["tokenRow", "within"], "heard"),
    node("Min", ["lastPlace", "oneFloat"], "pitchPlace"),
    cast("pitchPlace", "pitchNumber", 7),
    node("Squeeze", ["pitchNumber"], "pitchAlone"),
    node("Gather", ["list", "pitchAlone"], "pitch", { axis: 0 }),
    node("Reshape", ["pitch", "row"], "pitchRow"),
    node("Concat", ["heard", "pitchRow"], "conditioning", { axis: 1 }),
    // The library takes no notice of an end in the first step.
    node("Max", ["lastPlace", "twoFloat"], "end"),
    node("Sub", ["wanted", "end"], "missing"),
    node("Sub", ["missing", "half"], "beyond"),
    node("Mul", ["beyond", "sure"], "logit"),
    node("Reshape", ["logit", "row"], "eos_logit"),
  ],
};

/** Leads from noise to what it is conditioned on, whatever the noise and the number of steps. */
const lmFlow: OnnxGraph = {
  inputs: {
    c: { kind: "float", shape: [1, 2] },
    s: { kind: "float", shape: [1, 1] },
    t: { kind: "float", shape: [1, 1] },
    x: { kind: "float", shape: [1, latent] },
  },
  outputs: { velocity: { kind: "float", shape: [1, latent] } },
  metadata: {},
  constants: {
    rest: { kind: "float", value: Array(latent - 2).fill(0) },
    one: { kind: "float", value: 1 },
    first: { kind: "int64", value: [0] },
  },
  nodes: [
    node("Unsqueeze", ["rest", "first"], "restRow"),
    node("Concat", ["c", "restRow"], "target", { axis: 1 }),
    node("Sub", ["target", "x"], "way"),
    node("Sub", ["one", "s"], "left"),
    node("Div", ["way", "left"], "velocity"),
  ],
};

/** Latents as sound. */
const decoder: OnnxGraph = {
  inputs: {
    latent: { kind: "float", shape: [1, "frames", latent] },
    state_time: { kind: "float", shape: [1, 1] },
  },
  outputs: {
    audio: { kind: "float", shape: [1, 1, "samples"] },
    out_state_time: { kind: "float", shape: [1, 1] },
  },
  metadata: {},
  constants: {
    zero: { kind: "int64", value: [0] },
    one: { kind: "int64", value: [1] },
    two: { kind: "int64", value: [2] },
    zeroNumber: { kind: "int64", value: 0 },
    oneNumber: { kind: "int64", value: 1 },
    frame: { kind: "int64", value: frame },
    lastSilent: { kind: "float", value: lastSilent },
    radians: { kind: "float", value: (2 * Math.PI) / sampleRate },
    level: { kind: "float", value: 0.3 },
    flat: { kind: "int64", value: [1, 1, -1] },
    square: { kind: "int64", value: [1, -1, frame] },
  },
  nodes: [
    node("Slice", ["latent", "zero", "one", "two"], "tokens"),
    node("Slice", ["latent", "one", "two", "two"], "pitches"),
    node("Greater", ["tokens", "lastSilent"], "sounds"),
    cast("sounds", "mask", 1),
    node("Shape", ["latent"], "shape"),
    node("Gather", ["shape", "oneNumber"], "frames", { axis: 0 }),
    node("Mul", ["frames", "frame"], "length"),
    node("Range", ["zeroNumber", "length", "oneNumber"], "time"),
    cast("time", "timeFloat", 1),
    node("Add", ["timeFloat", "state_time"], "timeRow"),
    cast("length", "lengthFloat", 1),
    node("Add", ["state_time", "lengthFloat"], "out_state_time"),
    node("Reshape", ["timeRow", "square"], "timeSquare"),
    node("Mul", ["timeSquare", "pitches"], "cycles"),
    node("Mul", ["cycles", "radians"], "phase"),
    node("Sin", ["phase"], "sine"),
    node("Mul", ["sine", "level"], "tone"),
    node("Mul", ["tone", "mask"], "sound"),
    node("Reshape", ["sound", "flat"], "audio"),
  ],
};
