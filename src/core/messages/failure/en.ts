/** What the codes of failures mean, in one language. */
export interface FailureMessages {
  /** What opens the words as they came. */
  readonly original: string;
  /** What opens the words of the playground's server as they came. */
  readonly originalOfPlayground: string;
  /**
   * A sentence for a code of the playground's server or of its speech service; undefined where the words that came say
   * it best.
   *
   * @param label what the field is called that is meant.
   */
  said(code: string, label: string | undefined): string | undefined;
  /** The same in a few words, for a row. */
  short(code: string, label: string | undefined): string | undefined;
}

/** In English: the server and the service speak it themselves, so that only names are to be said otherwise. */
export const en: FailureMessages = {
  original: "As the service said",
  originalOfPlayground: "As the playground's server said",
  said: (code, label) =>
    code === "reference_unusable" && label !== undefined
      ? `${label}: the service couldn't use it. ` +
        "It must be the public http or https address of an MP3 or WAV with at least a second of speech."
      : undefined,
  short: () => undefined,
};
