import { loudestBetween, type Peaks } from "../../audio/analysis/peaks/peak-meter.ts";
import { spokenWord } from "./caption-words.ts";
import { sentenceEnd } from "./divide.ts";

/** A word of a text, where it begins in it, in UTF-16 units, and when it is about heard, in seconds. */
export interface EstimatedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  readonly text_offset: number;
}

/** A moment of quiet in a sound, in seconds. */
export interface Quiet {
  readonly from: number;
  readonly to: number;
}

/** A sound this much below its loudest moment is quiet. */
const quietShare = 0.03;
/** The shortest pause that may stand between two sentences, in seconds. */
const shortestPause = 0.12;

/** The moments of quiet in a sound that are long enough to part two sentences. */
export function quietIn(peaks: Peaks): readonly Quiet[] {
  const { values, secondsPerPeak, seconds } = peaks;
  const limit = loudestBetween(peaks, 0, seconds) * quietShare;
  const found: Quiet[] = [];
  let from: number | undefined;
  for (let index = 0; index <= values.length; index++) {
    const isQuiet = index < values.length && (values[index] ?? 0) <= limit;
    if (isQuiet) from ??= index * secondsPerPeak;
    else if (from !== undefined) {
      const to = index * secondsPerPeak;
      if (to - from >= shortestPause) found.push({ from, to });
      from = undefined;
    }
  }
  return found;
}

/**
 * When the words of a text are about heard in a sound of which only its length is known, and where it is quiet: each
 * sentence ends at the pause that is nearest to where its share of the text would end, and its words share the time
 * between two such pauses. Times count from `from`, where the sound begins, to `to`, in seconds.
 *
 * @param offset where the text stands in the whole script, in UTF-16 units.
 * @param quiet in the same seconds, in order.
 */
export function estimateWords(
  text: string,
  offset: number,
  { from, to }: { readonly from: number; readonly to: number },
  quiet: readonly Quiet[] = [],
): readonly EstimatedWord[] {
  const sentences = sentencesOf(text);
  let left = sentences.reduce((sum, { weight }) => sum + weight, 0);
  let begin = from;
  return sentences.flatMap(({ start, weight, words }, index) => {
    const expected = left === 0 ? to : begin + ((to - begin) * weight) / left;
    const pause = index === sentences.length - 1 ? undefined : nearest(quiet, expected, begin, to);
    const [end, next] = pause === undefined ? [expected, expected] : [pause.from, pause.to];
    const timed = timeWords(words, offset + start, begin, end);
    left -= weight;
    begin = next;
    return timed;
  });
}

interface Sentence {
  readonly start: number;
  readonly weight: number;
  readonly words: readonly { readonly word: string; readonly at: number; readonly weight: number }[];
}

function sentencesOf(text: string): readonly Sentence[] {
  const ends = [...text.matchAll(new RegExp(`${sentenceEnd.source}|\\n+`, "gu"))].map(
    (match) => match.index + match[0].length,
  );
  const cuts = [0, ...ends.filter((end) => end < text.length), text.length];
  return cuts.slice(1).flatMap((end, index) => {
    const start = cuts[index] ?? 0;
    const words = [...text.slice(start, end).matchAll(spokenWord)].map((match) => ({
      word: match[0],
      at: match.index,
      weight: weightOf(match[0]),
    }));
    const weight = words.reduce((sum, each) => sum + each.weight, 0);
    return words.length === 0 ? [] : [{ start, weight, words }];
  });
}

/** A sign of Chinese lasts about as long as four letters, and each word has something of its own. */
function weightOf(word: string): number {
  return /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]/u.test(word)
    ? 4 * [...word].length
    : word.length + 1;
}

function timeWords(words: Sentence["words"], offset: number, from: number, to: number): readonly EstimatedWord[] {
  const all = words.reduce((sum, { weight }) => sum + weight, 0);
  let before = 0;
  const at = (weight: number) => Math.round((from + ((to - from) * weight) / all) * 1_000) / 1_000;
  return words.map(({ word, at: place, weight }) => {
    const start = at(before);
    before += weight;
    return { word, start, end: at(before), text_offset: offset + place };
  });
}

/**
 * The pause that ends a sentence which is expected to end at `expected`: the nearest one that leaves it between a half
 * and one and a half of its time, where longer pauses count as nearer.
 */
function nearest(quiet: readonly Quiet[], expected: number, begin: number, to: number): Quiet | undefined {
  const reach = Math.max(0.6, (expected - begin) / 2);
  let best: { readonly pause: Quiet; readonly cost: number } | undefined;
  for (const pause of quiet) {
    const distance = Math.abs((pause.from + pause.to) / 2 - expected);
    if (pause.from <= begin || pause.to >= to || distance > reach) continue;
    const cost = distance - 2 * (pause.to - pause.from);
    if (best === undefined || cost < best.cost) best = { pause, cost };
  }
  return best?.pause;
}
