/** The texts about what is heard in a take in English. */
export const en = {
  title: "Words that were heard",
  hear: "Hear the words",
  hearing: "Hearing the words…",
  heard: "heard",
  errors: "word error rate",
  nothing: "no word",
  about: (recogniser: string) =>
    `Heard by ${recogniser}. The word error rate counts words put in, left out or exchanged, for each word of the ` +
    "script; case and punctuation don't count, and of Chinese and Japanese each character does.",
  none:
    "What is said can't be checked here: no recogniser of speech is installed. Natural voices brings one, or " +
    "npm run voices -- list names it.",
  unheard: {
    no_recogniser: "The recogniser doesn't know the language.",
    failed: "The words couldn't be heard: the sound can't be read, lasts longer than four minutes, or nobody answered.",
  },
};

/** Every text about what is heard in a take. */
export type HearingMessages = typeof en;
