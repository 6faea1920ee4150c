import { numbersOf } from "../../../../core/messages/numbers.ts";
import {
  longestPronunciation,
  mostPronunciations,
  type PronunciationProblem,
} from "../../../../core/text/pronunciations.ts";

const { integer } = numbersOf("en");

/** The texts of the list of pronunciations in English. */
export const en = {
  intro:
    "Words of this list are sent the way you spell them here, to every model and voice. " +
    "The script, takes and captions keep them as they are written.",
  rules:
    "Only whole words are replaced, Chinese and Japanese ones wherever they stand. " +
    "A word in small letters is found with capitals, too.",
  word: "Word",
  spoken: "Spoken as",
  spokenOf: (word: string) => `“${word}” is spoken as`,
  examples: ["GPU", "G P U"],
  hear: (spoken: string) => `Hear “${spoken}”`,
  remove: (word: string) => `Remove “${word}”`,
  problems: {
    no_word: () => "Write the word that is to be replaced.",
    no_spoken: (word) => `Write how “${word}” is spoken.`,
    brackets: () => "Take the brackets out: they make pauses and change voices.",
    doubled: (word) => `“${word}” is in the list already. Remove one of the two.`,
    long_word: () => `A word may have ${longestPronunciation} characters at most. Shorten it.`,
    long_spoken: () => `How a word is spoken may have ${longestPronunciation} characters at most. Shorten it.`,
  } satisfies Readonly<Record<PronunciationProblem, (word: string) => string>>,
  heardWith: (voice: string) => `You hear ${voice}.`,
  heardWithForm: "You hear the recording that is set as voice.",
  costs: (price: string) => `What you haven't heard yet is a request: ${price}.`,
  voiceFirst: "Set a voice first, to hear words.",
  unheard: "It can't be heard right now.",
  open: "Open a list…",
  save: "Save the list",
  fileHelp: "A list is a text file with a line for each word, such as GPU = G P U.",
  fileName: "pronunciation.txt",
  full: (left: number) =>
    `The list holds ${integer(mostPronunciations)} words at most. What is beyond them was left out: ${integer(left)}.`,
  opened: (count: number) => (count === 1 ? "One word was read." : `${integer(count)} words were read.`),
};

/** Every text of the list of pronunciations. */
export type PronunciationMessages = typeof en;
