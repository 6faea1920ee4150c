import type { SpanTime } from "../../engines/engine.ts";

const chinese = /^(cmn|yue)/;
const syllable = /\p{Script=Han}/gu;

/** How much of what eSpeak NG makes of the differences between syllables is kept. */
const kept = 0.25;

/**
 * Times of another Chinese voice: near to what they were if all syllables were equally long; pauses stay as they are.
 * How much shorter a light syllable such as 们 is, differs between voices, and differences add up. With those of eSpeak
 * NG, a voice whose syllables are all as long would be missed by up to 0.2 s, and its pauses taken for others.
 *
 * @param told when eSpeak NG says each word, in order; a word lasts until the next one begins in the text.
 * @param language the engine's name for it; others than Chinese are left as they are.
 * @param text what was spoken, from `start` on in the original, in code points.
 */
export function evenSyllables(
  told: readonly SpanTime[],
  language: string,
  text: string,
  start: number,
): readonly SpanTime[] {
  if (!chinese.test(language)) return told;
  const characters = Array.from(text);
  const words = told.map((word, index) => {
    const end = (told[index + 1]?.start ?? start + characters.length) - start;
    const syllables =
      characters
        .slice(word.start - start, end)
        .join("")
        .match(syllable)?.length ?? 0;
    return { word, syllables, seconds: word.to - word.from };
  });
  // What has no signs that are syllables, such as numbers, keeps its length.
  const written = words.filter(({ syllables }) => syllables > 0);
  const all = written.reduce((total, { syllables }) => total + syllables, 0);
  const each = written.reduce((total, { seconds }) => total + seconds, 0) / Math.max(1, all);
  let moved = 0;
  return words.map(({ word, syllables, seconds }) => {
    const from = word.from + moved;
    const length = syllables === 0 ? seconds : kept * seconds + (1 - kept) * each * syllables;
    moved += length - seconds;
    return { ...word, from, to: from + length };
  });
}
