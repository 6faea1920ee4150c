import { countCharacters } from "../../../contract/characters.ts";
import { type Piece, pauseAfter } from "./pieces.ts";
import { speakingTime } from "./speaking-time.ts";

/** So long a first piece may take to be made, in seconds: who waits longer notices. */
const shortWork = 0.3;
/** A shorter head isn't worth the break in the melody, and nor is a shorter rest; in seconds of speech. */
const shortest = 0.7;

/**
 * Where a clause ends: a comma and its like, with what follows them. Between digits it is a part of a number, and
 * Latin signs end nothing without white space behind them.
 */
const clauseEnd = /[,،;:؛—–…]["'”’»)\]]*\s+|(?<!\p{Nd})[、，；：၊]["'”’»」』）]*|[、，；：၊]["'”’»」』）]*(?!\p{Nd})/gu;
/** What a clause may not end with: abbreviations that a comma or a colon stands behind, or a single letter. */
const abbreviation = /(?:^|[\s("“„«])(?:\p{L}|\p{L}\.(?:\p{L}\.)*|[^\s\d]{1,4}\.)[,;:]\s*$/u;

/**
 * Divides the first pieces of a text at the ends of clauses, where what speaks is so slow that it pays: sound begins
 * after the first clause, and each further piece is as long as what has been made before it keeps playing. Soon that is
 * whole sentences. A sentence without a clause stays whole. The pieces joined are the text again.
 *
 * @param slowness seconds that a second of speech takes to be made.
 * @param language BCP 47 tag of the language that speaks.
 */
export function* earlyPieces(pieces: Iterable<Piece>, language: string, slowness: number): Generator<Piece> {
  const timeOf = (text: string): number =>
    Array.from(text, speakingTime(language)).reduce((sum, time) => sum + time, 0);
  /** Seconds of sound that are still to be heard when the next piece begins to be made. */
  let ahead = shortWork;
  let isFirst = true;
  for (const piece of pieces) {
    let rest = piece;
    // What is slower than its sound never gets ahead: only its beginning is early.
    while (isFirst || slowness < 1) {
      const end = cutOf(rest.text, timeOf, ahead / slowness);
      if (end === rest.text.length) break;
      const text = rest.text.slice(0, end);
      const seconds = timeOf(text);
      ahead = isFirst ? seconds : Math.max(0, ahead - slowness * seconds) + seconds;
      isFirst = false;
      yield { text, start: rest.start, endsSentence: false, pause: pauseAfter(text, false) };
      rest = { ...rest, text: rest.text.slice(end), start: rest.start + countCharacters(text) };
    }
    const seconds = timeOf(rest.text);
    ahead = isFirst ? seconds : Math.max(0, ahead - slowness * seconds) + seconds;
    isFirst = false;
    yield rest;
  }
}

/**
 * Where a text is cut so that its beginning is at most so long, in seconds, if a clause ends so early; else behind its
 * first clause.
 */
function cutOf(text: string, timeOf: (text: string) => number, longest: number): number {
  if (timeOf(text) <= longest) return text.length;
  let end = text.length;
  for (const match of text.matchAll(clauseEnd)) {
    const at = match.index + match[0].length;
    const head = text.slice(0, at);
    if (abbreviation.test(head) || timeOf(head) < shortest || timeOf(text.slice(at)) < shortest) continue;
    if (end < text.length && timeOf(head) > longest) break;
    end = at;
  }
  return end;
}
