import { countCharacters } from "../../../contract/characters.ts";
import { abbreviated, isSpeakable } from "../../../contract/scripts.ts";
import { speakingTime } from "./speaking-time.ts";
import { type AroundText, isBehindNumber, unwrapped } from "./wrapped-lines.ts";

/** A stretch of text that the engine speaks in one call: a sentence, or a part of a very long one. */
export interface Piece {
  readonly text: string;
  /** Where it begins in the whole text, in code points. */
  readonly start: number;
  /** Whether a sentence ends with it. */
  readonly endsSentence: boolean;
  /**
   * Silence that the engine would leave behind it if the text went on in the same call, in seconds at natural speed.
   */
  readonly pause: number;
}

/** The engine's own pauses, in seconds, measured: they are the same in every language. */
const pauses = { paragraph: 0.52, exclamation: 0.33, sentence: 0.295, clause: 0.22, comma: 0.15 } as const;

/** A text that is a part of a longer one. */
export interface Surroundings extends AroundText {
  /** Whether its last sentence goes on behind it. */
  readonly goesOn?: boolean;
}

/** The longest piece, in seconds of speech as estimated: it bounds how long one job holds a thread. */
const longestPiece = 12;

const sentenceSegmenter = new Intl.Segmenter("und", { granularity: "sentence" });
const wordSegmenter = new Intl.Segmenter("und", { granularity: "word" });
const graphemeSegmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/** A full stop that may belong to an abbreviation or an initial: the engine then decides itself whether to pause. */
const abbreviation = new RegExp(`${abbreviated}\\.\\s{0,4}$`, "iu");
/** In German a full stop makes an ordinal of a number: "am 3. Mai", "Ludwig XIV. kam". */
const germanOrdinals = [
  /(?:^|\s)(?:ab|am|bis|das|de[mnrs]|die|ein|eine[mnrs]?|im|jede[mnrs]|seit|vo[mn]|zu[mr])\s\d{1,2}\.\s$/i,
  /\p{Lu}\p{Ll}+\s[IVX]{1,5}\.\s$/u,
];
/** The length of text that the segmenter is given at once, in UTF-16 units. */
const segmenterWindow = 4_096;

/**
 * Splits text into pieces, one at a time and only as far as it is asked for. The pieces joined are the text again.
 * A line of a list or a verse is a sentence of its own; a line break within a sentence of wrapped prose is a space. An
 * empty line ends a paragraph.
 *
 * @param language BCP 47 tag of the language that speaks: it decides how long a piece may be.
 */
export function* splitIntoPieces(
  text: string,
  language: string,
  surroundings: Surroundings = {},
): Generator<Piece, void, undefined> {
  const estimatedSeconds = speakingTime(language);
  let start = 0;
  let units = 0;
  for (const sentence of sentencesOf(text, language, surroundings)) {
    let rest = sentence;
    while (rest !== "") {
      const end = cutOf(rest, estimatedSeconds);
      const part = rest.slice(0, end);
      rest = rest.slice(end);
      units += end;
      const endsSentence = rest === "" && !(surroundings.goesOn && units === text.length);
      yield { text: part, start, endsSentence, pause: pauseAfter(part, endsSentence) };
      start += countCharacters(part);
    }
  }
}

function* sentencesOf(text: string, language: string, surroundings: Surroundings): Generator<string, void, undefined> {
  const oneLine = unwrapped(text, surroundings);
  const goesOnAt = (place: number, from: number): boolean =>
    isBehindNumber(oneLine, place, surroundings.before) ||
    mayGoOn(text.slice(Math.max(from, place - 24), place), language);
  let from = 0;
  let to = 0;
  let hasWords = false;
  let isOpen = false;
  for (const segment of segmentsOf(oneLine)) {
    const segmentHasWords = isSpeakable(segment.text);
    // White space and signs belong to the sentence before them.
    if (hasWords && segmentHasWords && !isOpen && !goesOnAt(to, from)) {
      yield text.slice(from, to);
      from = to;
      hasWords = false;
    }
    to += segment.text.length;
    hasWords ||= segmentHasWords;
    isOpen = segment.isOpen;
  }
  if (from < text.length) yield text.slice(from);
}

/**
 * The segmenter's sentences, found window by window: for every segment that it gives, it copies the whole of the text
 * that it was given.
 */
function* segmentsOf(text: string): Generator<{ text: string; isOpen: boolean }, void, undefined> {
  let start = 0;
  while (start < text.length) {
    let end = start + segmenterWindow;
    // Not between the two halves of a character.
    if (/[\udc00-\udfff]/.test(text.charAt(end))) end--;
    const window = text.slice(start, end);
    const segments = Array.from(sentenceSegmenter.segment(window), ({ segment }) => segment);
    // The last one may go on behind the window; a single one certainly does.
    const isLast = start + window.length >= text.length;
    const isOpen = !isLast && segments.length === 1;
    if (!isLast && !isOpen) segments.pop();
    for (const segment of segments) {
      yield { text: segment, isOpen };
      start += segment.length;
    }
  }
}

function mayGoOn(ending: string, language: string): boolean {
  const isAbbreviated =
    abbreviation.test(ending) || (/^de\b/.test(language) && germanOrdinals.some((ordinal) => ordinal.test(ending)));
  return isAbbreviated && !endsParagraph(ending);
}

/** Whether an empty line follows. Without a regular expression: a text may end with any amount of white space. */
function endsParagraph(text: string): boolean {
  const space = text.slice(text.trimEnd().length);
  return space.indexOf("\n") !== space.lastIndexOf("\n");
}

/** The silence behind a piece, in seconds at natural speed. */
export function pauseAfter(part: string, endsSentence: boolean): number {
  if (endsSentence && endsParagraph(part)) return pauses.paragraph;
  const ending = part.trimEnd().slice(-8);
  if (endsSentence) return /[!！]["'”’»)\]]*$/u.test(ending) ? pauses.exclamation : pauses.sentence;
  if (/[,،、，၊]$/u.test(ending)) return pauses.comma;
  return /[;:؛；：—–…]$/u.test(ending) ? pauses.clause : 0;
}

/**
 * Where a too long sentence is cut: behind a clause, else a word, else a character as people see it. In UTF-16 units.
 */
function cutOf(sentence: string, estimatedSeconds: (character: string) => number): number {
  let seconds = 0;
  let limit = 0;
  for (const character of sentence) {
    seconds += estimatedSeconds(character);
    if (seconds > longestPiece) break;
    limit += character.length;
  }
  if (limit === sentence.length) return limit;
  const head = sentence.slice(0, limit);
  const clause = lastEnd(head, /[,،;:؛—–…](?=\s)\s+|[、，；：၊]\s*/gu);
  if (clause > limit / 3) return clause;
  const space = lastEnd(head, /\s+/gu);
  if (space > limit / 3) return space;
  return lastSegmentStart(wordSegmenter, head) || lastSegmentStart(graphemeSegmenter, head) || limit;
}

function lastEnd(text: string, pattern: RegExp): number {
  let end = 0;
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length;
  return end;
}

/** Where the last word or character begins, which may go on beyond the text. */
function lastSegmentStart(segmenter: Intl.Segmenter, text: string): number {
  let start = 0;
  for (const { index } of segmenter.segment(text)) start = index;
  return start;
}
