/**
 * What isn't part of a letter: accents of Latin, Greek and Cyrillic, vowels and points of Hebrew and Arabic. In other
 * scripts a mark makes another word: か and が, กิน and กน.
 */
const accents = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]+/g;

/** For comparison: without accents, in lower case, full-width forms as plain ones. */
export function normalise(text: string): string {
  // Most of what is searched holds nothing that comes apart, which is found out many times faster than it is taken
  // apart.
  if (!/[^\s!-~\u3001-\u3029\u4e00-\u9fff]/.test(text)) return text.toLowerCase().trim();
  return text.normalize("NFKD").replace(accents, "").normalize("NFC").toLowerCase().replaceAll("ß", "ss").trim();
}
