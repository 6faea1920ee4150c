import { sentenceMarks, unspaced, wideSentenceMarks } from "../../contract/scripts.ts";

/** How much of a text is looked at to tell how its lines are broken, in UTF-16 units. */
const lookedAt = 20_000;

/**
 * A line that is broken by a page's width has at least this many characters; Chinese and Japanese ones are as wide with
 * fewer.
 */
const leastWidth = { letters: 35, characters: 15 } as const;

const wordPart = /\p{L}[-‐\u00ad]$/u;
const goesOn = /^\p{Ll}/u;
const sentenceEnd = new RegExp(`[${sentenceMarks}${wideSentenceMarks}:;：；][)\\]}"'»”’』」）]*$`, "u");
const listItem = /^(?:[-–—*•◦▪]|\(?\d{1,3}[.)]|[a-z]\))\s/u;

/**
 * Whether a text is clearly broken into lines, words or pages as a PDF has them, and not by whoever wrote it: it has
 * form feeds, words that go on behind a hyphen, or most of its wide lines end within a sentence.
 */
export function isBrokenIntoLines(text: string): boolean {
  const looked = text.slice(0, lookedAt);
  if (looked.includes("\f")) return true;
  const lines = linesOf(looked);
  const seen = { breaks: 0, words: 0, within: 0 };
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1];
    if (line === "" || next === undefined || next === "" || listItem.test(next)) continue;
    seen.breaks++;
    if (!isWide(line)) continue;
    if (wordPart.test(line) && goesOn.test(next)) seen.words++;
    else if (isWithin(line, next)) seen.within++;
  }
  return seen.words > 0 || (seen.within >= 3 && seen.within * 2 >= seen.breaks);
}

/**
 * A text whose lines and words go on where a page's width or end had broken them. Blank lines, list items and headings
 * stay what they are; numbers that stand alone beside a form feed are those of pages, and go. A hyphen stays where the
 * same word stands with one elsewhere in the text.
 */
export function joinLines(text: string): string {
  const lines = linesOf(withoutPages(text));
  const wide = lines.filter(isWide).map(({ length }) => length);
  const width = wide.sort((a, b) => a - b)[wide.length >> 1] ?? 0;
  // Each word is looked through from its beginning alone, here and below: one may be as long as the text.
  const hyphenated = new Set(text.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]+-\p{L}+/gu));
  const joined = lines.map((line, at) => {
    const next = lines[at + 1];
    if (next === undefined) return line;
    if (line !== "" && wordPart.test(line) && /^\p{L}/u.test(next))
      return keepsHyphen(line, next, hyphenated) ? line : line.slice(0, -1);
    return line + (isOneParagraph(line, next, width) ? spaceBetween(line, next) : "\n");
  });
  return joined
    .join("")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r\n?|\n/).map((line) => line.trim());
}

/** Pages follow each other as paragraphs, or as one where a sentence goes on behind its page. */
function withoutPages(text: string): string {
  const pages = text.split("\f").map((page, at, all) => {
    const first = at === 0 ? page : page.replace(/^\s*\d{1,4}[^\S\n]*(?:\r?\n|$)/, "");
    return (at === all.length - 1 ? first : first.replace(/(?:^|\n)[^\S\n]*\d{1,4}\s*$/, "")).trim();
  });
  return pages
    .filter(Boolean)
    .map((page, at, all) => {
      const next = all[at + 1];
      if (next === undefined) return page;
      const [last = "", first = ""] = [linesOf(page).at(-1), linesOf(next)[0]];
      return page + (wordPart.test(last) || isWithin(last, first) ? "\n" : "\n\n");
    })
    .join("");
}

function isWide(line: string): boolean {
  return line.length >= (unspaced.test(line.slice(-1)) ? leastWidth.characters : leastWidth.letters);
}

/** Whether a sentence goes on in the next line. */
function isWithin(line: string, next: string): boolean {
  if (sentenceEnd.test(line)) return false;
  return goesOn.test(next) || (unspaced.test(line.slice(-1)) && unspaced.test(next.slice(0, 1)));
}

/** A line that ends long before the page's width ends a paragraph or is a heading, unless its sentence goes on. */
function isOneParagraph(line: string, next: string, width: number): boolean {
  if (line === "" || next === "" || listItem.test(next)) return false;
  return isWithin(line, next) || (width > 0 && line.length >= width * 0.75);
}

function spaceBetween(line: string, next: string): string {
  return unspaced.test(line.slice(-1)) && unspaced.test(next.slice(0, 1)) ? "" : " ";
}

/**
 * Anglo-Saxon, and what is written so in another place: the hyphen is the word's own. A soft hyphen never is.
 *
 * @param hyphenated the words of the text that have a hyphen within a line.
 */
function keepsHyphen(line: string, next: string, hyphenated: ReadonlySet<string>): boolean {
  if (line.endsWith("\u00ad")) return false;
  if (!goesOn.test(next)) return true;
  const [before = ""] = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+-$/u.exec(line.replace("‐", "-")) ?? [];
  const [behind = ""] = /^\p{L}+/u.exec(next) ?? [];
  return before !== "" && hyphenated.has(before + behind);
}
