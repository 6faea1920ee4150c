import { countCharacters } from "../../../contract/characters.ts";
import { splitIntoPieces } from "./pieces.ts";
import { speakingTime } from "./speaking-time.ts";

/** A part of a text that is spoken on its own, for a minute or two. All of them joined are the text. */
export interface Segment {
  /** Where it begins in the whole text, and how long it is, in UTF-16 units. */
  readonly start: number;
  readonly length: number;
  /** Where it begins in the whole text, and how long it is, in code points. */
  readonly textOffset: number;
  readonly characters: number;
  /** Whether it ends in the middle of a sentence. */
  readonly goesOn: boolean;
}

/** The longest text that isn't divided, in seconds of speech as estimated. */
const undividedSeconds = 120;
/**
 * How long a segment of a longer one is: about a second of work, which is what a crash costs. A sentence that is as
 * long again is divided, at a place where it is spoken in two pieces anyway.
 */
const segmentSeconds = 60;

/**
 * Divides a text at the ends of sentences, one segment at a time and only as far as it is asked for. What is spoken is
 * the same as of the whole text: each piece is spoken by itself in either case.
 *
 * @param language BCP 47 tag of the language that speaks.
 */
export function* splitIntoSegments(text: string, language: string): Generator<Segment, void, undefined> {
  const estimatedSeconds = speakingTime(language);
  const limit = isShort(text, estimatedSeconds) ? undividedSeconds : segmentSeconds;
  let done = { start: 0, textOffset: 0 };
  /** Whole sentences, and what is there of the one that follows them. */
  let whole = nothing;
  let sentence = nothing;
  const cut = ({ length, characters }: Stretch, goesOn: boolean): Segment => {
    const segment = { ...done, length, characters, goesOn };
    done = { start: done.start + length, textOffset: done.textOffset + characters };
    return segment;
  };
  for (const piece of splitIntoPieces(text, language)) {
    const added = measured(piece.text, estimatedSeconds);
    if (sentence.length > 0 && sentence.seconds + added.seconds > limit) {
      if (whole.length > 0) yield cut(whole, false);
      yield cut(sentence, true);
      whole = sentence = nothing;
    }
    sentence = together(sentence, added);
    if (!piece.endsSentence) continue;
    if (whole.length > 0 && whole.seconds + sentence.seconds > limit) {
      yield cut(whole, false);
      whole = nothing;
    }
    whole = together(whole, sentence);
    sentence = nothing;
  }
  if (whole.length > 0) yield cut(whole, false);
}

function isShort(text: string, estimatedSeconds: (character: string) => number): boolean {
  let seconds = 0;
  for (const character of text) {
    seconds += estimatedSeconds(character);
    if (seconds > undividedSeconds) return false;
  }
  return true;
}

interface Stretch {
  readonly length: number;
  readonly characters: number;
  readonly seconds: number;
}

const nothing: Stretch = { length: 0, characters: 0, seconds: 0 };

function measured(text: string, estimatedSeconds: (character: string) => number): Stretch {
  let seconds = 0;
  for (const character of text) seconds += estimatedSeconds(character);
  return { length: text.length, characters: countCharacters(text), seconds };
}

function together(first: Stretch, second: Stretch): Stretch {
  return {
    length: first.length + second.length,
    characters: first.characters + second.characters,
    seconds: first.seconds + second.seconds,
  };
}
