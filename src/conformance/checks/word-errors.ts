/** A letter of a script that puts no spaces between its words, with the marks on it; Japanese lengthens by ー. */
const alone = "(?:[\\p{sc=Hani}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmr}\\p{sc=Mymr}ー]\\p{M}*)";
const word = new RegExp(`${alone}|(?:(?!${alone})[\\p{L}\\p{N}]\\p{M}*)+`, "gu");

/**
 * The words of a text as two texts are compared by them: without case, punctuation and apostrophes. Of a script that
 * puts no spaces between its words each character counts as one.
 */
export function comparedWords(text: string): readonly string[] {
  const plain = text.normalize("NFKC").toLowerCase().replace(/['’ʼ]/g, "");
  return plain.match(word) ?? [];
}

/**
 * The word error rate of what was heard against the script, in percent: how many words have to be put in, left out or
 * exchanged to make one of the other, for each word of the script. It may be more than 100. Undefined where the script
 * has no words.
 */
export function wordErrorRate(script: string, heard: string): number | undefined {
  const [wanted, came] = [comparedWords(script), comparedWords(heard)];
  return wanted.length === 0 ? undefined : (100 * distanceOf(wanted, came)) / wanted.length;
}

/** Levenshtein's distance, by words. */
function distanceOf(one: readonly string[], other: readonly string[]): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [row, expected] of one.entries()) {
    const line = [row + 1];
    for (const [at, came] of other.entries()) {
      const exchanged = (above[at] ?? 0) + (came === expected ? 0 : 1);
      line.push(Math.min(exchanged, (above[at + 1] ?? 0) + 1, (line[at] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}
