import { node, onnxModel } from "./onnx.fixture.ts";

/** The words that the tiny recogniser knows, by the number of the loudest band of mel: the lower, the earlier. */
export const heardWords: readonly string[] = Array.from("bdfghjklmnprstvz").flatMap((first) =>
  Array.from("aeiou", (second) => first + second),
);

/** How much sound each word is heard in, in seconds. */
export const wordSeconds = 0.24;

const [bands, stacked, every] = [80, 7, 4];
const marks = ["<blank>", "<s>", "</s>"];
const vocabulary = [...marks, ...heardWords];
/** What is quieter is silence: the mean of its bands' logarithms. */
const threshold = 7;

/**
 * A model of the family `paraformer`: it hears a word in each stretch of {@link wordSeconds} that sounds, by the band
 * of mel that is loudest in its beginning.
 */
export function paraformerFiles(): Readonly<Record<string, string | Uint8Array>> {
  const width = bands * stacked;
  const model = onnxModel({
    inputs: {
      speech: { kind: "float", shape: [1, "frames", width] },
      speech_lengths: { kind: "int32", shape: [1] },
    },
    outputs: {
      logits: { kind: "float", shape: [1, "words", vocabulary.length] },
      token_num: { kind: "int32", shape: [1] },
    },
    metadata: {
      vocab_size: String(vocabulary.length),
      lfr_window_size: String(stacked),
      lfr_window_shift: "6",
      neg_mean: Array(width).fill("0").join(","),
      inv_stddev: Array(width).fill("1").join(","),
      model_type: "paraformer",
      comment: "made by a test",
    },
    constants: {
      zero: { kind: "int64", value: [0, 0] },
      ends: { kind: "int64", value: [2 ** 31, bands] },
      axes: { kind: "int64", value: [1, 2] },
      steps: { kind: "int64", value: [every, 1] },
      first: { kind: "int64", value: [0] },
      last: { kind: "int64", value: [1] },
      threshold: { kind: "float", value: threshold },
      marks: { kind: "int64", value: marks.length },
      numbers: { kind: "int64", value: vocabulary.map((_, number) => number) },
    },
    nodes: [
      node("Slice", ["speech", "zero", "ends", "axes", "steps"], "begins"),
      node("Squeeze", ["begins", "first"], "frames"),
      node("ReduceMean", ["frames"], "levels", { axes: [1], keepdims: 0 }),
      node("Greater", ["levels", "threshold"], "sounds"),
      node("Compress", ["frames", "sounds"], "heard", { axis: 0 }),
      node("ArgMax", ["heard"], "loudest", { axis: 1, keepdims: 1 }),
      node("Add", ["loudest", "marks"], "word"),
      node("Equal", ["word", "numbers"], "isWord"),
      node("Cast", ["isWord"], "rows", { to: 1 }),
      node("Unsqueeze", ["rows", "first"], "logits"),
      node("Identity", ["speech_lengths"], "token_num"),
    ],
  });
  return { "model.int8.onnx": model, "tokens.txt": vocabulary.map((word, id) => `${word} ${id}\n`).join("") };
}
