/** Where a word may be broken, which way it runs, and whether a sign is drawn in colour. */
const unseen = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]|\ufe0e|\ufe0f/g;

/** A text without what is in it and isn't seen. */
export function withoutUnseen(text: string): string {
  return text.replace(unseen, "");
}

/**
 * What isn't part of a letter: accents of Latin, Greek and Cyrillic, vowels and points of Hebrew and Arabic. In other
 * scripts a mark makes another word: か and が, กิน and กน.
 */
const accents = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]+/g;

/** For comparison: without accents and what isn't seen, in lower case, full-width forms as plain ones. */
export function normalise(text: string): string {
  // Most of what is searched holds nothing that comes apart, which is found out many times faster than it is taken
  // apart.
  if (!/[^\t-\r !-~\u3001-\u3029\u4e00-\u9fff]/.test(text)) return text.toLowerCase().trim();
  const letters = withoutUnseen(text.normalize("NFKD")).replace(accents, "").normalize("NFC");
  return letters.toLowerCase().replaceAll("ß", "ss").replaceAll("ς", "σ").trim();
}
