import { numbersOf } from "../../messages/numbers.ts";

const { integer } = numbersOf("en");

/** The texts about what was measured on a sound in English. They come with whatever shows it. */
export const en = {
  title: "Measured on the samples",
  measuring: "Measuring…",
  failed: "This audio can't be measured here: the page can't read its format piece by piece.",
  peak: "sample peak",
  loudness: "integrated loudness",
  leadingSilence: "leading silence",
  trailingSilence: "trailing silence",
  clipped: "samples at full scale",
  duration: "decoded duration",
  sampleRate: "decoded sample rate",
  channels: "decoded channels",
  tooShort: "too short: loudness needs 400 ms",
  silent: "nothing above −70 LUFS",
  nothing: "nothing but zeros",
  help:
    "Loudness by ITU-R BS.1770-4. Silence is where 10 ms stay below −60 dBFS (root mean square); " +
    "what sounds for less than 30 ms doesn't end it.",
  figuresHelp:
    "Times count from the press of Speak. First sound is when sound came out, not when playing was asked for. " +
    "× real time is seconds of audio per second until all of it was here.",
  /** What the table of figures says alone. */
  figures: {
    copy: "Copy",
    stallAt: (at: string, length: string) => `${length} at ${at}`,
    audioFrames: "audio frames",
    chunks: "chunks",
    bitrate: "bitrate",
    sampleRate: "sample rate",
    channels: "channels",
    duration: "duration",
    stall: (number: number) => `stall ${integer(number)}`,
  },
  /** What is heard in a take. */
  hearing: {
    title: "Recognised words",
    hear: "Recognise the words",
    hearing: "Recognising…",
    heard: "recognised",
    errors: "word error rate",
    nothing: "no word",
    about: (recogniser: string) =>
      `Recognised by ${recogniser}. Word error rate: insertions, deletions and substitutions, divided by the words ` +
      "of the script. Case and punctuation don't count. Chinese and Japanese are counted by character.",
    none:
      "What is said can't be checked here: no recogniser of speech is installed. Get one under “Natural voices”; " +
      "npm run voices -- list names it.",
    unheard: {
      no_recogniser: "The recogniser doesn't know the language.",
      failed:
        "The words couldn't be recognised: the sound can't be read, is longer than four minutes, or nobody answered.",
    },
  },
};

/** Every text about what was measured on a sound. */
export type MeasuresMessages = typeof en;
