import { type CaptionWord, lineWidth, widthOf } from "../../contract/captions.ts";
import { unspaced } from "../../contract/scripts.ts";
import { marksOf, type Words } from "./words.ts";

/** A stretch of the shown text and when it is heard; seconds. */
interface Unit {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** A sign of a script without spaces, or a word of another one without the marks around it. */
export const spokenWord = new RegExp(
  `(?=[\\p{L}\\p{N}])${unspaced.source}|(?:(?!${unspaced.source})[\\p{L}\\p{N}\\p{M}])+`,
  "gu",
);

/** How many letters are said in a second at most, and how many may be part of the word before them. */
const lettersPerSecond = 30;
const lettersAside = 8;
/** What a sign of a script without spaces counts for. */
const lettersPerSign = 3;

/**
 * The words as captions show them: each with the marks that stand at it in the text. Words that the service has no
 * times for are put between their neighbours, unless there was no time to say them: then nobody did. Nothing is parted
 * where the text has no space.
 */
export function captionWordsOf(words: Words): readonly CaptionWord[] {
  const { text } = words;
  const units = withUntimed(words);
  let { lead } = marksOf(text.slice(0, units[0]?.from), true);
  const marked = units.map((unit, index): CaptionWord => {
    const next = units[index + 1];
    const gap = text.slice(unit.to, next?.from);
    const marks = marksOf(gap, false);
    // Between two words that were said, what stands at the second belongs to it, and everything else to the first.
    const isSaid = next !== undefined && !/[\p{L}\p{N}]/u.test(gap);
    const shown =
      lead + text.slice(unit.from, unit.to) + (isSaid ? (marks.tail + marks.between).trimEnd() : marks.tail);
    lead = next === undefined ? "" : marks.lead;
    return { text: shown, start: unit.start, end: unit.end, spaced: /\s/u.test(gap), last: /\n/.test(gap) };
  });
  return marked.reduce<CaptionWord[]>((joined, each) => {
    const before = joined.at(-1);
    if (before !== undefined && isOneWord(before, each))
      joined[joined.length - 1] = { ...each, text: before.text + each.text, start: before.start };
    else joined.push(each);
    return joined;
  }, []);
}

function isOneWord(before: CaptionWord, next: CaptionWord): boolean {
  const isJoint = !before.spaced && !unspaced.test(before.text.slice(-1)) && !unspaced.test(next.text.charAt(0));
  return isJoint && widthOf(before.text + next.text) <= lineWidth;
}

/** The words that have times, and between them those that haven't. */
function withUntimed({ words, spans, text }: Words): readonly Unit[] {
  const timed = spans.map(({ start, end, first, last }) => ({
    from: start,
    to: end,
    start: words[first]?.start ?? 0,
    // One by one: a call takes no hundred thousand words at once.
    end: words.slice(first, last + 1).reduce((end, each) => Math.max(end, each.end), 0),
  }));
  return timed.flatMap((unit, index) => {
    const next = timed[index + 1];
    // What stands behind the last word may never have been said, unless it is the rest of it.
    const gap = next === undefined ? restOf(text.slice(unit.to)) : text.slice(unit.to, next.from);
    const [start, end] = [unit.end, Math.max(unit.end, next?.start ?? unit.end)];
    return [unit, ...untimed(gap, unit.to, start, end)];
  });
}

function restOf(text: string): string {
  const rest = /^\S*/u.exec(text)?.[0] ?? "";
  return unspaced.test(rest) ? "" : rest;
}

/** The words of a gap, which begins at `from` in the text, with the time between their neighbours shared among them. */
function untimed(gap: string, from: number, start: number, end: number): readonly Unit[] {
  const found = [...gap.matchAll(spokenWord)].map((match) => ({
    at: match.index,
    length: match[0].length,
    match: match[0],
  }));
  const letters = found.map(({ match, length }) => (unspaced.test(match) ? lettersPerSign : length));
  const all = letters.reduce((sum, count) => sum + count, 0);
  if (all > lettersAside + lettersPerSecond * (end - start)) return [];
  let before = 0;
  return found.map(({ at, length }, index) => {
    const begun = start + ((end - start) * before) / all;
    before += letters[index] ?? 0;
    return { from: from + at, to: from + at + length, start: begun, end: start + ((end - start) * before) / all };
  });
}
