/**
 * Whether a Japanese text has characters whose reading only a dictionary knows: kanji and the signs that repeat them.
 */
export function needsReading(text: string): boolean {
  return /[\p{Script=Han}々〆ヶ]/u.test(text);
}
