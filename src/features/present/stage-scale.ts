/** Letters that are as wide as two Latin ones: Chinese, Japanese and Korean. */
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/g;

/** Up to this length letters are as large as they get, in widths of a Latin letter. */
const headline = 40;
/** Letters of the longest texts beside the largest ones. */
const least = 0.42;
/** No more of a text is looked at to find out how long it is: from there on letters don't get smaller. */
const enough = Math.ceil(headline * least ** -4);

/**
 * How large the letters of a text stand on the stage, beside the largest, from 0.42 to 1. It falls by the fourth root
 * of the length, so that one letter more never makes a leap: what gets longer gets smaller and takes more room at the
 * same time.
 */
export function stageScale(text: string): number {
  const length = letterWidths(text.slice(0, enough));
  return Math.min(1, Math.max(least, (headline / Math.max(1, length)) ** 0.25));
}

/**
 * The part of the room that letters take, and how wide and how high they are with the space around them, in their own
 * size.
 */
const filled = 0.42;
const letter = { width: 0.55, height: 1.2 };
/** Short texts grow by no more than this: a programme's items should look like each other. */
const most = 1.8;

/**
 * By how much the letters of a short text may be larger than by its length alone, from 1 to 1.8: as large as they fill
 * two fifths of the room, whatever its shape is. It falls as the text gets longer, without a leap.
 *
 * @param size what they have by their length, and what room there is, in pixels.
 */
export function stageGrowth(
  text: string,
  { size, width, height }: { readonly size: number; readonly width: number; readonly height: number },
): number {
  const length = Math.max(1, letterWidths(text.slice(0, enough)));
  const fitting = Math.sqrt((filled * Math.max(0, width * height)) / (letter.width * letter.height * length));
  return Math.min(most, Math.max(1, fitting / size));
}

/** How long a text is, in widths of a Latin letter. */
function letterWidths(text: string): number {
  return text.length + (text.match(wide)?.length ?? 0);
}
