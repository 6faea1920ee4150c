import type { ModelProblem } from "../../../contract/voice-models.ts";
import { numbersOf } from "../../../core/messages/numbers.ts";

const { counted, integer, fixed } = numbersOf("en");

const problems: Readonly<Record<ModelProblem, string>> = {
  broken_off: "The connection broke off. What has come is kept: go on when you like.",
  cannot_speak: "The model came whole and can't speak, so it isn't used. Remove it, and look what the library says:",
  disk_full: "The disk of the service's machine is full. What has come is kept: make room there, then go on.",
  failed: "Something went wrong on the service's machine. What has arrived is kept: try again.",
  file_missing: "A file of the model is missing. Get it anew.",
  no_digest: "The release doesn't say what the archive's checksum is, so it isn't used. Try again later.",
  not_writable:
    "The service may not write where models are kept. Whoever runs the playground can allow it, or set " +
    "SERVICE_VOICES_DIR to another folder.",
  release_refuses: "The release doesn't give the archive out. What has come is kept: try again later.",
  too_large: "The archive holds more than a model should, so it isn't used. Tell whoever maintains the playground.",
  unreachable:
    "The release can't be reached: the service's machine has no internet, or something is in the way. What has come " +
    "is kept. Connect it and go on, or bring the archive and use npm run voices -- add NAME --from FILE.",
  used_elsewhere: "Another program is busy with this model. Wait until it is done, then try again.",
  wrong_digest: "What came isn't what the release's checksum says, so it was thrown away. Try again.",
};

/** The texts of natural voices that can be had, in English. */
export const en = {
  title: "Natural voices",
  about:
    "Neural models that speak like people, on the service's own machine. Their languages sound natural from then on; " +
    "all others stay with eSpeak NG.",
  notAllowed:
    "Whoever runs this playground adds them, by npm run voices, or lets its visitors do it by " +
    "PLAYGROUND_ADD_VOICES=yes.",
  looking: "Loading…",
  unanswered: "The playground doesn't say how far it is. What is under way goes on; the page checks again.",
  languages: (languages: string) => languages,
  voices: (count: number) => counted(count, { one: "voice", other: "voices" }),
  megabytes: (count: number) => `${integer(count)} MB`,
  kinds: { cloning: "speaks like a recording", recognition: "writes down what a recording says" },
  needs: (model: string, size: string) =>
    `By itself it speaks only like recordings with a text beside them, such as the samples. For others, get ` +
    `${model} (${size}), too: it writes down what is said.`,
  leftOut: "not used, since SERVICE_VOICES leaves it out",
  states: {
    absent: "Not here",
    partial: "Waits for the rest",
    downloading: "Downloading",
    checking: "Comparing it with the release's checksum…",
    unpacking: "Unpacking…",
    speaking: "Speaking a sentence, to see whether it can…",
    installed: "Here, and used at once",
    incomplete: "Files are missing",
  },
  part: (state: string, received: number, whole: number) => `${state}: ${fixed(received, 1)} of ${fixed(whole, 1)} MB`,
  progress: (model: string) => `How much of ${model} is here`,
  problems,
  add: "Get it",
  goOn: "Go on",
  mend: "Get it anew",
  verify: "Have it speak",
  hear: "Hear it",
  unheard: "The sentence can't be heard here. Have the model speak once more.",
  remove: "Remove…",
  sure: "Remove it from the service's machine?",
  removeNow: "Remove",
  keep: "Keep it",
  news: (count: number) => `${counted(count, { one: "natural model", other: "natural models" })} installed`,
};

/** Every text of natural voices that can be had. */
export type EngineMessages = typeof en;
