import { numbersOf } from "../../messages/numbers.ts";
import type { KeyNamer } from "../../shortcuts/key-namer.ts";

const { counted, integer } = numbersOf("en");

/** The texts of choosing a voice in English. */
export const en = {
  search: "Search voices",
  placeholder: "Name, language…",
  list: "Voices",
  count: (count: number) => counted(count, { one: "voice", other: "voices" }),
  none: {
    bySound:
      "No voice matches. Voices are found by name, language, region, gender and sound; nothing tells how old they " +
      "sound or what they suit.",
    soundUnknown:
      "No voice matches. Voices are found by name, language, region and gender; the service doesn't tell how they " +
      "sound.",
  },
  dropped: (words: string) => `No voice goes by ${words}: these match the rest.`,
  listSeparator: ", ",
  elsewhere: (model: string, count: number) =>
    `${model} has ${counted(count, { one: "voice", other: "voices" })} like that`,
  free: (name: string) => `Send “${name}” as it is`,
  hint: (key: KeyNamer) =>
    `${key("rows", "previous")} ${key("rows", "next")} move · ${key("voices", "choose")} choose · ` +
    `${key("voices", "hear")} hear · ${key("voices", "tick")} tick · ${key("voices", "favour")} favourite · Esc close`,
  says: "When heard, voices say",
  words: { own: "My first sentence", sample: "A sample" },
  sampleSaid: "Each voice says a sentence in its own language.",
  noText: "The script is empty: there is nothing to say.",
  eachCosts: (price: string) => `${price}, once for each voice`,
  hearIt: "Hear it",
  chosen: "speaks now",
  tick: (name: string) => `Tick ${name}`,
  tickSome: (most: string) => `Tick 2 to ${most} voices to hear them side by side.`,
  ticked: (count: number) => `${integer(count)} ticked`,
  tickedMost: (count: number) => `${integer(count)} ticked, no more at once`,
  left: (count: number) => `${integer(count)} shown`,
  clearTicks: "Clear",
  tickAll: (count: number) => `Tick all ${integer(count)}`,
  speakWith: "Speak with these, side by side",
  /** How a voice sounds beside others of its gender. */
  traits: {
    low: "low",
    high: "high",
    bright: "bright",
    dark: "dark",
    lively: "lively",
    even: "even",
    creaky: "creaky",
  },
  unspoken: "not spoken by the embedded service",
  natural: (engine: string) => `natural (${engine})`,
  /** Of a language, where others have natural voices. */
  usual: "by eSpeak NG",
  sounds: { natural: "Natural", usual: "eSpeak NG" },
  spokenBy: "Spoken by",
  cloning: "Voice cloning",
  clones: (engine: string, languages: string) => `${engine} (${languages})`,
  clonesWithWords: (engine: string, languages: string) =>
    `${engine} (${languages}; only recordings with a text beside them)`,
  naturalVoices: "Natural voices…",
  favourites: "Favourites",
  recent: "Recent",
  filters: "Filters",
  filterNames: { language: "Language", region: "Region", gender: "Gender", sound: "Sound" },
  clearFilters: "Clear filters",
  noneLeft: "No voice matches the filters.",
  hear: (name: string) => `Hear ${name}`,
  stop: (name: string) => `Stop ${name}`,
  favour: (name: string) => `Add ${name} to favourites`,
  unfavour: (name: string) => `Remove ${name} from favourites`,
  fetching: (name: string) => `Fetching ${name}…`,
  sounding: (name: string) => `Hearing ${name}`,
  blocked: "The browser needs one more press before it plays.",
  notPlayable: "This browser can't play the audio.",
  samplesCost: (price: string) =>
    `To hear a voice, a short sentence is sent to the service, which may charge it (${price}). ` +
    "That is done once for each voice; then it is kept here.",
  ownWordsCost: (price: string) =>
    `To hear a voice say your first sentence, it is sent to the service, which may charge it (${price}). ` +
    "That is done once for each voice and sentence; then it is kept here.",
  hearAll: "Hear it",
  notNow: "Not now",
  mismatch: (writing: string, voice: string, language: string) =>
    `The script is written in ${writing}, and ${voice} speaks ${language}.`,
  followed: (writing: string, voice: string) => `The script is written in ${writing}, so ${voice} speaks now.`,
  stayWith: (voice: string) => `Stay with ${voice}`,
  letters: (writing: string) => `${writing} letters`,
  take: (voice: string) => `Use ${voice}`,
  takeWith: (voice: string, model: string) => `Use ${voice} of ${model}`,
  noneSpeaks: (writing: string, model: string) =>
    `The script is written in ${writing}, which no voice of ${model} speaks.`,
  noneFits: "No voice of the catalogue fits.",
};

/** Every text of choosing a voice. */
export type VoiceMessages = typeof en;
