import { join } from "node:path";

/** The kinds of models that are spoken with, as the library names them. */
export const modelFamilies = ["kokoro", "kitten", "vits"] as const;
export type ModelFamily = (typeof modelFamilies)[number];

/** One voice of a model. */
export interface Speaker {
  /** Its number in the model. */
  readonly number: number;
  /** BCP 47 tag of what it speaks. */
  readonly language: string;
  readonly gender: "female" | "male";
}

/** Where a model lies and what it is. Plain data. */
export interface NeuralModel {
  readonly name: string;
  readonly family: ModelFamily;
  readonly folder: string;
  /**
   * The names of its files inside of the folder: the model's own, and of a multi-lingual one lists of words and rules
   * of how dates and numbers are read.
   */
  readonly files: {
    readonly model: string;
    readonly lexicons?: readonly string[];
    readonly rules?: readonly string[];
  };
  readonly speakers: readonly Speaker[];
}

/** What must be in a model's folder, by path: without one of these the library ends its whole process. */
export function requiredFiles({ family, files }: Pick<NeuralModel, "family" | "files">): readonly string[] {
  const { model, lexicons = [] } = files;
  return [model, "tokens.txt", "espeak-ng-data/phontab", ...(family === "vits" ? [] : ["voices.bin"]), ...lexicons];
}

/** A model as the library takes it. It computes with one thread: parallel work is more processes. */
export function libraryConfig({ family, folder, files }: NeuralModel): object {
  const { model, lexicons = [], rules = [] } = files;
  const paths = (names: readonly string[]) => names.map((name) => join(folder, name)).join(",");
  const own = {
    model: join(folder, model),
    tokens: join(folder, "tokens.txt"),
    dataDir: join(folder, "espeak-ng-data"),
    ...(family === "vits" ? {} : { voices: join(folder, "voices.bin") }),
    ...(lexicons.length === 0 ? {} : { lexicon: paths(lexicons) }),
  };
  return { model: { [family]: own, numThreads: 1, provider: "cpu" }, maxNumSentences: 1, ruleFsts: paths(rules) };
}
