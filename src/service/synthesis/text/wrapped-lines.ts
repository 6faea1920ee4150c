import { lineNumber, sentenceMarks, wideSentenceMarks } from "../../../contract/scripts.ts";

/** Prose is seldom wrapped at fewer columns. */
const wrappedWidth = 50;
/** The lines of wrapped prose differ in width by about a word, in columns. */
const wordWidth = 10;
/** How much of a text in front of a line break and behind it tells what the break is, in UTF-16 units. */
const looked = 600;
/** The longest mark of a list with the white space around it, in UTF-16 units. */
const longestMark = 16;

/** What is around a text that is a part of a longer one, as far as it tells what the line breaks in it are. */
export interface AroundText {
  readonly before?: string;
  readonly behind?: string;
}

/** What is around a part of a text, in UTF-16 units. */
export function aroundPart(text: string, start: number, length: number): Required<AroundText> {
  const end = start + length;
  return { before: text.slice(Math.max(0, start - looked), start), behind: text.slice(end, end + looked) };
}

/** A single line break that isn't behind a sentence. */
const breakWithin = new RegExp(`(?<=[^\\s${sentenceMarks}${wideSentenceMarks}])[ \\t]*\\r?\\n(?![ \\t]*\\r?\\n)`, "gu");

/** A text with spaces for the line breaks that are only due to the width of wrapped prose. It is as long as before. */
export function unwrapped(text: string, { before = "", behind = "" }: AroundText): string {
  const whole = before + text + behind;
  // Where a sentence ends, it ends in either case.
  const oneLine = whole.replace(breakWithin, (line, at: number) =>
    isWrap(whole.slice(Math.max(0, at - looked), at), whole.slice(at, at + looked)) ? " ".repeat(line.length) : line,
  );
  return oneLine.slice(before.length, before.length + text.length);
}

const behindNumber = new RegExp(`${lineNumber}[.)][ \\t]+$`);

/** Whether a place in a text is behind a number that begins a line: the number of a list's item, or of a heading. */
export function isBehindNumber(text: string, place: number, before = ""): boolean {
  const head = before.slice(-longestMark) + text.slice(Math.max(0, place - longestMark), place);
  return behindNumber.test(head.slice(-longestMark));
}

/**
 * Whether a line break is due to the width of the line in front of it: not before a mark of a list, and else where a
 * line of the paragraph goes on in lower case. Lines that all begin with a capital are verse; those without capitals
 * are prose if they are about equally wide.
 */
function isWrap(before: string, behind: string): boolean {
  if (columns(before.slice(before.lastIndexOf("\n") + 1)) < wrappedWidth) return false;
  const above = before.split("\n");
  const first = above.findLastIndex(isBlank) + 1;
  // A line of which the beginning isn't seen tells nothing.
  const isCut = first === 0 && before.length === looked && above.length > 1;
  const below = behind.split("\n").slice(1);
  const last = below.findIndex(isBlank);
  const [next = ""] = below;
  const lines = [...above.slice(isCut ? 1 : first), ...below.slice(0, last < 0 ? below.length : last)];
  if (isMarked(next, lines)) return false;
  const isWide = (line: string | undefined): boolean => columns(line ?? "") >= wrappedWidth;
  const goesOn = (line: string): boolean => cased.exec(line)?.groups?.["lower"] !== undefined && !isMarked(line, lines);
  if (lines.some((line, index) => index > 0 && isWide(lines[index - 1]) && goesOn(line))) return true;
  if (cased.exec(next)?.groups?.["upper"] !== undefined && lines.some((line) => /\p{Ll}/u.test(line))) return false;
  const widths = lines.map(columns);
  return widths.slice(0, -1).every((width) => width >= Math.max(...widths) - wordWidth);
}

/** The letter that a line begins with, where its script has capitals. Georgian is written without. */
const cased = /^[^\p{L}]*(?:(?<upper>\p{Lu})|(?!\p{Script=Georgian})(?<lower>\p{Ll}))/u;

/** Marks that are nothing else. A dash before a word in lower case may stand within a sentence. */
const mark = new RegExp(
  [
    "[-*•·‣◦▪●○][ \\t]",
    "[–—][ \\t]+(?!\\p{Ll})",
    "[(（]?(?:\\d{1,3}|[a-z])[)）]",
    "\\d{1,3}[、．]",
    "[一二三四五六七八九十]{1,3}、",
    "[①-⑳]",
  ]
    .map((one) => `^[ \\t]*${one}`)
    .join("|"),
  "u",
);

/**
 * Whether a line begins with a mark of a list. A number with a full stop may be a day: lists have another beside it.
 */
function isMarked(line: string, lines: readonly string[]): boolean {
  const number = numberOf(line);
  return mark.test(line) || (number > 0 && lines.some((other) => Math.abs(numberOf(other) - number) === 1));
}

/** The number with a full stop that a line begins with; NaN for none. */
function numberOf(line: string): number {
  return Number(/^[ \t]*(\d{1,3})\.[ \t]/.exec(line)?.[1]);
}

function isBlank(line: string): boolean {
  return line.trim() === "";
}

/** A Chinese character is as wide as two Latin letters. */
function columns(line: string): number {
  const wide = line.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}！-｠\u3000-〾]/gu);
  return line.trimEnd().length + (wide?.length ?? 0);
}
