export type Gender = "female" | "male";

/** A voice that a request can name. */
export interface Voice {
  /** The name to send, such as `en-US-AriaNeural`. */
  readonly name: string;
  /** The name as people say it, such as `Aria`. */
  readonly label: string;
  /** BCP 47 tag of the language it speaks, such as `en-US`, or `zh` where no region is known. */
  readonly locale: string;
  readonly gender: Gender;
  /**
   * Present where it promises to speak other languages too, as those called Multilingual do; the document says no more.
   */
  readonly multilingual?: true;
}

/** The language of a locale: `en` of `en-US`. */
export function languageOf(locale: string): string {
  return locale.split("-", 1)[0] ?? locale;
}

/** The region of a locale, `US` of `en-US`; undefined where it names none. */
export function regionOf(locale: string): string | undefined {
  return locale.split("-").find((part) => /^[A-Z]{2}$/.test(part));
}
