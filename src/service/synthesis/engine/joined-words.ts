import type { SpanTime } from "./word-times.ts";

/** Words behind one another with nothing but white space between them, from the start of a text on. */
const wordsBehind = /\s+(\p{L}[\p{L}\p{M}'’-]*)(?=\s|$|[.,;:!?…)\]"”])/uy;

/**
 * Gives each word a time of its own where the engine speaks several as one: it tells of “for the” or “have been” as of
 * their first word. Its time is shared out by the number of letters.
 *
 * @param words as the engine told of them, in order
 * @param text what was spoken, from `start` on in the original, in code points
 */
export function splitJoined(words: readonly SpanTime[], text: string, start: number): SpanTime[] {
  const characters = Array.from(text);
  return words.flatMap((word, index) => {
    const next = words[index + 1]?.start ?? start + characters.length;
    const between = characters.slice(word.end - start, next - start).join("");
    const joined = [{ start: word.start, end: word.end }];
    wordsBehind.lastIndex = 0;
    for (let found = wordsBehind.exec(between); found !== null; found = wordsBehind.exec(between)) {
      const end = word.end + Array.from(between.slice(0, wordsBehind.lastIndex)).length;
      joined.push({ start: end - Array.from(found[1] ?? "").length, end });
    }
    const letters = joined.reduce((sum, part) => sum + part.end - part.start, 0);
    let before = 0;
    return joined.map((part) => {
      const from = word.from + ((word.to - word.from) * before) / letters;
      before += part.end - part.start;
      return { ...part, from, to: word.from + ((word.to - word.from) * before) / letters };
    });
  });
}
