import { sentenceMarks, wideSentenceMarks } from "./scripts.ts";

/** A word as captions show it, with the punctuation that stands at it. Times are seconds. */
export interface CaptionWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether white space stands behind it. */
  readonly spaced: boolean;
  /** Whether a paragraph ends with it. */
  readonly last?: boolean;
}

/** One caption. Times are whole milliseconds. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

// Widths are counted in thirds of a narrow character, so that 42 narrow characters and 18 wide ones make the same line.
const narrow = 3;
const wide = 7;
/** The widest line: 42 characters, or 18 of Chinese, Japanese and Korean. */
export const lineWidth = 42 * narrow;

const wideCharacter =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Extended_Pictographic}ー\u3000-\u303f\uff01-\uff60]/u;
const withoutWidth = /[\p{M}\p{Cf}]/u;
const sentenceEnd = new RegExp(`[${sentenceMarks}${wideSentenceMarks}][\\p{Pe}\\p{Pf}"']*$`, "u");
const clauseEnd = /[,;:—–，、；：،؛][\p{Pe}\p{Pf}"']*$/u;

/** A caption shorter than this goes on over the end of a sentence. */
const shortCue = 20 * narrow;
/** The end of a clause that is narrower than this doesn't stand alone in a caption. */
const orphan = lineWidth / 2;
/** The longest a caption of words stands, and the pause that ends one, in seconds. */
const longestCue = 7;
const longPause = 1.2;
/**
 * How long a caption stands at least where the next one leaves it the time, and which gaps aren't worth a blink; in
 * milliseconds.
 */
const readable = 1_000;
const blink = 300;

/** The width of a text on the screen, in the unit of {@link lineWidth}. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (!withoutWidth.test(character)) width += wideCharacter.test(character) ? wide : narrow;
  }
  return width;
}

/**
 * Groups words into captions of at most two lines that a person can read: a caption ends with its sentence, at a pause
 * or at the end of a clause rather than in the middle of one. Only a single word may be wider than a line. Captions
 * never overlap and never go backward, whatever the times say.
 *
 * @param length the sound's length in seconds, beyond which none stands; undefined while it isn't known
 */
export function wordCues(words: readonly CaptionWord[], length?: number): readonly Cue[] {
  const shown = words.map((word) => ({ ...word, text: onOneLine(word.text) })).filter(({ text }) => text !== "");
  const groups: CaptionWord[][] = [];
  let group: CaptionWord[] = [];
  for (const [at, word] of shown.entries()) {
    if (group.length > 0 && !belongs(group, word)) {
      const rest = isDone(group, word) ? [] : cutWell(group, widthToEnd(shown, at));
      groups.push(group);
      group = rest;
      if (group.length > 0 && !belongs(group, word)) {
        groups.push(group);
        group = [];
      }
    }
    group.push(word);
  }
  if (group.length > 0) groups.push(group);
  return inOrder(
    groups.map((members) => timed(members, linesOf(members))),
    length,
  );
}

/**
 * Each sentence as one caption, in as many lines as it takes; for timings that aren't by word, which nobody may divide.
 * `length` as for {@link wordCues}.
 */
export function sentenceCues(sentences: readonly CaptionWord[], length?: number): readonly Cue[] {
  const shown = sentences.map((sentence) => ({ ...sentence, text: onOneLine(sentence.text) }));
  const said = shown.filter(({ text }) => text !== "");
  return inOrder(
    said.map((sentence) => timed([sentence], linesOfSentence(sentence))),
    length,
  );
}

/**
 * SubRip. It has no way to escape, so what players would take for a tag or an arrow is broken up by an invisible
 * character.
 */
export function formatSrt(cues: readonly Cue[]): string {
  return cues
    .map(({ start, end, lines }, index) => {
      const text = lines.map((line) => line.replace(/(<|\{|--)(?=[\p{L}/\\!>])/gu, "$1\u2060"));
      return `${[index + 1, `${clock(start, ",")} --> ${clock(end, ",")}`, ...text].join("\n")}\n`;
    })
    .join("\n");
}

/** WebVTT, with its own escapes. */
export function formatVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ start, end, lines }) => {
    const text = lines.map((line) => line.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;"));
    return `${[`${clock(start, ".")} --> ${clock(end, ".")}`, ...text].join("\n")}\n`;
  });
  return ["WEBVTT\n", ...blocks].join("\n");
}

/** Whether `word` may stand in the same caption as the words before it. */
function belongs(group: readonly CaptionWord[], word: CaptionWord): boolean {
  const first = group[0];
  if (first === undefined) return true;
  if (isDone(group, word) || word.end - first.start > longestCue) return false;
  return fits([...group, word]);
}

/** Whether a caption ends before `word` by itself: with its paragraph, at a pause, with a sentence or a long clause. */
function isDone(group: readonly CaptionWord[], word: CaptionWord): boolean {
  const last = group.at(-1);
  if (last === undefined) return false;
  if (last.last === true || word.start - last.end > longPause) return true;
  const width = widthOf(joined(group));
  return (sentenceEnd.test(last.text) && width >= shortCue) || (clauseEnd.test(last.text) && width > lineWidth);
}

/**
 * Takes off the end of a caption without more room what had better stand in the next one, and returns it: what comes
 * behind its last clause, where that leaves enough; else, where little of the clause is still to come, enough that it
 * doesn't stand alone.
 *
 * @param ahead how wide the rest of the clause is
 */
