/** A sign of a script that puts no spaces between its words, or of its punctuation. */
export const unspaced =
  /[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}\u3000-\u303f\uff00-\uff65]/u;
