import { cast, node, type OnnxGraph, onnxModel } from "./onnx.fixture.ts";

/**
 * A model of the family `zipvoice`, with its vocoder. As in a real one, a token lasts as long as one of the recording's
 * does on average, by its length and its transcript. Each is a tone. Its pitch is {@link stepOfPitch} for each two
 * bands of mel that the recording's loudest one lies above the lowest.
 *
 * @param silent how many tokens are silent: the first ones.
 */
export function zipvoiceFiles(silent: number): Readonly<Record<string, string | Uint8Array>> {
  return {
    "encoder.int8.onnx": onnxModel(encoder),
    "decoder.int8.onnx": onnxModel(decoder(silent)),
    "vocos_24khz.onnx": onnxModel(vocoder),
    "lexicon.txt": ["你 n i", "好 h a o", "我 w o", "是 ʃ i", "天 t i a n"].join("\n"),
  };
}

const [mels, bins, transform] = [100, 513, 1_024];
/** In Hz. */
export const stepOfPitch = 24_000 / transform;

/** For each frame of the recording and of what is to be said, the number of the token that sounds in it. */
const encoder: OnnxGraph = {
  inputs: {
    tokens: { kind: "int64", shape: [1, "tokens"] },
    prompt_tokens: { kind: "int64", shape: [1, "prompt_tokens"] },
    prompt_features_len: { kind: "int64", shape: [1] },
    speed: { kind: "float", shape: [1] },
  },
  outputs: { text_condition: { kind: "float", shape: [1, "frames", 1] } },
  metadata: { use_espeak: "1", comment: "made by a test" },
  constants: {
    one: { kind: "int64", value: [1] },
    zeroNumber: { kind: "int64", value: 0 },
    oneNumber: { kind: "int64", value: 1 },
    flat: { kind: "int64", value: [-1] },
    column: { kind: "int64", value: [1, -1, 1] },
    least: { kind: "float", value: 1 },
  },
  nodes: [
    node("Concat", ["prompt_tokens", "tokens"], "all", { axis: 1 }),
    node("Reshape", ["all", "flat"], "list"),
    node("Size", ["list"], "count"),
    cast("count", "countFloat", 1),
    node("Size", ["prompt_tokens"], "promptCount"),
    cast("promptCount", "promptCountFloat", 1),
    node("Max", ["promptCountFloat", "least"], "promptTokens"),
    cast("prompt_features_len", "promptFrames", 1),
    node("Div", ["promptFrames", "promptTokens"], "perToken"),
    node("Mul", ["perToken", "countFloat"], "lengthFloat"),
    cast("lengthFloat", "lengthList", 7),
    node("Squeeze", ["lengthList"], "length"),
    node("Range", ["zeroNumber", "length", "oneNumber"], "time"),
    cast("time", "timeFloat", 1),
    node("Div", ["timeFloat", "perToken"], "placeFloat"),
    cast("placeFloat", "place", 7),
    node("Sub", ["count", "oneNumber"], "last"),
    node("Min", ["place", "last"], "placeWithin"),
    node("Gather", ["list", "placeWithin"], "token", { axis: 0 }),
    cast("token", "tokenFloat", 1),
    node("Reshape", ["tokenFloat", "column"], "text_condition"),
  ],
};

