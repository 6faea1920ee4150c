/** The texts of reading a text file in English. */
export const en = {
  guessed: (encoding: string) => `That it is in ${encoding} is a guess.`,
  readAs: (encoding: string) => `Read as ${encoding}`,
};

/** Every text of reading a text file. */
export type TextFileMessages = typeof en;
