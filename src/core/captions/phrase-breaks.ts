/**
 * Divides scripts that set no spaces between words by a dictionary; older browsers have none, and break where they
 * like.
 */
const segmenter = "Segmenter" in Intl ? new Intl.Segmenter("zh", { granularity: "word" }) : undefined;

/**
 * Where a line may end between two words that nothing separates, as in Chinese and Japanese: indexes of `text`, in
 * UTF-16 units, ascending. Where spaces or signs stand, none is needed.
 */
export function phraseBreaks(text: string): readonly number[] {
  const breaks: number[] = [];
  let afterWord = false;
  for (const { index, isWordLike = false } of segmenter?.segment(text) ?? []) {
    if (afterWord && isWordLike) breaks.push(index);
    afterWord = isWordLike;
  }
  return breaks;
}