/** Leads from noise to features of which the first says whether the frame sounds, and the second how high. */
function decoder(silent: number): OnnxGraph {
  return {
    inputs: {
      t: { kind: "float", shape: [1] },
      x: { kind: "float", shape: [1, "frames", mels] },
      text_condition: { kind: "float", shape: [1, "frames", 1] },
      speech_condition: { kind: "float", shape: [1, "frames", mels] },
      guidance_scale: { kind: "float", shape: [1] },
    },
    outputs: { v: { kind: "float", shape: [1, "frames", mels] } },
    metadata: { version: "1", feat_dim: String(mels), sample_rate: "24000", comment: "made by a test" },
    constants: {
      lastSilent: { kind: "float", value: silent - 0.5 },
      middle: { kind: "int64", value: [1] },
      last: { kind: "int64", value: [2] },
      two: { kind: "float", value: 2 },
      one: { kind: "float", value: 1 },
      scale: { kind: "float", value: 0.1 },
      isFirst: { kind: "float", value: [1, ...Array(mels - 1).fill(0)] },
      isSecond: { kind: "float", value: [0, 1, ...Array(mels - 2).fill(0)] },
    },
    nodes: [
      node("Greater", ["text_condition", "lastSilent"], "sounds"),
      cast("sounds", "mask", 1),
      node("Mul", ["mask", "isFirst"], "maskFeature"),
      // Behind the recording all is zero.
      node("ReduceSum", ["speech_condition", "middle"], "sum", { keepdims: 1 }),
      node("ArgMax", ["sum"], "loudest", { axis: 2, keepdims: 1 }),
      cast("loudest", "loudestFloat", 1),
      node("Div", ["loudestFloat", "two"], "pairs"),
      node("Floor", ["pairs"], "step"),
      node("Mul", ["step", "isSecond"], "stepFeature"),
      node("Add", ["maskFeature", "stepFeature"], "features"),
      node("Mul", ["features", "scale"], "target"),
      node("Sub", ["target", "x"], "way"),
      node("Sub", ["one", "t"], "left"),
      node("Div", ["way", "left"], "v"),
    ],
  };
}

/** Features as the magnitudes and the phases of a spectrum. */
const vocoder: OnnxGraph = {
  inputs: { mels: { kind: "float", shape: [1, mels, "frames"] } },
  outputs: {
    mag: { kind: "float", shape: [1, bins, "frames"] },
    x: { kind: "float", shape: [1, bins, "frames"] },
    y: { kind: "float", shape: [1, bins, "frames"] },
  },
  metadata: {
    model_type: "vocos",
    n_fft: String(transform),
    hop_length: "256",
    win_length: String(transform),
    center: "1",
    normalized: "0",
    window_type: "hann",
    pad_mode: "reflect",
    comment: "made by a test",
  },
  constants: {
    zero: { kind: "int64", value: [0] },
    one: { kind: "int64", value: [1] },
    two: { kind: "int64", value: [2] },
    zeroNumber: { kind: "int64", value: 0 },
    oneNumber: { kind: "int64", value: 1 },
    twoNumber: { kind: "int64", value: 2 },
    bins: { kind: "float", value: Array.from({ length: bins }, (_, bin) => bin) },
    column: { kind: "int64", value: [1, bins, 1] },
    half: { kind: "float", value: 0.5 },
    loudness: { kind: "float", value: 115 },
    quarter: { kind: "float", value: Math.PI / 2 },
  },
  nodes: [
    node("Slice", ["mels", "zero", "one", "one"], "maskRow"),
    node("Slice", ["mels", "one", "two", "one"], "stepRow"),
    node("Greater", ["maskRow", "half"], "sounds"),
    cast("sounds", "mask", 1),
    node("Reshape", ["bins", "column"], "binColumn"),
    node("Sub", ["binColumn", "stepRow"], "distance"),
    node("Abs", ["distance"], "away"),
    node("Less", ["away", "half"], "isBin"),
    cast("isBin", "bin", 1),
    node("Mul", ["bin", "mask"], "tone"),
    node("Mul", ["tone", "loudness"], "mag"),
    // From frame to frame a quarter of a turn for each bin.
    node("Shape", ["mels"], "shape"),
    node("Gather", ["shape", "twoNumber"], "frames", { axis: 0 }),
    node("Range", ["zeroNumber", "frames", "oneNumber"], "time"),
    cast("time", "timeFloat", 1),
    node("Mul", ["binColumn", "timeFloat"], "turns"),
    node("Mul", ["turns", "quarter"], "phase"),
    node("Cos", ["phase"], "x"),
    node("Sin", ["phase"], "y"),
  ],
};
