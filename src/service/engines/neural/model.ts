import { join } from "node:path";

/** Models with voices of their own, models that speak like a recording, and models that recognise speech. */
export const modelFamilies = ["kokoro", "kitten", "vits"] as const;
export const cloningFamilies = ["pocket", "zipvoice"] as const;
const recogniserFamilies = ["paraformer"] as const;
type CloningFamily = (typeof cloningFamilies)[number];
type RecogniserFamily = (typeof recogniserFamilies)[number];
export type ModelFamily = (typeof modelFamilies)[number] | CloningFamily | RecogniserFamily;

/** What a model is for: it has voices, it clones one, or it recognises speech. */
type ModelKind = "voices" | "cloning" | "recognition";

export function kindOf(family: ModelFamily): ModelKind {
  if (isCloning(family)) return "cloning";
  return recogniserFamilies.some((each) => each === family) ? "recognition" : "voices";
}

export function isCloning(family: ModelFamily): family is CloningFamily {
  return cloningFamilies.some((each) => each === family);
}

/** One voice of a model. */
export interface Speaker {
  /** Its number in the model. */
  readonly number: number;
  /** BCP 47 tag of what it speaks. */
  readonly language: string;
  readonly gender: "female" | "male";
}

/**
 * How a model reads dates and numbers in one of its languages. The library applies them to whatever the model speaks:
 * with the Chinese ones the 1 of an English sentence is said in Chinese.
 */
export interface ReadingRules {
  /** Primary BCP 47 tag. */
  readonly language: string;
  /** Names of files in the model's folder, in the order in which they are applied. */
  readonly files: readonly string[];
}

/** Where a model lies and what it is. Plain data. */
export interface NeuralModel {
  readonly name: string;
  readonly family: ModelFamily;
  readonly folder: string;
  /**
   * The names of files inside of the folder that not every model of the family has: the model's own, and of a
   * multi-lingual one lists of words and rules of how dates and numbers are read.
   */
  readonly files: {
    readonly model?: string;
    readonly lexicons?: readonly string[];
    readonly rules?: ReadingRules;
  };
  /** Empty for a model without voices of its own. */
  readonly speakers: readonly Speaker[];
  /** What a model without voices of its own speaks or hears, as primary BCP 47 tags. */
  readonly languages?: readonly string[];
}

/** The files of the families whose models all have the same, by what the library calls them. */
const files = {
  pocket: {
    lmFlow: "lm_flow.int8.onnx",
    lmMain: "lm_main.int8.onnx",
    encoder: "encoder.onnx",
    decoder: "decoder.int8.onnx",
    textConditioner: "text_conditioner.onnx",
    vocabJson: "vocab.json",
    tokenScoresJson: "token_scores.json",
  },
  zipvoice: {
    encoder: "encoder.int8.onnx",
    decoder: "decoder.int8.onnx",
    vocoder: "vocos_24khz.onnx",
    tokens: "tokens.txt",
    lexicon: "lexicon.txt",
    dataDir: "espeak-ng-data",
  },
  paraformer: { model: "model.int8.onnx" },
} as const;

/** What must be in a model's folder, by path: without one of these the library ends its whole process. */
export function requiredFiles({ family, files: own }: Pick<NeuralModel, "family" | "files">): readonly string[] {
  const { model = "", lexicons = [] } = own;
  const espeakData = ["phontab", "phonindex", "phondata", "intonations"].map((name) => `espeak-ng-data/${name}`);
  switch (family) {
    case "pocket":
      return Object.values(files.pocket);
    case "zipvoice":
      return [...Object.values(files.zipvoice).filter((name) => name !== files.zipvoice.dataDir), ...espeakData];
    case "paraformer":
      return [files.paraformer.model, "tokens.txt"];
    default:
      return [model, "tokens.txt", ...espeakData, ...(family === "vits" ? [] : ["voices.bin"]), ...lexicons];
  }
}

/** A model as the library takes it. It computes with one thread: parallel work is more processes. */
export function libraryConfig({ family, folder, files: own }: NeuralModel): object {
  const { model = "", lexicons = [], rules } = own;
  const inFolder = (names: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(names).map(([key, name]) => [key, join(folder, name)]));
  const paths = (names: readonly string[]) => names.map((name) => join(folder, name)).join(",");
  const shared = { numThreads: 1, provider: "cpu" };
  if (family === "paraformer") {
    const modelConfig = { paraformer: inFolder(files.paraformer), tokens: join(folder, "tokens.txt"), ...shared };
    return { featConfig: { sampleRate: 16_000, featureDim: 80 }, modelConfig };
  }
  if (family === "pocket" || family === "zipvoice") {
    return { model: { [family]: inFolder(files[family]), ...shared }, maxNumSentences: 1 };
  }
  const usual = {
    model,
    tokens: "tokens.txt",
    dataDir: "espeak-ng-data",
    ...(family === "vits" ? {} : { voices: "voices.bin" }),
  };
  const lexicon = lexicons.length === 0 ? {} : { lexicon: paths(lexicons) };
  return {
    model: { [family]: { ...inFolder(usual), ...lexicon }, ...shared },
    maxNumSentences: 1,
    ruleFsts: paths(rules?.files ?? []),
  };
}

/** What a cloning model wants of the recording that it shall speak like. */
interface ReferenceNeeds {
  /** How many seconds of speech it takes at least and at most. */
  readonly seconds: readonly [least: number, most: number];
  /** Whether it must be told, word for word, what is said in it. */
  readonly transcript: boolean;
}

/**
 * The library cuts what is too long for `pocket` in the middle of a word. `zipvoice` takes any length, but its authors
 * advise against more than a few seconds; below one it has too little to go by.
 */
export const referenceNeeds: Readonly<Record<CloningFamily, ReferenceNeeds>> = {
  pocket: { seconds: [1, 10], transcript: false },
  zipvoice: { seconds: [1, 6], transcript: true },
};

/** In Hz; of all cloning models. */
export const referenceSampleRate = 24_000;

/**
 * How the library is asked to speak like a recording: in as many steps as in its own examples, and the same each time
 * where a model takes a seed.
 */
export const cloningOptions: Readonly<Record<CloningFamily, object>> = {
  pocket: { numSteps: 5, extra: { seed: 1, max_reference_audio_len: referenceNeeds.pocket.seconds[1] } },
  zipvoice: { numSteps: 4 },
};
