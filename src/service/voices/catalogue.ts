import type { ModelFamily, Speaker } from "../engines/neural/model.ts";

/** A model that can be had, as it is among the archives of sherpa-onnx's release `tts-models`. */
export interface CatalogueEntry {
  /** The name of the archive, without `.tar.bz2`, and of the one folder in it. */
  readonly name: string;
  readonly family: ModelFamily;
  /** Languages, for people. */
  readonly languages: string;
  /** About how large the archive is, in megabytes. */
  readonly megabytes: number;
  readonly licence: string;
  readonly speakers: readonly Speaker[];
  /** Files beside those that every model of its family has. */
  readonly lexicons?: readonly string[];
  /** Used where they are there. */
  readonly rules?: readonly string[];
}

/** Where models are kept unless `SERVICE_VOICES_DIR` says otherwise: from where the program is started. */
export const usualVoicesFolder = "data/voices";

/** Where the archives are, with `checksum.txt` beside them. */
export const releaseAddress = "https://github.com/k2-fsa/sherpa-onnx/releases/download/tts-models/";

function speakers(language: string, gender: Speaker["gender"], first: number, count = 1): Speaker[] {
  return Array.from({ length: count }, (_, index) => ({ number: first + index, language, gender }));
}

/**
 * The best first: where several models speak a language, the first one that is installed does. Models whose licence or
 * data are for research only are left out. Archives are replaced now and then, so that no digest stands here.
 */
export const catalogue: readonly CatalogueEntry[] = [
  {
    name: "kokoro-int8-multi-lang-v1_1",
    family: "kokoro",
    languages: "Chinese, English",
    megabytes: 147,
    licence: "Apache-2.0",
    speakers: [
      ...speakers("en-US", "female", 0, 2),
      ...speakers("en-GB", "female", 2),
      ...speakers("zh-CN", "female", 3, 55),
      ...speakers("zh-CN", "male", 58, 45),
    ],
    lexicons: ["lexicon-us-en.txt", "lexicon-zh.txt"],
    rules: ["date-zh.fst", "number-zh.fst", "phone-zh.fst"],
  },
  {
    name: "kitten-nano-en-v0_8-int8",
    family: "kitten",
    languages: "English",
    megabytes: 31,
    licence: "Apache-2.0",
    speakers: [0, 2, 4, 6].flatMap((number) => [
      ...speakers("en-US", "male", number),
      ...speakers("en-US", "female", number + 1),
    ]),
  },
  {
    name: "vits-piper-en_US-ljspeech-medium-int8",
    family: "vits",
    languages: "English",
    megabytes: 21,
    licence: "MIT; recordings in the public domain",
    speakers: speakers("en-US", "female", 0),
  },
];
