/** Letters that are as wide as two Latin ones: Chinese, Japanese and Korean. */
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/g;

/** Up to this length letters are as large as they get, in widths of a Latin letter. */
const headline = 40;
/** Letters of the longest texts beside the largest ones. */
const least = 0.42;
/** No more of a text is looked at to find out how long it is: from there on letters don't get smaller. */
const enough = Math.ceil(headline * least ** -4);

/**
 * How large the letters of a text stand on the stage, beside the largest, from 0.42 to 1. It falls by the fourth root of the
 * length, so that one letter more never makes a leap: what gets longer gets smaller and takes more room at the same time.
 */
export function stageScale(text: string): number {
  const seen = text.slice(0, enough);
  const length = seen.length + wideLetters(seen);
  return Math.min(1, Math.max(least, (headline / Math.max(1, length)) ** 0.25));
}

/** Letters that are spoken in a second, about: of a Latin script, and of Chinese, Japanese and Korean. */
const pace = { narrow: 15, wide: 4.5 };

/** About how long a text is spoken, in seconds, where nobody knows it yet. */
export function spokenSeconds(text: string): number {
  const count = wideLetters(text);
  return count / pace.wide + (text.length - count) / pace.narrow;
}

function wideLetters(text: string): number {
  return text.match(wide)?.length ?? 0;
}