function cutWell(group: CaptionWord[], ahead: number): CaptionWord[] {
  for (let index = group.length - 1; index > group.length / 3; index--) {
    const before = group[index - 1];
    if (before !== undefined && (clauseEnd.test(before.text) || sentenceEnd.test(before.text)))
      return group.splice(index);
  }
  if (ahead >= orphan) return [];
  let index = group.length;
  while (index > Math.max(1, group.length / 2) && widthOf(joined(group.slice(index))) + ahead < orphan) index--;
  return group.splice(index);
}

/** The width of what is said from a word on to the end of its clause, counted no further than an orphan is wide. */
function widthToEnd(words: readonly CaptionWord[], from: number): number {
  let width = 0;
  for (let at = from; at < words.length && width < orphan; at++) {
    const { text = "", last } = words[at] ?? {};
    width += widthOf(text) + (at > from && words[at - 1]?.spaced ? narrow : 0);
    if (last === true || clauseEnd.test(text) || sentenceEnd.test(text)) break;
  }
  return width;
}

function fits(words: readonly CaptionWord[]): boolean {
  return linesOf(words).every((line) => widthOf(line) <= lineWidth) || words.length === 1;
}

/** One line, or two of about the same width; the first prefers to end where a clause does. */
function linesOf(words: readonly CaptionWord[]): readonly string[] {
  const whole = joined(words);
  if (widthOf(whole) <= lineWidth || words.length === 1) return [whole];
  let best: { readonly lines: readonly string[]; readonly cost: number } | undefined;
  for (let index = 1; index < words.length; index++) {
    const lines = [joined(words.slice(0, index)), joined(words.slice(index))];
    const [above = 0, below = 0] = lines.map(widthOf);
    const over = Math.max(0, above - lineWidth) + Math.max(0, below - lineWidth);
    const atClause = clauseEnd.test(lines[0] ?? "") ? lineWidth * 0.6 : 0;
    const cost = over * 100 + Math.abs(above - below) - atClause;
    if (best === undefined || cost < best.cost) best = { lines, cost };
  }
  return best?.lines ?? [whole];
}

/** As few lines as a sentence takes, of about the same width. */
function linesOfSentence(sentence: CaptionWord): readonly string[] {
  const whole = widthOf(sentence.text);
  if (whole <= lineWidth) return [sentence.text];
  const pieces = piecesOf(sentence.text).map((text) => ({
    ...sentence,
    text: text.trimEnd(),
    spaced: /\s$/u.test(text),
  }));
  if (whole <= 2 * lineWidth) {
    const two = linesOf(pieces);
    if (two.every((line) => widthOf(line) <= lineWidth)) return two;
  }
  const sized = pieces.map((piece) => ({ width: widthOf(piece.text), gap: piece.spaced ? narrow : 0 }));
  const count = lineStarts(sized, lineWidth).length;
  let limit = Math.ceil(whole / count);
  while (limit < lineWidth && lineStarts(sized, limit).length > count) limit++;
  const starts = lineStarts(sized, Math.min(limit, lineWidth));
  return starts.map((start, at) => joined(pieces.slice(start, starts[at + 1])));
}

/** Which pieces begin a line, where each line takes what fits into `limit`. */
function lineStarts(
  pieces: readonly { readonly width: number; readonly gap: number }[],
  limit: number,
): readonly number[] {
  const starts: number[] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const [at, { width, gap }] of pieces.entries()) {
    if (used + width > limit) {
      starts.push(at);
      used = 0;
    }
    used += width + gap;
  }
  return starts;
}

/** What a line may end behind: words, and Chinese, Japanese and Korean characters with the marks that stand at them. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let before = "";
  for (const character of text) {
    const isOpen = /[\p{Ps}\p{Pi}]/u.test(before);
    const isHeld = /[\p{Pe}\p{Pf}\p{Po}\p{Pd}\p{Lm}\s]/u.test(character) || withoutWidth.test(character);
    const isApart = /\s/u.test(before) || wideCharacter.test(before) || wideCharacter.test(character);
    if (before === "" || (isApart && !isHeld && !isOpen)) pieces.push(character);
    else pieces.push(`${pieces.pop()}${character}`);
    before = character;
  }
  return pieces;
}

function joined(words: readonly CaptionWord[]): string {
  return words
    .map(({ text, spaced }) => (spaced ? `${text} ` : text))
    .join("")
    .trimEnd();
}

/** Without line breaks, which would end a caption, and without characters that no file of text may hold. */
function onOneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/\p{Cs}/gu, "\ufffd")
    .trim();
}

function timed(words: readonly CaptionWord[], lines: readonly string[]): Cue {
  const start = Math.min(...words.map((word) => word.start));
  const end = Math.max(...words.map((word) => word.end));
  return { start: Math.round(start * 1000), end: Math.round(end * 1000), lines };
}

/**
 * The same captions, each behind the one before it, with time to read where the next one, or the sound's end, leaves
 * it.
 */
function inOrder(cues: readonly Cue[], length = Number.POSITIVE_INFINITY): readonly Cue[] {
  const over = Math.floor(length * 1_000);
  const sorted = [...cues].sort((one, other) => one.start - other.start);
  let free = 0;
  return sorted.map(({ start: wanted, end, lines }, index) => {
    const start = Math.max(wanted, free);
    const next = sorted[index + 1]?.start ?? Number.POSITIVE_INFINITY;
    const read = Math.max(end, start + readable);
    const unblinking = next - read < blink ? next : read;
    free = Math.max(start + 1, Math.min(unblinking, next, over));
    return { start, end: free, lines };
  });
}

function clock(milliseconds: number, point: "," | "."): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  const seconds = milliseconds / 1000;
  const fraction = String(milliseconds % 1000).padStart(3, "0");
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}${point}${fraction}`;
}
