/** Laughter, and a mother (はは): these は and へ are no particles, and the dictionary takes each for one. */
const plain =
  /[わふえうあ]?(?:は{3,}|へ{2,})|[わふ]はは+|(?<![\p{L}ー](?<![とのお]))はは(?=[のがをにともで]|\P{L}|$)/gu;

/**
 * Whether a Japanese text has characters whose reading only a dictionary knows: kanji, the signs that repeat them, and
 * the kana that are read otherwise as particles, は and へ behind something.
 */
export function needsReading(text: string): boolean {
  return /[\p{Script=Han}々〆ヶ]|(?<=.)[はへ]/su.test(text.replace(plain, ""));
}
