import type { ModelFamily, ReadingRules, Speaker } from "../engines/neural/model.ts";

/** A model that can be had, as it is among the archives of a release of sherpa-onnx. */
export interface CatalogueEntry {
  /** The name of the archive, without `.tar.bz2`, and of the one folder in it. */
  readonly name: string;
  /** What it is, and so what it is for: see `kindOf`. */
  readonly family: ModelFamily;
  /** `tts-models` where absent. */
  readonly release?: Release;
  /** Files that its archive lacks and that are put beside those in it. */
  readonly parts?: readonly { readonly file: string; readonly release: Release }[];
  /** Languages, for people. */
  readonly languages: string;
  /** About how much is downloaded, in megabytes. */
  readonly megabytes: number;
  readonly licence: string;
  /** Its voices; empty for a model that clones one or recognises speech. */
  readonly speakers: readonly Speaker[];
  /** What a model without voices speaks or hears, as primary BCP 47 tags. */
  readonly languageTags?: readonly string[];
  /** The model without which it does only a part of what it is for: it writes down the words of a recording. */
  readonly needs?: string;
  /** Files beside those that every model of its family has. */
  readonly lexicons?: readonly string[];
  /** Used where they are there. */
  readonly rules?: ReadingRules;
}

/** Where models are kept unless `SERVICE_VOICES_DIR` says otherwise: from where the program is started. */
export const usualVoicesFolder = "data/voices";

/** The releases of sherpa-onnx that models come from. */
type Release = "tts-models" | "asr-models" | "vocoder-models";

/** Where the files of a release are. */
export const releaseAddress = (release: Release): string =>
  `https://github.com/k2-fsa/sherpa-onnx/releases/download/${release}/`;

/** What GitHub tells of a release: the digests of its files, for one that has no `checksum.txt` beside them. */
export const listingAddress = (release: Release): string =>
  `https://api.github.com/repos/k2-fsa/sherpa-onnx/releases/tags/${release}`;

/** An address that archives are below, with the slash at its end; undefined for what is none. */
export function parseRelease(text: string): string | undefined {
  return /^https?:\/\//.test(text) && URL.canParse(text) ? text.replace(/\/*$/, "/") : undefined;
}

/** What the speech server is called in `SERVICE_VOICES`, where an order is given. */
export const serverName = "server";

function speakers(language: string, gender: Speaker["gender"], first: number, count = 1): Speaker[] {
  return Array.from({ length: count }, (_, index) => ({ number: first + index, language, gender }));
}

/**
 * The best first: where several models do the same for a language, the first one that is installed does. Voices whose
 * licence or data are for research only are left out. Archives are replaced now and then: no digest stands here.
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
    // Telephone numbers first: their digits are no number any more once the other rules have read them.
    rules: { language: "zh", files: ["phone-zh.fst", "date-zh.fst", "number-zh.fst"] },
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
  {
    name: "sherpa-onnx-zipvoice-distill-int8-zh-en-emilia",
    family: "zipvoice",
    languages: "Chinese, English",
    megabytes: 163,
    licence: "Apache-2.0; trained on recordings that are licensed for non-commercial use",
    parts: [{ file: "vocos_24khz.onnx", release: "vocoder-models" }],
    speakers: [],
    languageTags: ["zh", "en"],
    needs: "sherpa-onnx-paraformer-zh-small-2024-03-09",
  },
  {
    name: "sherpa-onnx-pocket-tts-int8-2026-01-26",
    family: "pocket",
    languages: "English",
    megabytes: 98,
    licence: "CC-BY-4.0; the notice in the archive allows non-commercial use only",
    speakers: [],
    languageTags: ["en"],
  },
  {
    name: "sherpa-onnx-paraformer-zh-small-2024-03-09",
    family: "paraformer",
    release: "asr-models",
    languages: "Chinese, English",
    megabytes: 74,
    licence: "Apache-2.0",
    speakers: [],
    languageTags: ["zh", "en"],
  },
];
